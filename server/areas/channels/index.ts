import type { Area } from '../../http/area.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Recurring } from '../../platform/work/scheduler.ts';
import { ChannelHub } from './channel-hub.ts';
import { operations } from './operations.ts';
import { platformOperations } from './platform.operations.ts';

export { callProvider, catalogsOf, isWorthRetrying, providerErrors, templatesOf } from './call-provider.ts';
export { channelIdTarget, channelTarget, requireChannel } from './channel-target.ts';
export { createChannel } from './create-channel.ts';
export { type DriverLog, driverLogOf } from './driver-log.ts';
export { linkAgent, relinkChannels } from './link-agent.ts';
export * from './provider.ts';
export { type Handled, type ReceivedMedia, releaseWaiting } from './provider-inbox.ts';
export {
  Channel,
  type ChannelProvider,
  type ChannelStatus,
  type MessageType,
  type TemplateStatus,
  templateQualities,
  templateStatuses,
} from './schemas.ts';
export {
  type ChannelRow,
  countChannels,
  findChannel,
  listChannels,
  noteInbound,
  toChannel,
  updateChannel,
} from './store.ts';

const eventsKeptForMs = 14 * 24 * 3_600_000;

/** What was handled is only needed to recognise repeats, and no provider repeats itself after two weeks. */
const deleteOldProviderEvents: Recurring = {
  name: 'old provider events',
  cron: '43 4 * * *',
  async run(platform: Platform) {
    const before = new Date(platform.clock.now().getTime() - eventsKeptForMs).toISOString();
    for (;;) {
      const old = await platform.database.read
        .selectFrom('provider_events')
        .select('seq')
        .where('received_at', '<', before)
        .where('state', '!=', 'SET_ASIDE')
        .limit(500)
        .execute();
      if (old.length === 0) return;
      const seqs = old.map((row) => row.seq);
      await platform.write(({ db }) => db.deleteFrom('provider_events').where('seq', 'in', seqs).execute());
    }
  },
};

export const channels = {
  name: 'channels',
  title: 'Channels',
  operations: { ...operations, ...platformOperations },
  recurring: [deleteOldProviderEvents],
  services: (platform) => ({ channelHub: new ChannelHub(platform) }),
  start: (platform) => platform.services.channelHub.start(),
  stop: (platform) => platform.services.channelHub.stop(),
} satisfies Area;
