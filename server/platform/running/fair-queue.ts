import { Problem } from '../problem.ts';
import { outside } from './item-run.ts';

interface Limits {
  /** Work that runs at the same time. */
  atOnce: number;
  /** Waiting work per owner; more is refused. */
  mostWaiting: number;
}

/**
 * Runs expensive work one piece at a time: many requests for it block the server no longer than one. Owners take turns,
 * oldest work first; equal work that is waiting or running is shared.
 */
export class FairQueue {
  readonly #limits: Limits;
  #running = 0;
  /** Waiting work by owner; the first owner is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #shared = new Map<string, Promise<unknown>>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` in its turn. `key` identifies the work and its subject: callers with the same key share the result of the
   * waiting or running work. Throws 503 `unavailable` if the owner has too much waiting work, and any error of `work`.
   */
  async run<T>(owner: string, key: string, work: () => Promise<T>): Promise<T> {
    const same = this.#shared.get(key);
    if (same) return outside(() => same as Promise<T>);
    const run = this.#runInTurn(owner, work).finally(() => this.#shared.delete(key));
    this.#shared.set(key, run);
    return run;
  }

  async #runInTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running++;
    else await outside(() => this.#waitFor(owner));
    try {
      return await work();
    } finally {
      // Passes the turn to the next owner directly; otherwise a new caller could overtake it.
      const next = this.#takeNext();
      if (next) next();
      else this.#running--;
    }
  }

  async #waitFor(owner: string): Promise<void> {
    const waiting = this.#waiting.get(owner) ?? [];
    if (waiting.length >= this.#limits.mostWaiting) {
      throw new Problem('unavailable', 'Too many of these are waiting already: try again', {
        headers: { 'Retry-After': '10' },
      });
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    this.#waiting.set(owner, waiting);
    await promise;
  }

  #takeNext(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [owner, waiting] = first;
    const next = waiting.shift();
    // Reinserting moves the owner to the end.
    this.#waiting.delete(owner);
    if (waiting.length > 0) this.#waiting.set(owner, waiting);
    return next;
  }
}
