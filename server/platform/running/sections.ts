import { AsyncLocalStorage } from 'node:async_hooks';
import type { Board, Item } from './running-board.ts';

/** The time in which one item is handled. */
export class Section {
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

  /** Its content is being handled, perhaps beside others. */
  enter(): void {
    this.#mark('active');
  }

  /** It waits for others: the network, another thread, its turn to write. */
  wait(): void {
    this.#mark('waiting');
  }

  /** It has the stack for itself until it says otherwise. */
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

const sections = new AsyncLocalStorage<Section | null>();

/** The section in which the caller runs; null outside of any, also where one has ended since. */
export function currentSection(): Section | null {
  const section = sections.getStore();
  return section?.isOpen ? section : null;
}

/** Runs in a section, or with null in none, as what serves everybody does. */
export const runIn = <T>(section: Section | null, run: () => T): T => sections.run(section, run);

/** Waits for what is not ours to compute, such as the network: nobody dies of an item that waits. */
export async function outside<T>(wait: () => Promise<T>): Promise<T> {
  const section = currentSection();
  if (!section) return wait();
  section.wait();
  try {
    return await wait();
  } finally {
    section.enter();
  }
}
