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
 * oldest work first. Equal work that is waiting or running is shared; it runs at the earliest turn of its owners.
 */
export class FairQueue {
  readonly #limits: Limits;
  #running = 0;
  /** Keys of waiting work by owner, oldest first; the first owner is next. Shared work has several owners. */
  readonly #waiting = new Map<string, Set<string>>();
  /** Starts waiting work, by key. */
  readonly #starts = new Map<string, () => void>();
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
    if (same) {
      if (this.#starts.has(key)) this.#enqueue(owner, key);
      return outside(() => same as Promise<T>);
    }
    const run = this.#runInTurn(owner, key, work).finally(() => this.#shared.delete(key));
    this.#shared.set(key, run);
    return run;
  }

  async #runInTurn<T>(owner: string, key: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running++;
    else await outside(() => this.#waitFor(owner, key));
    try {
      return await work();
    } finally {
      // Passes the turn to the next owner directly; otherwise a new caller could overtake it.
      const next = this.#takeNext();
      if (next) next();
      else this.#running--;
    }
  }

  #waitFor(owner: string, key: string): Promise<void> {
    this.#enqueue(owner, key);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#starts.set(key, resolve);
    return promise;
  }

  #enqueue(owner: string, key: string): void {
    const keys = this.#waiting.get(owner) ?? new Set();
    if (keys.has(key)) return;
    if (keys.size >= this.#limits.mostWaiting) {
      throw new Problem('unavailable', 'Too many of these are waiting already: try again', {
        headers: { 'Retry-After': '10' },
      });
    }
    this.#waiting.set(owner, keys.add(key));
  }

  #takeNext(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [owner, keys] = first;
    const [key = ''] = keys;
    // Reinserting moves the owner to the end.
    this.#waiting.delete(owner);
    this.#waiting.set(owner, keys);
    for (const [each, others] of this.#waiting) {
      others.delete(key);
      if (others.size === 0) this.#waiting.delete(each);
    }
    const start = this.#starts.get(key);
    this.#starts.delete(key);
    return start;
  }
}
