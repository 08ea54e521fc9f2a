const windowMs = 120_000;
/**
 * An item that crashes the server is set aside at the third death, within a batch at the fourth; the same text may be
 * processed in two places.
 */
const mostDeaths = 8;
/** A server that reports why it cannot start will report the same again. */
const mostWithReason = 4;
const firstDelayMs = 500;
const longestDelayMs = 2_000;

/**
 * Decides when a crashed server is restarted: with growing delays, and not at all after eight deaths in two minutes.
 */
export class RestartPolicy {
  #now;
  /** @type {number[]} */
  #deaths = [];

  /** @param {() => number} now */
  constructor(now = Date.now) {
    this.#now = now;
  }

  /**
   * Records a crash; `hasSaidWhy` when the server reported the reason itself.
   * @param {{ hasSaidWhy?: boolean }} how
   * @returns {number | null} the delay before the restart in ms, or null to give up
   */
  died({ hasSaidWhy = false } = {}) {
    const now = this.#now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < windowMs), now];
    if (this.#deaths.length >= (hasSaidWhy ? mostWithReason : mostDeaths)) return null;
    return Math.min(longestDelayMs, firstDelayMs * 2 ** (this.#deaths.length - 1));
  }

  /** Forgets earlier deaths, when the owner retries. */
  reset() {
    this.#deaths = [];
  }
}
