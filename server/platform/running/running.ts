import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import { Board, type Item } from './running-board.ts';
import { currentSection, runIn, Section } from './sections.ts';
import type { Suspects } from './suspects.ts';

/** A suspect waits so long at most for the one before it, which may be at something long. */
const longestTurnMs = 5_000;

/**
 * What is under way, so that nothing that ends the process is tried for ever. Whoever takes up durable content says so
 * here before the content is touched (`during`, `within`); what is found there after a death has one death counted, and
 * at three its owner sets it aside (`suspects.isPoison`) and goes on with what is behind it.
 *
 * A line is written into memory shared with the watchdog and into a file of fixed size, with neither transaction nor
 * sync (see `Board`): a hang, an abort, a segmentation fault and `kill -9` all leave it behind. Only what is on the stack
 * is to blame: an item that waits for the network, a thread or its turn to write is marked so (`outside`, `WriteQueue`).
 * A transaction has the stack to itself, so blame is exact there. Elsewhere several items may share a death; from then on
 * these take turns, so none of them shares a second one, and each is cleared as soon as it was handled. To be set aside by
 * chance, an item would have to be on the stack at three kills on end: the windows are milliseconds, and the second and
 * third lie at the very start of the process.
 */
export class Running {
  readonly suspects: Suspects;
  readonly board: Board;
  #lastSuspect: Promise<unknown> = Promise.resolve();
  #isEnding = false;

  constructor(home: string, suspects: Suspects) {
    this.board = new Board(home);
    this.suspects = suspects;
  }

  /** Handles an item that may wait for this and that. */
  async during<T>(item: Item, run: () => Promise<T>): Promise<T> {
    if (!this.suspects.hasDied(item)) return this.#enter(item, run);
    const before = this.#lastSuspect;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastSuspect = Promise.all([before, promise]);
    await Promise.race([before, sleep(longestTurnMs, undefined, { ref: false })]);
    try {
      return await this.#enter(item, run);
    } finally {
      this.#clear(item);
      resolve();
    }
  }

  /** The part of a transaction that handles an item. */
  within<T>(item: Item, work: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
    return async (db) => {
      const section = new Section(this.board, item);
      section.alone();
      try {
        return await work(db);
      } finally {
        section.end();
        this.#clear(item);
      }
    };
  }

  /** A first look at an item, which waits for nothing; the item is not handled by that. */
  look<T>(item: Item, read: () => T): T {
    const section = new Section(this.board, item);
    section.alone();
    try {
      return read();
    } finally {
      section.end();
    }
  }

  /** The process ends by an error that nobody caught: it dies of the item in which that was thrown, if of any. */
  noteDeath(): void {
    const section = currentSection();
    section?.alone();
    this.#isEnding = true;
    this.board.close({ stays: section !== null });
  }

  /** A clean end begins: nothing dies of it. */
  close(): void {
    this.#isEnding = true;
    this.board.close({ stays: false });
  }

  /** What an end breaks off was not handled. */
  #clear(item: Item): void {
    if (!this.#isEnding) this.suspects.clear(item);
  }

  async #enter<T>(item: Item, run: () => Promise<T>): Promise<T> {
    const section = new Section(this.board, item);
    section.enter();
    try {
      return await runIn(section, run);
    } finally {
      section.end();
    }
  }
}
