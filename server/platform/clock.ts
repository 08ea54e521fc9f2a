/** The one clock. Tests hand in a clock of their own and move it. */
export interface Clock {
  now(): Date;
  /**
   * Calls `ring` once when the clock has reached `at` (epoch ms), or was set back: who waits then looks anew, since what
   * it counted from may lie in the future now. The answer cancels it.
   */
  alarm(at: number, ring: () => void): () => void;
}

/** How long a timer sleeps at most, so that a jump of the wall clock or a machine's sleep is noticed. */
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

/** One alarm that is moved as the next moment of interest moves: the earliest wish wins. */
export class NextAlarm {
  #at = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => {};
  readonly #clock: Clock;
  readonly #ring: () => void;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `at` (epoch ms) or earlier, if an earlier moment was already asked for. */
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
