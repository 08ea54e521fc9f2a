import { type Blanks, mostParts, PictureFault, type Range } from './blanks.ts';

/** TIFF tags that point to directories of tags: camera, location, interoperability. */
const folders = new Set([0x8769, 0x8825, 0xa005]);
/** Title, camera, software, time, author, host, XMP, copyright, IPTC, Photoshop, and what Windows adds. */
const texts = new Set([
  ...[0x010d, 0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x013c, 0x02bc, 0x8298, 0x83bb, 0x8649],
  ...[0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f],
]);
/** Tag with the offsets of further pictures, such as previews. */
const subPictures = 0x014a;
const bytesOfType = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/** TIFF: tags in each page's directory, and the whole directories of camera and location. */
export function inTiff(bytes: Buffer): Blanks {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (u16(2) !== 42) throw new PictureFault('The TIFF is of an unknown kind');
  const zeros: Range[] = [];
  const waiting = [{ at: u32(4), all: false }];
  const seen = new Set<number>();
  let parts = 0;
  const takeParts = (count: number): void => {
    parts += count;
    if (parts > mostParts) throw new PictureFault('The TIFF has too many tags');
  };
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const { at, all } = folder;
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    const tags = u16(at);
    takeParts(1 + tags);
    const end = at + 2 + tags * 12;
    for (let entry = at + 2; entry < end; entry += 12) {
      const tag = u16(entry);
      const count = u32(entry + 4);
      const size = (bytesOfType[u16(entry + 2)] ?? 1) * count;
      const from = size > 4 ? u32(entry + 8) : entry + 8;
      if (folders.has(tag)) waiting.push({ at: u32(entry + 8), all: true });
      if (tag === subPictures) {
        takeParts(count);
        for (let each = 0; each < count; each++) waiting.push({ at: u32(from + each * 4), all: false });
      } else if (all || texts.has(tag)) {
        if (from + size > bytes.length) throw new PictureFault('The TIFF ends early');
        zeros.push([from, from + size]);
      }
    }
    if (all) zeros.push([at, end]);
    else waiting.push({ at: u32(end), all: false });
  }
  return { zeros, writes: [] };
}
