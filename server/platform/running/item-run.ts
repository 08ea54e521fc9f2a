import { AsyncLocalStorage } from 'node:async_hooks';
import type { Board, Item } from './running-board.ts';

/** The period during which one item is handled. */
export class ItemRun {
  readonly #board: Board;
  readonly #slot: number | null;
  readonly #isDurable: boolean;
  #isOpen = true;

  constructor(board: Board, item: Item) {
    this.#board = board;
    this.#isDurable = item.kind !== 'request';
    this.#slot = board.take(item);
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

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#slot !== null) this.#board.give(this.#slot, this.#isDurable);
  }

  #mark(state: 'active' | 'waiting' | 'alone'): void {
    if (this.#isOpen && this.#slot !== null) this.#board.mark(this.#slot, state, this.#isDurable);
  }
}

const itemRuns = new AsyncLocalStorage<ItemRun | null>();

/** Returns the item run in which the caller is; null outside of any and after it has ended. */
export function currentItemRun(): ItemRun | null {
  const itemRun = itemRuns.getStore();
  return itemRun?.isOpen ? itemRun : null;
}

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
