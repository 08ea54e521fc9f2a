import type { Area } from '../../http/area.ts';
import { dayMs } from '../../platform/durations.ts';
import { deliveryWaits, makeDeliverer, startDeliveries } from './deliveries/deliver-webhooks.ts';
import { deliveryOperations } from './deliveries/deliveries.operations.ts';
import { eraseDeliveries } from './deliveries/erase-deliveries.ts';
import { queueDeliveries } from './deliveries/queue-deliveries.ts';
import { endpointOperations } from './endpoints/endpoints.operations.ts';
import { listReceivers } from './endpoints/list-receivers.ts';
import { listStoppedWebhooks } from './endpoints/list-stopped.ts';
import { logOperations } from './log/logs.operations.ts';
import { consoleStreamOperations, streamOperations } from './log/stream.operations.ts';
import { Broadcasts } from './log/stream-events.ts';

export { toPayload } from './deliveries/queue-deliveries.ts';
export { readRetryAfter } from './deliveries/retry-schedule.ts';
export { eventCatalogue } from './log/event-catalogue.ts';

export const developers = {
  name: 'developers',
  title: 'Developers',
  about: 'Webhooks, their deliveries, and the log of events.',
  operations: { ...endpointOperations, ...deliveryOperations, ...logOperations, ...streamOperations },
  ownerOperations: consoleStreamOperations,
  subscribers: [queueDeliveries],
  // By id, which sorts by time: `created_at` alone has no index.
  retention: [{ table: 'deliveries', by: 'created_at', keepMs: 30 * dayMs, key: ['id'], isKeyInOrder: true }],
  waits: [deliveryWaits],
  provides: { eventsErased: [eraseDeliveries], outsideCopies: [listReceivers], stoppedParts: [listStoppedWebhooks] },
  services: (platform) => ({ deliverer: makeDeliverer(platform), eventStreams: new Broadcasts(platform) }),
  start: startDeliveries,
  stop: (platform) => platform.services.deliverer.stop(),
} satisfies Area;
