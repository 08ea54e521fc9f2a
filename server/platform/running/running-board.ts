import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds of work in progress. All but requests are durable: they are resumed after a restart. */
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

/** One item being handled; `key` identifies it among its kind and contains nothing of its content. */
export interface Item {
  kind: ItemKind;
  key: string;
}

/** Returns the item of a request. The key names the operation and the caller (a key or a person). */
export const requestItem = (operationId: string, callerId: string): Item => ({
  kind: 'request',
  key: `${operationId} ${callerId}`,
});

/** Splits the key of a request. */
export function parseRequestKey(key: string): { operationId: string; callerId: string } {
  const [operationId = '', callerId = ''] = key.split(' ');
  return { operationId, callerId };
}

/**
 * Whether a crash now may be caused by the item: not while it waits for others, certainly while it is alone on the
 * stack.
 */
export type ItemState = 'waiting' | 'active' | 'alone';

export interface Entry extends Item {
  state: ItemState;
  /** Increases whenever an item becomes active or alone. */
  order: number;
}

/** The items in progress when an earlier process died; `hungAt` (epoch ms) is when the watchdog killed it. */
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
/** Layout of a slot: state, order, length of the text (32 bits each), then `kind key`. */
const textOffset = 12;
const longestText = slotBytes - textOffset;
/**
 * Layout of the header: format marker, heartbeat, at byte 8 the time at which the watchdog killed the process, and at byte
 * 16 the progress counter.
 */
const beatIndex = 1;
const hungAtOffset = 8;
const progressIndex = 4;

export const boardFile = (home: string): string => join(home, 'running');

/**
 * Records the work in progress in memory shared with the watchdog, and all but cheap requests in the file `running` of
 * the data folder. Slots are written without a sync, in a few microseconds: they need to survive the process, not a power
 * cut, which no item causes. The file has its full size from the start, so a full disk does not stop it.
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

  /** Reserves a slot, not yet written to the file; null when all are taken, which leaves the item unwatched. */
  take({ kind, key }: Item): number | null {
    const slot = this.#free.pop();
    if (slot === undefined) return null;
    const start = offsetOf(slot);
    const length = this.#bytes.write(`${kind} ${key}`.slice(0, longestText), start + textOffset, 'latin1');
    this.#numbers[start / 4 + 2] = length;
    return slot;
  }

  /** Sets the state of a slot. `isOnFile` also writes it to the file, the first time with its text. */
  mark(slot: number, state: ItemState, isOnFile: boolean): void {
    const start = offsetOf(slot);
    const isNew = this.#numbers[start / 4] === 0;
    if (state !== 'waiting') this.#order += 1;
    this.#numbers[start / 4 + 1] = this.#order;
    this.#numbers[start / 4] = states.indexOf(state);
    if (isOnFile) this.#store(start, isNew ? slotBytes : 8);
  }

  /** Writes a slot to the file with its text. */
  record(slot: number): void {
    this.#store(offsetOf(slot), slotBytes);
  }

  give(slot: number, isOnFile: boolean): void {
    const start = offsetOf(slot);
    this.#numbers[start / 4] = 0;
    this.#free.push(slot);
    if (isOnFile) this.#store(start, 8);
  }

  /** Heartbeat of the main thread. */
  beat(): void {
    Atomics.add(this.#numbers, beatIndex, 1);
  }

  /** Counts progress of the work, even while the event loop is blocked. */
  advance(): void {
    Atomics.add(this.#numbers, progressIndex, 1);
  }

  /** Stops writing to the file and removes it unless `stays`: a clean end must not blame anything. */
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
      // Some file systems need space even to overwrite. Work goes on; only the blame becomes uncertain.
    }
  }
}

/**
 * Returns null when the file cannot be created, as on a full disk: crashes are then not attributed, everything else
 * works.
 */
function openOrNone(file: string): number | null {
  try {
    return openSync(file, 'w', 0o600);
  } catch {
    return null;
  }
}

const offsetOf = (slot: number): number => headerBytes + slot * slotBytes;

/** Returns the number of heartbeats so far. */
export const readBeat = (memory: SharedArrayBuffer): number => Atomics.load(new Int32Array(memory), beatIndex);

/** Returns a number that changes with every progress. */
export const readProgress = (memory: SharedArrayBuffer): number => Atomics.load(new Int32Array(memory), progressIndex);

/** Records in a board's bytes when the watchdog killed the process (epoch ms). */
export const noteHang = (bytes: Buffer, at: number): void => {
  bytes.writeDoubleLE(at, hungAtOffset);
};

/** Returns the items that an earlier process left in progress; null after a clean end. */
export function readLeft(home: string): Left | null {
  try {
    return parseBoard(readFileSync(boardFile(home)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Parses the bytes of a board; null when they are not one. */
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

/**
 * Returns the items to blame for a crash, most likely first: the one that was alone on the stack, else all active ones.
 */
export function findBlamed({ entries }: Left): Entry[] {
  const sorted = entries.toSorted((a, b) => b.order - a.order);
  const alone = sorted.find(({ state }) => state === 'alone');
  return alone ? [alone] : sorted.filter(({ state }) => state === 'active');
}
