import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import {
  Channel,
  ChannelDriver,
  type ChannelRow,
  callVendor,
  channelTarget,
  driverLogOf,
  findChannel,
  qrProvider,
  toChannel,
  updateChannel,
  vendorErrors,
} from '../channels/index.ts';

const DriverChoice = z.strictObject({
  driver: ChannelDriver.describe("`live` for the vendor's service, `simulator` for simulated phones."),
});

export const qrOperations = {
  setChannelDriver: operation({
    method: 'put',
    path: '/api/channels/{id}/driver',
    scope: 'channels.write',
    summary: "Choose the driver of a QR channel: the vendor's live service or the simulator",
    description:
      'Only for a QR channel without conversations: simulated and real customers must not be mixed. ' +
      'A CLOUD_API channel becomes live by its credentials. Unofficial clients violate the terms of the vendor, which ' +
      'may restrict or ban the account: reply to those who write, and start no chats in bulk.',
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
        if (row.provider !== qrProvider)
          throw fail('channel_unsupported', 'A CLOUD_API channel has no driver to choose: its credentials decide');
        if (row.driver === body.driver) return false;
        if (driverLogOf(platform.provided).hasConversations(work.db, row.id))
          throw fail('channel_in_use', 'The channel has conversations: create another channel');
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
    description: 'Ends the pairing at the vendor and deletes it here; the history stays. `GET …/qr` pairs again.',
    tx: 'none',
    extension: true,
    target: channelTarget,
    success: 200,
    response: Channel,
    errors: vendorErrors,
    async run({ db, target, platform, workspace, fail }) {
      const hub = platform.services.channelHub;
      const connection = hub.connected({ ...target, deactivated_at: target.deactivatedAt });
      const logout = connection.logout?.bind(connection);
      if (!logout) throw fail('channel_unsupported', 'This channel is not paired with a phone');
      await callVendor(platform, logout);
      await hub.inbox.handled();
      return toChannel((await findChannel(db, workspace.id, target.id)) as ChannelRow);
    },
  }),
} satisfies Operations;
