import { Problem } from '../problem.ts';
import { outside } from './item-run.ts';

interface Limits {
  /** How many run at the same time. */
  atOnce: number;
  /** How many of one owner may wait; the next is refused. */
  mostWaiting: number;
}

/**
 * Runs dear work in turns, so that many requests for it hold the server no longer than one. Owners take turns, each with
 * its oldest; equal work that waits or runs is shared.
 */
export class FairQueue {
  readonly #limits: Limits;
  #running = 0;
  /** The waiting work of each owner; the first owner is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #shared = new Map<string, Promise<unknown>>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when its turn has come. `key` names what it does to what: a caller whose key is waiting or running gets
   * that result. Throws 503 `unavailable` when too much of the owner waits, else what `work` throws.
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
      // A turn is handed on rather than given back, so that nobody comes in between.
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
    // Set anew, an owner comes last.
    this.#waiting.delete(owner);
    if (waiting.length > 0) this.#waiting.set(owner, waiting);
    return next;
  }
}
