import type { Blanks, Range } from './blanks.ts';
import { BoxReader } from './boxes.ts';

/** Without `jbrd`, which repeats the comments of the JPEG that the picture was made from. */
const keptInXl = new Set(['JXL ', 'ftyp', 'jxll', 'jxli', 'jxlc', 'jxlp']);
const keptIn2000 = new Set(['jP  ', 'ftyp', 'rreq', 'jp2h', 'jp2c', 'jpch', 'jplh', 'ftbl', 'mdat', 'comp', 'copt']);

/** JPEG XL: every box but the picture's. A bare codestream contains none. */
export function inJpegXl(bytes: Buffer): Blanks {
  if (bytes.toString('latin1', 4, 8) !== 'JXL ') return { zeros: [], writes: [] };
  return new BoxReader(bytes).listKept(keptInXl).blanks;
}

/** JPEG 2000: every box but the picture's, and comments of the codestream. */
export function inJpeg2000(bytes: Buffer): Blanks {
  const { boxes, blanks } = new BoxReader(bytes).listKept(keptIn2000);
  const streams = boxes.filter(({ type }) => type === 'jp2c');
  return { ...blanks, zeros: [...blanks.zeros, ...streams.flatMap(({ from }) => findComments(bytes, from))] };
}

/** Finds the comments (COM) in the main header of a codestream, which ends at the first tile (SOT). */
function findComments(bytes: Buffer, from: number): Range[] {
  const found: Range[] = [];
  for (let at = from + 2; at + 4 <= bytes.length && bytes.readUInt16BE(at) !== 0xff90; ) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (bytes.readUInt16BE(at) === 0xff64) found.push([at + 6, Math.min(end, bytes.length)]);
    at = end;
  }
  return found;
}
