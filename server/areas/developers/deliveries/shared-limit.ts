/** Limits the deliveries under way over all lanes; a lane that found no room is woken when a delivery ends. */
export class SharedLimit {
  readonly #size: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#size = size;
  }

  /** How many more may start; if none, `wake` is called once when one may. */
  left(wake: () => void): number {
    const left = this.#size - this.#taken;
    if (left <= 0) this.#waiting.add(wake);
    return left;
  }

  /** Takes a place for as long as `run` takes. */
  async within(run: () => Promise<void>): Promise<void> {
    this.#taken += 1;
    try {
      await run();
    } finally {
      this.#taken -= 1;
      const waiting = [...this.#waiting];
      this.#waiting.clear();
      for (const wake of waiting) wake();
    }
  }
}
