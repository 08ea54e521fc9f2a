import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { Flag, listOf } from '../../http/paginate.ts';
import { readOperation } from '../../http/usual-operations.ts';
import { consumeQuota, releaseQuota } from '../../platform/access/quotas.ts';
import { channelTarget } from './channel-target.ts';
import { checkHealth } from './check-health.ts';
import { createChannel } from './create-channel.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { driverLogOf } from './driver-log.ts';
import { Channel, ChannelChange, ChannelDraft, ChannelHealth, PairingState } from './schemas.ts';
import { type ChannelRow, findChannel, listChannels, toChannel, updateChannel } from './store.ts';

export const channelOperations = {
  listChannels: operation({
    method: 'get',
    path: '/api/channels',
    scope: 'channels.read',
    summary: 'List channels',
    tx: 'read',
    query: z.object({
      search: z.string().max(120).optional().describe('Part of the name or the number.'),
      includeDeactivated: Flag.describe('Whether deactivated channels are listed too.'),
    }),
    success: 200,
    response: listOf(Channel),
    async run({ db, workspace, query }) {
      const filter = { search: query.search, includeDeactivated: query.includeDeactivated ?? false };
      const rows = await listChannels(db, workspace.id, filter);
      return { data: rows.map(toChannel) };
    },
  }),

  createChannel: operation({
    method: 'post',
    path: '/api/channels',
    scope: 'channels.write',
    summary: 'Create a channel',
    description: 'The channel connects by itself; a QR channel waits to be paired (`GET …/qr`).',
    tx: 'none',
    body: ChannelDraft,
    success: 201,
    response: Channel,
    errors: ['quota_exceeded'],
    async run({ platform, workspace, actor, body }) {
      return toChannel(await createChannel(platform, workspace, actor, body));
    },
  }),

  getChannel: readOperation({
    path: '/api/channels/{id}',
    scope: 'channels.read',
    summary: 'Get a channel',
    target: channelTarget,
  }),

  renameChannel: operation({
    method: 'patch',
    path: '/api/channels/{id}',
    scope: 'channels.write',
    summary: 'Rename a channel',
    tx: 'write',
    target: channelTarget,
    body: ChannelChange,
    success: 200,
    response: Channel,
    async run({ db, workspace, params, body, now }) {
      return toChannel(await updateChannel(db, workspace.id, params.id, { name: body.name }, now));
    },
  }),

  deactivateChannel: operation({
    method: 'post',
    path: '/api/channels/{id}/deactivate',
    scope: 'channels.write',
    summary: 'Deactivate a channel',
    description: 'Closes the connection and keeps pairing and history. Idempotent.',
    tx: 'none',
    target: channelTarget,
    success: 200,
    response: Channel,
    async run({ target, platform, workspace, write }) {
      const row = await write(async (work) => {
        const present = (await findChannel(work.db, workspace.id, target.id)) as ChannelRow;
        if (present.deactivated_at !== null) return present;
        await releaseQuota(work, 'channels');
        const changes = { status: 'DEACTIVATED' as const, status_reason: null, deactivated_at: work.now };
        return updateChannel(work.db, workspace.id, target.id, changes, work.now);
      });
      await platform.services.channelHub.close(target.id);
      return toChannel(row);
    },
  }),

  reactivateChannel: operation({
    method: 'post',
    path: '/api/channels/{id}/reactivate',
    scope: 'channels.write',
    summary: 'Reactivate a channel',
    tx: 'none',
    target: channelTarget,
    success: 200,
    response: Channel,
    errors: ['quota_exceeded'],
    async run({ db, target, platform, workspace, write }) {
      const row = await write(async (work) => {
        const present = (await findChannel(work.db, workspace.id, target.id)) as ChannelRow;
        if (present.deactivated_at === null) return present;
        await consumeQuota(work, 'channels');
        const changes = { status: 'DISCONNECTED' as const, deactivated_at: null };
        return updateChannel(work.db, workspace.id, target.id, changes, work.now);
      });
      await platform.services.channelHub.open(row);
      await platform.services.channelHub.inbox.handled();
      return toChannel((await findChannel(db, workspace.id, row.id)) ?? row);
    },
  }),

  getChannelHealth: operation({
    method: 'get',
    path: '/api/channels/{id}/health',
    scope: 'channels.read',
    summary: 'Check the health of a channel',
    description: 'Queries the vendor now, so a connection that is open but dead is reported.',
    tx: 'none',
    target: channelTarget,
    success: 200,
    response: ChannelHealth,
    run: ({ db, target, platform, now }) =>
      checkHealth(
        { db, log: driverLogOf(platform.provided) },
        platform.services.channelHub.connection(target.id),
        target,
        now,
      ),
  }),

  getChannelQr: operation({
    method: 'get',
    path: '/api/channels/{id}/qr',
    scope: 'channels.read',
    summary: 'Get the pairing code of a channel',
    tx: 'none',
    target: channelTarget,
    query: z.object({ refresh: Flag.describe('`true` requests a new code from the vendor.') }),
    success: 200,
    response: PairingState,
    async run({ db, target, platform, workspace, query }) {
      const hub = platform.services.channelHub;
      const code = (await hub.connection(target.id)?.pairing?.(query.refresh ?? false)) ?? null;
      await hub.inbox.handled();
      const row = await findChannel(db, workspace.id, target.id);
      const image = code && (await drawQrCode(code.qr));
      return {
        state: row?.status ?? target.status,
        qr: code?.qr ?? null,
        image,
        expiresAt: code?.expiresAt ?? null,
        attempt: code?.attempt ?? 0,
      };
    },
  }),
} satisfies Operations;
