import type { Platform } from '../../../platform/platform.ts';
import { restartWaits, type StoredWaits } from '../../../platform/work/clock-watch.ts';
import { Lanes } from '../../../platform/work/lanes.ts';
import { listWaitingEndpoints } from './deliveries.store.ts';
import { DeliveryLane } from './delivery-lane.ts';
import { takeDeliveryBack } from './set-aside-delivery.ts';
import { SharedLimit } from './shared-limit.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    deliverer: Lanes<DeliveryLane>;
  }
}

/** Maximum concurrent deliveries over all endpoints. */
const largestConcurrency = 512;

/** Sends stored deliveries, one lane per endpoint. At-least-once: a delivery interrupted by a crash is sent again. */
export function makeDeliverer(platform: Platform): Lanes<DeliveryLane> {
  const limit = new SharedLimit(largestConcurrency);
  return new Lanes(platform, (workspaceId, endpointId) => new DeliveryLane(platform, workspaceId, endpointId, limit));
}

/** The stored waits between attempts, restarted when the clock is set back. */
export const deliveryWaits: StoredWaits = {
  restart: (db, now) => restartWaits(db, now, { table: 'deliveries', due: 'next_attempt_at', since: 'updated_at' }),
  wake: startDeliveries,
};

/** Resumes the deliveries that an earlier process left waiting. */
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
