import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import { ItemRun, itemRunOfError, runIn } from './item-run.ts';
import { Board, type Item } from './running-board.ts';
import type { Suspects } from './suspects.ts';

/** Longest turn of a suspect: then the next one runs as well, and the turn no longer delays any. */
const longestTurnMs = 5_000;

/**
 * Tracks the work in progress, so that an item that crashes the process is not retried for ever. Durable items are
 * registered here before their content is touched (`during`, `within`). Each item found registered after a crash has
 * one death counted; at three its owner sets it aside (`suspects.isPoison`) and continues with the next.
 *
 * Entries are written to memory shared with the watchdog and to a file of fixed size, without a transaction or sync
 * (see `Board`), so they survive a hang, an abort, a segmentation fault and `kill -9`. Only an item on the stack is
 * blamed: one that waits for the network, a thread or its turn to write is marked as waiting (`outside`, `WriteQueue`).
 * A transaction has the stack to itself, so blame is exact there. Elsewhere several items may share a death; they then
 * take turns, so none shares a second one, and each is cleared once it was handled. An innocent item would have to be
 * on the stack at three consecutive kills: the windows are milliseconds, the last two of them right after the start.
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

  /** Handles an item that may await other work. Suspects take turns. */
  async during<T>(item: Item, run: () => Promise<T>, isOnFile?: boolean): Promise<T> {
    if (!this.suspects.hasDied(item)) return this.#enter(item, run, isOnFile);
    const before = this.#lastSuspect;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastSuspect = promise;
    await Promise.race([before, sleep(longestTurnMs, undefined, { ref: false })]);
    const turn = setTimeout(resolve, longestTurnMs).unref();
    try {
      return await this.#enter(item, run, true);
    } finally {
      this.#clear(item);
      clearTimeout(turn);
      resolve();
    }
  }

  /** Wraps the part of a transaction that handles an item. */
  within<T>(item: Item, work: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
    return async (db) => {
      const itemRun = new ItemRun(this.board, item);
      itemRun.alone();
      try {
        return await work(db);
      } finally {
        itemRun.end();
        this.#clear(item);
      }
    };
  }

  /** Reads an item synchronously, without counting it as handled. */
  look<T>(item: Item, read: () => T): T {
    const itemRun = new ItemRun(this.board, item);
    itemRun.alone();
    try {
      return read();
    } finally {
      itemRun.end();
    }
  }

  /** Called for an uncaught error: blames the item in which it was thrown, if any. */
  noteDeath(): void {
    const isBlamed = itemRunOfError()?.blame() ?? false;
    this.#isEnding = true;
    this.board.close({ stays: isBlamed });
  }

  /** Called at a clean end: nothing is blamed. */
  close(): void {
    this.#isEnding = true;
    this.board.close({ stays: false });
  }

  /** An item interrupted by the end was not handled and stays a suspect. */
  #clear(item: Item): void {
    if (!this.#isEnding) this.suspects.clear(item);
  }

  async #enter<T>(item: Item, run: () => Promise<T>, isOnFile?: boolean): Promise<T> {
    const itemRun = new ItemRun(this.board, item, isOnFile);
    itemRun.enter();
    try {
      return await runIn(itemRun, run);
    } finally {
      itemRun.end();
    }
  }
}
