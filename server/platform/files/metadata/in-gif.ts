import { type Blanks, PictureFault, type Range } from './blanks.ts';

/** Extensions that set the number of repeats of an animation. */
const animations = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const mostRanges = 1_000_000;

/** GIF89a: comments, application extensions such as XMP, and what follows the last image. */
export function inGif(bytes: Buffer): Blanks {
  const zeros: Range[] = [];
  // Like browsers, reads a file that ends early as complete: zeros end its blocks.
  const u8 = (at: number): number => bytes[at] ?? 0;
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(u8(10));
  const skipBlocks = (blank: boolean): void => {
    for (let size = u8(at); size > 0; size = u8(at)) {
      if (blank) zeros.push([at + 1, Math.min(at + 1 + size, bytes.length)]);
      if (zeros.length > mostRanges) throw new PictureFault('The GIF has too many blocks');
      at += 1 + size;
    }
    at += 1;
  };
  while (at < bytes.length) {
    const kind = u8(at);
    if (kind === 0x2c) {
      at += 10 + tableBytes(u8(at + 9)) + 1;
      skipBlocks(false);
    } else if (kind === 0x21) {
      const label = u8(at + 1);
      const isOther = label === 0xff && !animations.includes(bytes.toString('latin1', at + 3, at + 14));
      at += 2;
      skipBlocks(label === 0xfe || isOther);
    } else if (kind === 0) at += 1;
    else break;
  }
  if (at >= bytes.length) return { zeros, writes: [] };
  // The trailer, or bytes of no known kind, at which browsers stop reading.
  zeros.push([at + 1, bytes.length]);
  return { zeros, writes: u8(at) === 0x3b ? [] : [[at, Buffer.from([0x3b])]] };
}
