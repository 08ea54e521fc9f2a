import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What may be under way. All but requests are durable: they are taken up again after a restart. */
export const itemKinds = [
  'event',
  'received',
  'attachment',
  'job',
  'reply',
  'flow',
  'intent',
  'sync',
  'delivery',
  'recipient',
  'request',
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** One piece of content that is handled; `key` tells it apart from others of its kind and holds nothing of its content. */
export interface Item {
  kind: ItemKind;
  key: string;
}

/** Whether a process that dies now may have died of it: not while it waits for others, surely when it has the stack alone. */
export type ItemState = 'waiting' | 'active' | 'alone';

export interface Entry extends Item {
  state: ItemState;
  /** Grows with each entry into content. */
  order: number;
}

/** What an earlier process had under way when it died; `hungAt` is when the watchdog ended it, an epoch in ms. */
export interface Left {
  hungAt: number | null;
  entries: Entry[];
}

const states: (ItemState | null)[] = [null, 'waiting', 'active', 'alone'];
const magic = 0x46445231;
const headerBytes = 128;
const slotBytes = 128;
const slotCount = 512;
const totalBytes = headerBytes + slotBytes * slotCount;
/** In a slot: state, order, length of the text (32 bits each), then `kind key`. */
const textOffset = 12;
const longestText = slotBytes - textOffset;
/** In the header: the mark of this layout, the watchdog's beat, and at byte 8 when it ended the process. */
const beatIndex = 1;
const hungAtOffset = 8;

export const boardFile = (home: string): string => join(home, 'running');

/**
 * What is under way, in memory that the watchdog's thread sees, and the durable part of it in the file `running` of the
 * data folder. A line of the file is written without a sync, some microseconds each: it outlives the process, which is
 * what counts; a power cut is nobody's fault. The file has its full size from the start, so a full disk stops nothing.
 */
export class Board {
  readonly memory = new SharedArrayBuffer(totalBytes);
  readonly file: string;
  readonly #bytes = Buffer.from(this.memory);
  readonly #numbers = new Int32Array(this.memory);
  readonly #free = Array.from({ length: slotCount }, (_, index) => slotCount - 1 - index);
  #handle: number | null;
  #order = 0;

  constructor(home: string) {
    this.file = boardFile(home);
    this.#numbers[0] = magic;
    this.#handle = openOrNone(this.file);
    this.#store(0, totalBytes);
  }

  /** Begins a line, not yet on the file; null when there is no room, which leaves the item unwatched. */
  take({ kind, key }: Item): number | null {
    const slot = this.#free.pop();
    if (slot === undefined) return null;
    const start = offsetOf(slot);
    const length = this.#bytes.write(`${kind} ${key}`.slice(0, longestText), start + textOffset, 'latin1');
    this.#numbers[start / 4 + 2] = length;
    return slot;
  }

  /** `isDurable` says whether the file is told. The first time it is told the whole line. */
  mark(slot: number, state: ItemState, isDurable: boolean): void {
    const start = offsetOf(slot);
    const isNew = this.#numbers[start / 4] === 0;
    if (state !== 'waiting') this.#order += 1;
    this.#numbers[start / 4 + 1] = this.#order;
    this.#numbers[start / 4] = states.indexOf(state);
    if (isDurable) this.#store(start, isNew ? slotBytes : 8);
  }

  give(slot: number, isDurable: boolean): void {
    const start = offsetOf(slot);
    this.#numbers[start / 4] = 0;
    this.#free.push(slot);
    if (isDurable) this.#store(start, 8);
  }

  /** The thread that calls it is alive. */
  beat(): void {
    Atomics.add(this.#numbers, beatIndex, 1);
  }

  /** Nothing that happens from here on is told to the file; unless it `stays`, it is removed: a clean end kills nobody. */
  close({ stays }: { stays: boolean }): void {
    if (this.#handle === null) return;
    closeSync(this.#handle);
    this.#handle = null;
    if (!stays) rmSync(this.file, { force: true });
  }

  #store(start: number, length: number): void {
    if (this.#handle === null) return;
    try {
      writeSync(this.#handle, this.#bytes, start, length, start);
    } catch {
      // Some file systems want room even to write over what is there. Work goes on; only its blame is unsure.
    }
  }
}

/** A full disk may have no room for the file: then deaths are not counted, and everything else works. */
function openOrNone(file: string): number | null {
  try {
    return openSync(file, 'w', 0o600);
  } catch {
    return null;
  }
}

const offsetOf = (slot: number): number => headerBytes + slot * slotBytes;

/** How often the thread of this memory has said that it is alive. */
export const readBeat = (memory: SharedArrayBuffer): number => Atomics.load(new Int32Array(memory), beatIndex);

/** Notes in the bytes of a board when the watchdog ended the process, epoch ms. */
export const noteHang = (bytes: Buffer, at: number): void => {
  bytes.writeDoubleLE(at, hungAtOffset);
};

/** What an earlier process left in the data folder; null after a clean end. */
export function readLeft(home: string): Left | null {
  try {
    return parseBoard(readFileSync(boardFile(home)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Null for bytes that are not those of a board. */
export function parseBoard(bytes: Buffer): Left | null {
  if (bytes.length !== totalBytes || bytes.readInt32LE(0) !== magic) return null;
  const entries: Entry[] = [];
  for (let slot = 0; slot < slotCount; slot++) {
    const start = offsetOf(slot);
    const state = states[bytes.readInt32LE(start)];
    if (!state) continue;
    const textStart = start + textOffset;
    const text = bytes.toString('latin1', textStart, textStart + bytes.readInt32LE(start + 8));
    const kind = itemKinds.find((each) => text.startsWith(`${each} `));
    if (kind === undefined) continue;
    const key = text.slice(kind.length + 1);
    entries.push({ kind, key, state, order: bytes.readInt32LE(start + 4) });
  }
  const hungAt = bytes.readDoubleLE(hungAtOffset);
  return { hungAt: hungAt === 0 ? null : hungAt, entries };
}

/** Of what the process may have died: what had the stack alone, else whatever was at its content; the likeliest first. */
export function findBlamed({ entries }: Left): Entry[] {
  const sorted = entries.toSorted((a, b) => b.order - a.order);
  const alone = sorted.find(({ state }) => state === 'alone');
  return alone ? [alone] : sorted.filter(({ state }) => state === 'active');
}
