import { type Blanks, mostParts, PictureFault } from './blanks.ts';

/** A box of ISO/IEC 14496-12; its content lies between `from` and `to`. */
export interface Box {
  type: string;
  at: number;
  from: number;
  to: number;
}

/** Reads the boxes of a file, and counts them, because each costs more memory than its bytes. */
export class BoxReader {
  readonly #bytes: Buffer;
  #parts = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Returns the boxes between two offsets. Throws `PictureFault` unless they fill the range. */
  list(start: number, end: number): Box[] {
    const { boxes, rest } = this.#read(start, end);
    if (rest < end) throw new PictureFault('A box of the picture is longer than its container');
    return boxes;
  }

  /**
   * Returns the boxes of the file that are of the `kept` types, and what blanks all others and the bytes after the last
   * box. Throws `PictureFault` if a kept box ends early.
   */
  listKept(kept: Set<string>): { boxes: Box[]; blanks: Blanks } {
    const { length } = this.#bytes;
    const { boxes, rest } = this.#read(0, length);
    if (kept.has(this.#typeAt(rest))) throw new PictureFault('The picture ends early');
    const blanks = freeBoxes(boxes.filter(({ type }) => !kept.has(type)));
    blanks.zeros.push([rest, length]);
    // Fewer bytes are no box.
    if (length - rest >= 8) blanks.writes.push([rest, freeHeader(length - rest)]);
    return { boxes: boxes.filter(({ type }) => kept.has(type)), blanks };
  }

  #typeAt(at: number): string {
    return this.#bytes.toString('latin1', at + 4, at + 8);
  }

  /** Reads boxes up to the first that does not fit, which begins at `rest`. */
  #read(start: number, end: number): { boxes: Box[]; rest: number } {
    const boxes: Box[] = [];
    let at = start;
    while (at + 8 <= end) {
      const short = this.#bytes.readUInt32BE(at);
      const head = short === 1 ? 16 : 8;
      if (at + head > end) break;
      const size = short === 1 ? Number(this.#bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
      if (size < head || at + size > end) break;
      this.#parts += 1;
      if (this.#parts > mostParts) throw new PictureFault('The picture has too many boxes');
      boxes.push({ type: this.#typeAt(at), at, from: at + head, to: at + size });
      at += size;
    }
    return { boxes, rest: at };
  }
}

/** Turns boxes into `free` boxes of zeros, which programs skip. */
export const freeBoxes = (boxes: Box[]): Blanks => ({
  zeros: boxes.map(({ from, to }) => [from, to]),
  writes: boxes.map(({ at }) => [at + 4, Buffer.from('free')]),
});

function freeHeader(size: number): Buffer {
  const header = Buffer.from('\0\0\0\0free', 'latin1');
  header.writeUInt32BE(size);
  return header;
}
