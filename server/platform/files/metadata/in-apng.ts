import { crc32 } from 'node:zlib';
import type { Blanks, Range } from './blanks.ts';

/** Chunks of the picture, its colours and its frames. */
const kept = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'acTL', 'fcTL', 'fdAT', 'tRNS', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
]);
/** By its letters' case, a private chunk that programs may skip and copy. */
const blank = Buffer.from('skIp');

/** Animated PNG: EXIF, texts, times and unknown chunks, and what follows the last chunk. */
export function inApng(bytes: Buffer): Blanks {
  const zeros: Range[] = [];
  const writes: Blanks['writes'] = [];
  let at = 8;
  for (let type = ''; type !== 'IEND' && at + 12 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const end = at + 12 + size;
    type = bytes.toString('latin1', at + 4, at + 8);
    // Browsers show a picture that ends early up to there.
    if (end > bytes.length) return { zeros: kept.has(type) ? zeros : [...zeros, [at, bytes.length]], writes };
    if (!kept.has(type)) {
      zeros.push([at + 8, end]);
      writes.push([at + 4, blank], [end - 4, checksum(size)]);
    }
    at = end;
  }
  return { zeros: [...zeros, [at, bytes.length]], writes };
}

function checksum(size: number): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.alloc(size), crc32(blank)));
  return sum;
}
