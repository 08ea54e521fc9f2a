import { type Platform, perPlatform } from '../../platform/platform.ts';
import { listWaitingInstallations, takeBackRunning } from './jobs.store.ts';
import { SyncLane } from './sync-lane.ts';

/** Does the stored jobs, each installation in a lane of its own. */
class SyncRunner {
  readonly #platform: Platform;
  readonly #lanes = new Map<string, SyncLane>();
  /** Installations whose lanes are woken after the next commit. */
  readonly #noted = new Map<string, { workspaceId: string; changed: boolean }>();
  #stopped = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.database.onCommit(() => this.#wakeNoted());
  }

  async start(): Promise<void> {
    await this.#platform.write(({ db, now }) => takeBackRunning(db, now));
    for (const { workspaceId, installationId } of await listWaitingInstallations(this.#platform.database.read)) {
      this.#lane(workspaceId, installationId).wake();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
  }

  /** Called inside a transaction: after its commit the installation's lane looks for what is new. */
  noteJobs(workspaceId: string, installationId: string): void {
    if (!this.#noted.has(installationId)) this.#noted.set(installationId, { workspaceId, changed: false });
  }

  /** Called inside a transaction that switches bindings of the installation off. */
  noteChange(workspaceId: string, installationId: string): void {
    this.#noted.set(installationId, { workspaceId, changed: true });
  }

  #lane(workspaceId: string, installationId: string): SyncLane {
    let lane = this.#lanes.get(installationId);
    if (!lane) {
      lane = new SyncLane(this.#platform, workspaceId, installationId);
      this.#lanes.set(installationId, lane);
    }
    return lane;
  }

  #wakeNoted(): void {
    if (this.#noted.size === 0 || this.#stopped) return;
    const noted = [...this.#noted];
    this.#noted.clear();
    for (const [installationId, { workspaceId, changed }] of noted) {
      const lane = this.#lane(workspaceId, installationId);
      if (changed) lane.reload();
      else lane.wake();
    }
  }
}

export const syncRunner = perPlatform((platform) => new SyncRunner(platform));
