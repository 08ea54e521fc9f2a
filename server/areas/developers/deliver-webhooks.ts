import { type Platform, perPlatform } from '../../platform/platform.ts';
import { listWaitingEndpoints } from './deliveries.store.ts';
import { DeliveryLane } from './delivery-lane.ts';
import { Room } from './room.ts';

/** What may be under way at the same time to all endpoints together. */
const largestConcurrency = 512;

/** Sends the stored deliveries, each endpoint in a lane of its own. At least once: what a crash broke off is sent again. */
class Deliverer {
  readonly #platform: Platform;
  readonly #room = new Room(largestConcurrency);
  readonly #lanes = new Map<string, DeliveryLane>();
  /** Endpoints whose lanes are woken after the next commit. */
  readonly #noted = new Map<string, { workspaceId: string; changed: boolean }>();
  #stopped = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.database.onCommit(() => this.#wakeNoted());
  }

  async start(): Promise<void> {
    for (const { workspaceId, endpointId } of await listWaitingEndpoints(this.#platform.database.read)) {
      this.lane(workspaceId, endpointId).wake();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
  }

  lane(workspaceId: string, endpointId: string): DeliveryLane {
    let lane = this.#lanes.get(endpointId);
    if (!lane) {
      lane = new DeliveryLane(this.#platform, workspaceId, endpointId, this.#room);
      this.#lanes.set(endpointId, lane);
    }
    return lane;
  }

  /** Called inside a transaction: after its commit the endpoint's lane looks for what is new. */
  noteDeliveries(workspaceId: string, endpointId: string): void {
    if (!this.#noted.has(endpointId)) this.#noted.set(endpointId, { workspaceId, changed: false });
  }

  /** Called inside a transaction that changes or deletes the endpoint. */
  noteChange(workspaceId: string, endpointId: string): void {
    this.#noted.set(endpointId, { workspaceId, changed: true });
  }

  #wakeNoted(): void {
    if (this.#noted.size === 0 || this.#stopped) return;
    const noted = [...this.#noted];
    this.#noted.clear();
    for (const [endpointId, { workspaceId, changed }] of noted) {
      const lane = this.lane(workspaceId, endpointId);
      if (changed) lane.reload();
      else lane.wake();
    }
  }
}

export const deliverer = perPlatform((platform) => new Deliverer(platform));
