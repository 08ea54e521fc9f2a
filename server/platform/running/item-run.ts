import { AsyncLocalStorage } from 'node:async_hooks';
import type { Board, Item } from './running-board.ts';

/** The period during which one item is handled. */
export class ItemRun {
  readonly #board: Board;
  readonly #item: Item;
  readonly #slot: number | null;
  readonly #isOnFile: boolean;
  #isOpen = true;

  /** `isOnFile` records the item in the file, which survives any crash. */
  constructor(board: Board, item: Item, isOnFile = item.kind !== 'request') {
    this.#board = board;
    this.#item = item;
    this.#isOnFile = isOnFile;
    this.#slot = board.take(item);
    board.advance();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The content is being handled, possibly next to others. */
  enter(): void {
    this.#mark('active');
  }

  /** Waiting for the network, another thread or its turn to write. */
  wait(): void {
    this.#mark('waiting');
  }

  /** Alone on the stack until marked otherwise. */
  alone(): void {
    this.#mark('alone');
  }

  /**
   * Records an uncaught error thrown in the item, or by work that a request left running. Returns false for other items that
   * have ended, because they will not run again.
   */
  blame(): boolean {
    if (!this.#isOpen && this.#item.kind !== 'request') return false;
    const slot = this.#isOpen ? this.#slot : this.#board.take(this.#item);
    if (slot === null) return false;
    this.#board.mark(slot, 'alone', false);
    this.#board.record(slot);
    return true;
  }

  noteProgress(): void {
    this.#board.advance();
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#board.advance();
    if (this.#slot !== null) this.#board.give(this.#slot, this.#isOnFile);
  }

  #mark(state: 'active' | 'waiting' | 'alone'): void {
    if (this.#isOpen && this.#slot !== null) this.#board.mark(this.#slot, state, this.#isOnFile);
  }
}

const itemRuns = new AsyncLocalStorage<ItemRun | null>();

/** Returns the item run in which the caller is; null outside of any and after it has ended. */
export function currentItemRun(): ItemRun | null {
  const itemRun = itemRuns.getStore();
  return itemRun?.isOpen ? itemRun : null;
}

/** Returns the item run in which an uncaught error was thrown, even if it has ended; null outside of any. */
export const itemRunOfError = (): ItemRun | null => itemRuns.getStore() ?? null;

/**
 * Records progress of long work in the main thread, such as a step of a budget, which makes the watchdog more patient with
 * a blocked event loop. Cheap; call it only in loops that end.
 */
export const noteProgress = (): void => currentItemRun()?.noteProgress();

/** Runs in an item run; with null in none, for work shared by everybody. */
export const runIn = <T>(itemRun: ItemRun | null, run: () => T): T => itemRuns.run(itemRun, run);

/** Awaits work outside this thread, such as the network: a waiting item is not blamed for a crash. */
export async function outside<T>(wait: () => Promise<T>): Promise<T> {
  const itemRun = currentItemRun();
  if (!itemRun) return wait();
  itemRun.wait();
  try {
    return await wait();
  } finally {
    itemRun.enter();
  }
}
