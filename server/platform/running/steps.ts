import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '../problem.ts';
import { noteProgress } from './item-run.ts';

/**
 * A call's budget of work in the main thread, in steps: statements, rows that they return or change, and candidates that
 * a loop tries. A limit in time would depend on the machine; a step takes some microseconds on any machine.
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

  /** Throws 422 `too_much_work` beyond the budget. Background work started by the call is not counted after the call ends. */
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

/** Returns the steps of the current call; null outside of a call. */
export const currentSteps = (): Steps | null => counting.getStore() ?? null;

/** Runs work that counts towards `steps`; null counts nothing, for work shared by several callers. */
export const countIn = <T>(steps: Steps | null, run: () => T): T => counting.run(steps, run);

/** Counts steps of the current call. Throws 422 `too_much_work` beyond its budget. Counts nothing outside of a call. */
export function takeSteps(count: number): void {
  noteProgress();
  counting.getStore()?.take(count);
}
