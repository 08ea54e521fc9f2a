import type { Platform } from '../platform.ts';

/** The outgoing work for one receiver; a slow receiver does not delay the others. */
export interface Lane {
  /** Looks for due work now. */
  wake(): void;
  /** Like `wake`, after a change to the receiver. */
  reload(): void;
  /** Starts nothing more; resolves when the work under way has ended. */
  stop(): Promise<void>;
}

/** The lanes of all receivers, by the receiver's id; a lane is created when it is first needed. */
export class Lanes<Each extends Lane> {
  readonly #open: (workspaceId: string, id: string) => Each;
  readonly #lanes = new Map<string, Each>();
  /** Receivers whose lanes are woken after the next commit. */
  readonly #noted = new Map<string, { workspaceId: string; changed: boolean }>();
  #stopped = false;

  constructor({ database }: Platform, open: (workspaceId: string, id: string) => Each) {
    this.#open = open;
    database.onCommit(() => this.#wakeNoted());
  }

  of(workspaceId: string, id: string): Each {
    let lane = this.#lanes.get(id);
    if (!lane) {
      lane = this.#open(workspaceId, id);
      this.#lanes.set(id, lane);
    }
    return lane;
  }

  /** Called inside a transaction that queues work; the lane is woken after its commit. */
  noteQueued(workspaceId: string, id: string): void {
    if (!this.#noted.has(id)) this.#noted.set(id, { workspaceId, changed: false });
  }

  /** Called inside a transaction that changes the receiver; the lane is reloaded after its commit. */
  noteChange(workspaceId: string, id: string): void {
    this.#noted.set(id, { workspaceId, changed: true });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
  }

  #wakeNoted(): void {
    if (this.#noted.size === 0 || this.#stopped) return;
    const noted = [...this.#noted];
    this.#noted.clear();
    for (const [id, { workspaceId, changed }] of noted) {
      const lane = this.of(workspaceId, id);
      if (changed) lane.reload();
      else lane.wake();
    }
  }
}
