import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { readOperation } from '../../http/usual-operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import { findChannel, updateChannel } from '../channels/index.ts';
import { startSync } from '../templates/index.ts';
import { CloudCredentials, CredentialDraft, SavedCloudCredentials } from './schemas.ts';
import {
  type CredentialRow,
  deleteCredentials,
  findChannelOfNumber,
  findCredentials,
  saveCredentials,
} from './store.ts';
import { describeInbound, webhookUrlOf } from './webhook-reach.ts';

const credentials = target(CloudCredentials, async ({ db, platform, workspace, params }: TargetContext<'id'>) => {
  const row = await findCredentials(db, workspace.id, params.id);
  return row && toShown(platform, row);
});

const path = '/api/channels/{id}/credentials';

export const cloudOperations = {
  getCloudCredentials: readOperation({
    path,
    scope: 'channels.read',
    summary: "Get a channel's cloud credentials without the secrets",
    extension: true,
    target: credentials,
  }),

  setCloudCredentials: operation({
    method: 'put',
    path,
    scope: 'channels.write',
    summary: "Set a channel's cloud API credentials",
    description:
      'Only for a CLOUD_API channel, which becomes live and connects. The response follows the check of the credentials ' +
      "by the vendor; its result is the channel's status. Enter `webhookUrl` and `verifyToken` in the app dashboard. " +
      'The secrets are sealed and never shown again.',
    tx: 'none',
    extension: true,
    body: CredentialDraft,
    success: 200,
    response: SavedCloudCredentials,
    errors: ['not_found', 'channel_unsupported', 'number_taken'],
    async run({ platform, workspace, params, body, write }) {
      const { businessId = null, appId = null, verifyToken = randomBytes(24).toString('base64url'), ...rest } = body;
      const account = { channelId: params.id, workspaceId: workspace.id, businessId, appId, verifyToken, ...rest };
      await write(async (work) => {
        await assertUsable(work, params.id, body.phoneNumberId);
        await saveCredentials(work.db, platform.secrets, account, work.now);
        await updateChannel(work.db, workspace.id, params.id, { driver: 'live' }, work.now);
      });
      await platform.services.channelHub.reopen(workspace.id, params.id);
      // The account has its own templates in place of the simulator's.
      await write((work) => startSync(work, params.id));
      const row = await findCredentials(platform.database.read, workspace.id, params.id);
      if (!row) throw new Problem('not_found');
      return { ...toShown(platform, row), verifyToken };
    },
  }),

  deleteCloudCredentials: operation({
    method: 'delete',
    path,
    scope: 'channels.write',
    summary: "Delete a channel's cloud credentials",
    description: 'The channel returns to the simulator; its history stays.',
    tx: 'none',
    extension: true,
    target: credentials,
    success: 204,
    response: null,
    async run({ platform, workspace, params, write }) {
      await write(async (work) => {
        await deleteCredentials(work.db, workspace.id, params.id);
        await updateChannel(work.db, workspace.id, params.id, { driver: 'simulator' }, work.now);
      });
      await platform.services.channelHub.reopen(workspace.id, params.id);
    },
  }),
} satisfies Operations;

async function assertUsable(work: Work, channelId: string, phoneNumberId: string): Promise<void> {
  const channel = await findChannel(work.db, work.workspace.id, channelId);
  if (!channel) throw new Problem('not_found', 'No such channel');
  if (channel.provider !== 'CLOUD_API') {
    throw new Problem('channel_unsupported', 'Only a CLOUD_API channel can have credentials');
  }
  const owner = await findChannelOfNumber(work.db, work.workspace.id, phoneNumberId);
  if (owner !== null && owner !== channelId) {
    throw new Problem('number_taken', 'Another channel uses this number', { extra: { channelId: owner } });
  }
}

function toShown(platform: Platform, row: CredentialRow): z.input<typeof CloudCredentials> {
  const { inbound, detail } = describeInbound(platform, row);
  return {
    channelId: row.channel_id,
    phoneNumberId: row.phone_number_id,
    wabaId: row.waba_id,
    businessId: row.business_id,
    appId: row.app_id,
    accessTokenLast4: row.token_last4,
    webhookUrl: webhookUrlOf(platform, row.channel_id),
    inbound,
    inboundDetail: detail,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
