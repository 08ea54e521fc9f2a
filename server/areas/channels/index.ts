import { sql } from 'kysely';
import type { Area } from '../../http/area.ts';
import { dayMs } from '../../platform/durations.ts';
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

export const channels = {
  name: 'channels',
  title: 'Channels',
  operations: { ...operations, ...platformOperations },
  retention: [
    // What was handled is only needed to recognise repeats, and no provider repeats itself after two weeks.
    {
      table: 'provider_events',
      by: 'received_at',
      keepMs: 14 * dayMs,
      key: ['seq'],
      only: sql`state != 'SET_ASIDE'`,
    },
  ],
  services: (platform) => ({ channelHub: new ChannelHub(platform) }),
  start: (platform) => platform.services.channelHub.start(),
  stop: (platform) => platform.services.channelHub.stop(),
} satisfies Area;
