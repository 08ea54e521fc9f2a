import type { Response } from 'express';
import { Problem } from '../../../platform/problem.ts';

/** The source of a guess. */
export interface Caller {
  /** Groups the guesses that are limited together. */
  name: string;
  /** Runs first: a caller on this machine, or in a known browser. */
  isFirst: boolean;
}

/** The number of addresses of a small local network, so its machines cannot fill the queue for one another. */
const mostWaiting = 256;

/**
 * Checks one passphrase at a time, because each check costs a core. A caller has at most one guess waiting, so the
 * owner waits for at most one guess of each other caller.
 */
export class GuessQueue {
  /** By the caller's name, in order of arrival. */
  readonly #first = new Map<string, () => void>();
  readonly #others = new Map<string, () => void>();
  #isBusy = false;

  /** Runs the check in turn, or never if the caller disconnects. Throws 429 when the caller or the queue is full. */
  async take<T>({ name, isFirst }: Caller, response: Response, check: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#wait(isFirst ? this.#first : this.#others, name, response);
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
    for (const line of [this.#first, this.#others]) {
      for (const [name, call] of line) {
        line.delete(name);
        // Set here, so that no new caller gets in between.
        this.#isBusy = true;
        call();
        return;
      }
    }
  }
}
