import { sql } from 'kysely';
import type { Area } from '../../http/area.ts';
import { dayMs } from '../../platform/durations.ts';
import { ChannelHub } from './channel-hub.ts';
import { receivedCopies } from './erase-received.ts';
import { listStoppedChannels } from './list-stopped.ts';
import { limitOperations } from './message-limits.operations.ts';
import { channelOperations } from './operations.ts';
import { vendorOperations } from './vendor.operations.ts';

export { callVendor, catalogsOf, isWorthRetrying, templatesOf, vendorErrors } from './call-vendor.ts';
export { channelIdTarget, channelTarget, requireChannel } from './channel-target.ts';
export { bounded, Enclosed, Notice, shorten, toNotice } from './contents.schemas.ts';
export { createChannel } from './create-channel.ts';
export * from './driver.ts';
export { type DriverLog, driverLogOf } from './driver-log.ts';
export { readAnswers } from './form-answers.schemas.ts';
export { linkAgent, relinkChannels } from './link-agent.ts';
export type { ReceivedMedia } from './media/media-fetcher.ts';
export { listPendingMedia, type PendingMedia, queueMedia } from './media/message-media.store.ts';
export { findTooLong, messageLimits, templateLimits, tooLong } from './message-limits.schemas.ts';
export {
  isUnlisted,
  type Refusal,
  type RejectionReason,
  reasonsWith,
  refusalOf,
  rejectionReasons,
} from './refusals.ts';
export {
  Channel,
  ChannelDriver,
  type ChannelProvider,
  type ChannelStatus,
  carriesFile,
  carriesPlace,
  type FileMessageType,
  MessageRequest,
  type MessageType,
  qrProvider,
  TemplateCategory,
  TemplateQuality,
  TemplateStatus,
  templateCategories,
  templateQualities,
  templateStatuses,
  wordlessTypes,
} from './schemas.ts';
export type { SharedCard } from './shared-card.ts';
export {
  type ChannelRow,
  countChannels,
  findChannel,
  listChannels,
  noteInbound,
  toChannel,
  updateChannel,
} from './store.ts';
export { listUnclaimedReactions, takeUnclaimed } from './unclaimed.ts';
export * from './vendor-event.ts';
export { type Handled, releaseWaiting } from './vendor-inbox.ts';

export const channels = {
  name: 'channels',
  title: 'Channels',
  about: 'Numbers under which customers reach the shop, and how they are connected.',
  operations: { ...channelOperations, ...vendorOperations },
  ownerOperations: limitOperations,
  retention: [
    // Handled events only serve to recognize repeats, and no vendor repeats an event after two weeks.
    {
      table: 'provider_events',
      by: 'received_at',
      keepMs: 14 * dayMs,
      key: ['seq'],
      only: sql`state != 'SET_ASIDE'`,
    },
  ],
  provides: { markedCopies: [receivedCopies], stoppedParts: [listStoppedChannels] },
  services: (platform) => ({ channelHub: new ChannelHub(platform) }),
  start: (platform) => platform.services.channelHub.start(),
  stop: (platform) => platform.services.channelHub.stop(),
} satisfies Area;
