const windowMs = 120_000;
/** What the server dies of is set aside at the third death, in a batch at the fourth; the same text may be looked at twice. */
const mostDeaths = 8;
/** A server that says itself why it cannot go on says the same at the next start. */
const mostWithReason = 4;
const firstDelayMs = 500;
const longestDelayMs = 2_000;

/** When a server that died is started again: later each time, and not at all after eight deaths in two minutes. */
export class RestartPolicy {
  #now;
  /** @type {number[]} */
  #deaths = [];

  /** @param {() => number} now */
  constructor(now = Date.now) {
    this.#now = now;
  }

  /**
   * The server has died; `hasSaidWhy` when it could tell the reason itself.
   * @param {{ hasSaidWhy?: boolean }} how
   * @returns {number | null} how many milliseconds to wait, or null when starting it again is of no use
   */
  died({ hasSaidWhy = false } = {}) {
    const now = this.#now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < windowMs), now];
    if (this.#deaths.length >= (hasSaidWhy ? mostWithReason : mostDeaths)) return null;
    return Math.min(longestDelayMs, firstDelayMs * 2 ** (this.#deaths.length - 1));
  }

  /** The owner tries once more: what was counts no longer. */
  reset() {
    this.#deaths = [];
  }
}
