import type { Area } from '../../http/area.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Recurring } from '../../platform/work/scheduler.ts';
import { deliveryWaits, makeDeliverer, startDeliveries } from './deliveries/deliver-webhooks.ts';
import { deliveryOperations } from './deliveries/deliveries.operations.ts';
import { deleteOldDeliveries } from './deliveries/deliveries.store.ts';
import { queueDeliveries } from './deliveries/queue-deliveries.ts';
import { endpointOperations } from './endpoints/endpoints.operations.ts';
import { logOperations } from './log/logs.operations.ts';
import { Broadcasts } from './log/stream-events.ts';

export { toPayload } from './deliveries/queue-deliveries.ts';
export { readRetryAfter } from './deliveries/retry-schedule.ts';
export { listEndpoints } from './endpoints/endpoints.store.ts';
export { countDeliveriesByDay } from './log/count-by-day.ts';
export { eventCatalogue } from './log/event-catalogue.ts';

const deliveriesKeptForMs = 30 * 24 * 3_600_000;
const deletedAtOnce = 200;

const oldDeliveries: Recurring = {
  name: 'old deliveries',
  cron: '53 4 * * *',
  async run(platform: Platform) {
    const before = new Date(platform.clock.now().getTime() - deliveriesKeptForMs).toISOString();
    while (await platform.write(({ db }) => deleteOldDeliveries(db, before, deletedAtOnce)));
  },
};

export const developers = {
  name: 'developers',
  title: 'Developers',
  operations: { ...endpointOperations, ...deliveryOperations, ...logOperations },
  subscribers: [queueDeliveries],
  recurring: [oldDeliveries],
  waits: [deliveryWaits],
  services: (platform) => ({ deliverer: makeDeliverer(platform), eventStreams: new Broadcasts(platform) }),
  start: startDeliveries,
  stop: (platform) => platform.services.deliverer.stop(),
} satisfies Area;
