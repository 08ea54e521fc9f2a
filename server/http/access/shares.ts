import type { Clock } from '../../platform/clock.ts';
import { secondMs } from '../../platform/durations.ts';
import { Problem } from '../../platform/problem.ts';

/** Declared by an operation that blocks the main thread for long. */
export interface Dear {
  /** Calls per caller that run at once; further calls wait. */
  atOnce: number;
  /**
   * The call mostly waits, for a thread, a language model or a queue that limits the expensive part. It takes no place of
   * the pool, only the caller's share.
   */
  waits?: boolean;
  /** Equal calls of one caller share a run and its outcome. Only for reads and pure recomputation. */
  joins?: true;
}

/** Calls of expensive operations that run at once in each pool: one for keys, one for the console. */
const placesPerPool = 4;
/** A caller never takes all places of its pool. */
const mostPerCaller = placesPerPool - 1;
const mostWaiting = 8;
const longestWaitMs = 10 * secondMs;
const retryAfterSeconds = 2;

/** A call that asks for a place. */
export interface Claim {
  pool: 'console' | 'keys';
  caller: string;
  operationId: string;
  atOnce: number;
  /** Takes no place of the pool. */
  waits: boolean;
  /** Aborted when the caller disconnects. */
  leaving?: AbortSignal | undefined;
}

/** Permission to run. */
export interface Place {
  /** Frees the place for another call, while a file may still be sent. */
  release(): void;
  /** Frees the caller's share as well. */
  leave(): void;
}

interface Waiting {
  claim: Claim;
  enter(): void;
}

interface Lane {
  /** Calls that hold a place. */
  placed: number;
  /** Calls that count towards the share, by operation. */
  shares: Map<string, number>;
  waiting: Waiting[];
}

/**
 * Admits expensive calls: each caller has a share of each operation, and callers take turns. Keys cannot delay people at
 * the console, whose pool is separate.
 */
export class Shares {
  readonly #pools;
  readonly #runs = new Map<string, Promise<unknown>>();

  constructor(clock: Clock) {
    this.#pools = { console: new Pool(clock), keys: new Pool(clock) };
  }

  /** Waits for a place. Throws 429 if eight calls of the caller are waiting already, or after ten seconds. */
  claim(claim: Claim): Promise<Place> {
    return this.#pools[claim.pool].claim(claim);
  }

  /** Returns the outcome of the run with this name, and starts it unless it is in progress. */
  join<T>(name: string, run: () => Promise<T>): Promise<T> {
    const known = this.#runs.get(name) as Promise<T> | undefined;
    if (known) return known;
    const started = run().finally(() => this.#runs.delete(name));
    this.#runs.set(name, started);
    return started;
  }
}

class Pool {
  readonly #clock: Clock;
  /** Callers with calls; the first is next. */
  readonly #lanes = new Map<string, Lane>();
  #free = placesPerPool;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async claim(claim: Claim): Promise<Place> {
    if (claim.leaving?.aborted) throw tooMany(claim);
    const lane = this.#lanes.get(claim.caller) ?? { placed: 0, shares: new Map(), waiting: [] };
    this.#lanes.set(claim.caller, lane);
    if (this.#hasRoom(lane, claim)) this.#take(lane, claim);
    else await this.#wait(lane, claim);
    return this.#placeOf(lane, claim);
  }

  #hasRoom(lane: Lane, { operationId, atOnce, waits }: Claim): boolean {
    const hasPlace = waits || (this.#free > 0 && lane.placed < mostPerCaller);
    return hasPlace && (lane.shares.get(operationId) ?? 0) < atOnce;
  }

  #take(lane: Lane, { operationId, waits }: Claim): void {
    if (!waits) {
      this.#free -= 1;
      lane.placed += 1;
    }
    lane.shares.set(operationId, (lane.shares.get(operationId) ?? 0) + 1);
  }

  /** Frees the place one turn of the event loop later, to let other work run between two expensive calls. */
  #placeOf(lane: Lane, { caller, operationId, waits }: Claim): Place {
    let hasReleased = waits;
    let hasLeft = false;
    const release = () => {
      if (hasReleased) return;
      hasReleased = true;
      setImmediate(() => {
        this.#free += 1;
        lane.placed -= 1;
        this.#admit();
      });
    };
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      release();
      setImmediate(() => {
        const others = (lane.shares.get(operationId) ?? 1) - 1;
        if (others > 0) lane.shares.set(operationId, others);
        else lane.shares.delete(operationId);
        this.#admit();
        this.#forgetIfIdle(caller, lane);
      });
    };
    return { release, leave };
  }

  /** Gives free places to waiting calls, one call per caller in turn. */
  #admit(): void {
    let admitted: boolean;
    do {
      admitted = false;
      for (const [caller, lane] of [...this.#lanes]) {
        const index = lane.waiting.findIndex(({ claim }) => this.#hasRoom(lane, claim));
        if (index < 0) continue;
        const [next] = lane.waiting.splice(index, 1) as [Waiting];
        this.#take(lane, next.claim);
        // Moves the caller to the end.
        this.#lanes.delete(caller);
        this.#lanes.set(caller, lane);
        next.enter();
        admitted = true;
      }
    } while (admitted);
  }

  #forgetIfIdle(caller: string, lane: Lane): void {
    if (lane.waiting.length === 0 && lane.shares.size === 0) this.#lanes.delete(caller);
  }

  #wait(lane: Lane, claim: Claim): Promise<void> {
    if (lane.waiting.length >= mostWaiting) throw tooMany(claim);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { claim, enter: () => settle(resolve) };
    const settle = (act: () => void) => {
      cancelAlarm();
      claim.leaving?.removeEventListener('abort', giveUp);
      act();
    };
    const giveUp = () => {
      lane.waiting.splice(lane.waiting.indexOf(waiting), 1);
      this.#forgetIfIdle(claim.caller, lane);
      settle(() => reject(tooMany(claim)));
    };
    lane.waiting.push(waiting);
    const cancelAlarm = this.#clock.alarm(this.#clock.now().getTime() + longestWaitMs, giveUp);
    claim.leaving?.addEventListener('abort', giveUp, { once: true });
    return promise;
  }
}

const tooMany = ({ atOnce }: Claim): Problem =>
  new Problem('rate_limited', `Too many of these at once: ${atOnce} run and ${mostWaiting} wait, no more`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
