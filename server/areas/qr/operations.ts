import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import {
  Channel,
  type ChannelRow,
  callProvider,
  channelTarget,
  driverLogOf,
  findChannel,
  providerErrors,
  toChannel,
  updateChannel,
} from '../channels/index.ts';

const DriverChoice = z.strictObject({
  driver: z.enum(['live', 'simulator']).describe('`live` for the true service, `simulator` for simulated phones.'),
});

export const operations = {
  setChannelDriver: operation({
    method: 'put',
    path: '/api/channels/{id}/driver',
    scope: 'channels.write',
    summary: "Choose what a QR channel speaks with: the provider's true service or the simulator",
    description:
      'For a channel of the QR provider that has no conversations yet: simulated customers and true ones must not be ' +
      'mixed up. A channel of CLOUD_API becomes live by its credentials. Unofficial clients are against the terms of ' +
      'the provider, which may restrict or ban the account: answer who writes, and begin no chats in bulk.',
    tx: 'none',
    extension: true,
    target: channelTarget,
    body: DriverChoice,
    success: 200,
    response: Channel,
    errors: ['channel_unsupported', 'channel_in_use'],
    async run({ db, platform, workspace, params, body, fail, write }) {
      const changes = await write(async (work) => {
        const row = (await findChannel(work.db, workspace.id, params.id)) as ChannelRow;
        if (row.provider !== '<QR_PROVIDER>')
          throw fail('channel_unsupported', 'Its credentials decide what it speaks with');
        if (row.driver === body.driver) return false;
        if (driverLogOf(platform.provided).hasConversations(work.db, row.id))
          throw fail('channel_in_use', 'It has conversations: make another channel');
        const fresh = { driver: body.driver, phone_number: null, connected_at: null };
        await updateChannel(work.db, workspace.id, row.id, fresh, work.now);
        return true;
      });
      if (changes) await platform.services.channelHub.reopen(workspace.id, params.id);
      return toChannel((await findChannel(db, workspace.id, params.id)) as ChannelRow);
    },
  }),

  logoutChannel: operation({
    method: 'post',
    path: '/api/channels/{id}/logout',
    scope: 'channels.write',
    summary: 'Unlink a channel from its phone',
    description: 'Ends the pairing at the provider and forgets it here; the history stays. `GET …/qr` pairs again.',
    tx: 'none',
    extension: true,
    target: channelTarget,
    success: 200,
    response: Channel,
    errors: providerErrors,
    async run({ db, target, platform, workspace, fail }) {
      const hub = platform.services.channelHub;
      const connection = hub.connected({ ...target, deactivated_at: target.deactivatedAt });
      const logout = connection.logout?.bind(connection);
      if (!logout) throw fail('channel_unsupported', 'This channel is not paired with a phone');
      await callProvider(platform, logout);
      await hub.inbox.idle();
      return toChannel((await findChannel(db, workspace.id, target.id)) as ChannelRow);
    },
  }),
} satisfies Operations;
