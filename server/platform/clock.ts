/** The only source of time. Tests pass their own clock and move it. */
export interface Clock {
  now(): Date;
  /**
   * Calls `ring` once when the clock reaches `at` (epoch ms) or is set back: a waiter then recomputes, since the moment
   * it counted from may now be in the future. Returns a function that cancels the alarm.
   */
  alarm(at: number, ring: () => void): () => void;
}

/** Longest sleep of a timer, so that a jump of the wall clock or a suspended machine is noticed. */
const longestNapMs = 15_000;

export const systemClock: Clock = {
  now: () => new Date(),
  alarm(at, ring) {
    let timer: NodeJS.Timeout;
    let sleptAt = Date.now();
    const nap = (now: number) => {
      sleptAt = now;
      timer = setTimeout(wake, Math.max(0, Math.min(at - now, longestNapMs))).unref();
    };
    const wake = () => {
      const now = Date.now();
      if (now >= at || now < sleptAt) ring();
      else nap(now);
    };
    nap(sleptAt);
    return () => clearTimeout(timer);
  },
};

/** A single alarm whose time moves with the next moment of interest; the earliest request wins. */
export class NextAlarm {
  #at = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => {};
  readonly #clock: Clock;
  readonly #ring: () => void;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `at` (epoch ms), or earlier if an earlier moment was already requested. */
  by(at: number): void {
    if (at >= this.#at) return;
    this.#cancel();
    this.#at = at;
    this.#cancel = this.#clock.alarm(at, () => {
      this.#at = Number.POSITIVE_INFINITY;
      this.#ring();
    });
  }

  clear(): void {
    this.#cancel();
    this.#at = Number.POSITIVE_INFINITY;
  }
}
