/** Counts what all lanes have under way, and wakes those that found no room when something ends. */
export class Room {
  readonly #size: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#size = size;
  }

  /** How many more fit; `wake` is called once when there is room again. */
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
