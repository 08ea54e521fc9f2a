import type { Response } from 'express';
import { Problem } from '../../../platform/problem.ts';

/** Who guesses. */
export interface Caller {
  /** One for all guesses that are counted together. */
  name: string;
  /** At this machine itself: before all others. */
  isLocal: boolean;
}

/** As many as a small local network has addresses: its machines cannot fill the queue for one another. */
const mostWaiting = 256;

/**
 * Checks one passphrase at a time, whoever asks: each costs a core. A caller has one guess waiting at most, so that
 * the owner waits for one guess of each other caller, however many those send.
 */
export class GuessQueue {
  /** By the caller's name, in the order in which they came. */
  readonly #local = new Map<string, () => void>();
  readonly #others = new Map<string, () => void>();
  #isBusy = false;

  /** Runs the check when its turn comes, and not at all when the caller has left. Throws 429 when there is no room. */
  async take<T>({ name, isLocal }: Caller, response: Response, check: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#wait(isLocal ? this.#local : this.#others, name, response);
    this.#isBusy = true;
    try {
      return await check();
    } finally {
      this.#isBusy = false;
      this.#callNext();
    }
  }

  #wait(line: Map<string, () => void>, name: string, response: Response): Promise<void> {
    if (line.has(name) || line.size >= mostWaiting) {
      throw new Problem('rate_limited', 'Other passphrases are being checked: try again in a moment', {
        headers: { 'Retry-After': '2' },
      });
    }
    return new Promise((resolve, reject) => {
      line.set(name, resolve);
      response.once('close', () => {
        if (line.get(name) !== resolve) return;
        line.delete(name);
        reject(new Problem('rate_limited'));
      });
    });
  }

  #callNext(): void {
    for (const line of [this.#local, this.#others]) {
      for (const [name, call] of line) {
        line.delete(name);
        // Nobody comes in between.
        this.#isBusy = true;
        call();
        return;
      }
    }
  }
}
