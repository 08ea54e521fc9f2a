import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '../problem.ts';
import { noteProgress } from './item-run.ts';

/**
 * What one call may do in the main thread, counted in steps: statements, rows that they return or change, and candidates
 * that a loop tries. Time would depend on the machine; a step takes some microseconds on any.
 */
export class Steps {
  readonly most: number;
  #taken = 0;
  #isOver = false;

  constructor(most: number) {
    this.most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Throws 422 `too_much_work` beyond the budget. Background work that the call has started is not counted after its end. */
  take(count: number): void {
    if (this.#isOver) return;
    this.#taken += count;
    if (this.#taken > this.most) {
      const detail = `This needs more than ${this.most} steps of work, which would hold up everyone else: ask for less`;
      throw new Problem('too_much_work', detail, { extra: { steps: this.most } });
    }
  }

  end(): void {
    this.#isOver = true;
  }
}

const counting = new AsyncLocalStorage<Steps | null>();

/** The steps of the call in which the caller is; null outside of any. */
export const currentSteps = (): Steps | null => counting.getStore() ?? null;

/** Runs as a part of what `steps` counts; with null uncounted, for work shared by everybody. */
export const countIn = <T>(steps: Steps | null, run: () => T): T => counting.run(steps, run);

/** Counts steps of the current call. Throws 422 `too_much_work` beyond its budget; nothing is counted outside of a call. */
export function takeSteps(count: number): void {
  noteProgress();
  counting.getStore()?.take(count);
}
