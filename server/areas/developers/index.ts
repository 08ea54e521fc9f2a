import type { Area } from '../../http/area.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Recurring } from '../../platform/scheduler.ts';
import { deliverer, deliveryWaits, startDeliveries } from './deliver-webhooks.ts';
import { deliveryOperations } from './deliveries.operations.ts';
import { deleteOldDeliveries } from './deliveries.store.ts';
import { endpointOperations } from './endpoints.operations.ts';
import { logOperations } from './logs.operations.ts';
import { queueDeliveries } from './queue-deliveries.ts';

export { countDeliveriesByDay } from './count-by-day.ts';
export { listEndpoints } from './endpoints.store.ts';
export { eventCatalogue } from './event-catalogue.ts';
export { toPayload } from './queue-deliveries.ts';
export { readRetryAfter } from './retry-schedule.ts';

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

export const developers: Area = {
  name: 'developers',
  title: 'Developers',
  operations: { ...endpointOperations, ...deliveryOperations, ...logOperations },
  subscribers: [queueDeliveries],
  recurring: [oldDeliveries],
  waits: [deliveryWaits],
  start: startDeliveries,
  stop: (platform) => deliverer(platform).stop(),
};
