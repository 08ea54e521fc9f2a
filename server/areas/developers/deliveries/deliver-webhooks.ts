import type { Platform } from '../../../platform/platform.ts';
import { restartWaits, type StoredWaits } from '../../../platform/work/clock-watch.ts';
import { Lanes } from '../../../platform/work/lanes.ts';
import { listWaitingEndpoints } from './deliveries.store.ts';
import { DeliveryLane } from './delivery-lane.ts';
import { Room } from './room.ts';
import { takeDeliveryBack } from './set-aside-delivery.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    deliverer: Lanes<DeliveryLane>;
  }
}

/** What may be under way at the same time to all endpoints together. */
const largestConcurrency = 512;

/** Sends the stored deliveries, each endpoint in a lane of its own. At least once: what a crash broke off is sent again. */
export function makeDeliverer(platform: Platform): Lanes<DeliveryLane> {
  const room = new Room(largestConcurrency);
  return new Lanes(platform, (workspaceId, endpointId) => new DeliveryLane(platform, workspaceId, endpointId, room));
}

/** The waits between attempts. */
export const deliveryWaits: StoredWaits = {
  restart: (db, now) => restartWaits(db, now, { table: 'deliveries', due: 'next_attempt_at', since: 'updated_at' }),
  wake: startDeliveries,
};

/** Goes on with what an earlier process had left. */
export async function startDeliveries(platform: Platform): Promise<void> {
  const lanes = platform.services.deliverer;
  platform.running.suspects.handlers.set('delivery', {
    retry: async (db, key, now) => {
      const place = await takeDeliveryBack(db, key, now);
      return place && (() => lanes.of(place.workspaceId, place.endpointId).wake());
    },
  });
  for (const { workspaceId, endpointId } of await listWaitingEndpoints(platform.database.read)) {
    lanes.of(workspaceId, endpointId).wake();
  }
}
