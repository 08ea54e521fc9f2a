const windowMs = 60_000;
/** One more than what is set aside takes: work of which the server died three times is out of the way at the fourth start. */
const mostDeaths = 4;
const firstDelayMs = 500;

/** When a server that died is started again: sooner the first time, and not at all after four deaths in a minute. */
export class RestartPolicy {
  #now;
  /** @type {number[]} */
  #deaths = [];

  /** @param {() => number} now */
  constructor(now = Date.now) {
    this.#now = now;
  }

  /**
   * The server has died.
   * @returns {number | null} how many milliseconds to wait, or null when starting it again is of no use
   */
  died() {
    const now = this.#now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < windowMs), now];
    if (this.#deaths.length >= mostDeaths) return null;
    return firstDelayMs * 2 ** (this.#deaths.length - 1);
  }

  /** The owner tries once more: what was counts no longer. */
  reset() {
    this.#deaths = [];
  }
}
