/** A half-open range of bytes. */
export type Range = [from: number, to: number];

/** The file's structure is invalid, so its metadata cannot be located. */
export class PictureFault extends Error {}

const readers: Record<string, (bytes: Buffer) => Range[]> = {
  'image/gif': inGif,
  'image/tiff': inTiff,
  ...Object.fromEntries(
    ['avif', 'heic', 'heif', 'heic-sequence', 'heif-sequence'].map((name) => [`image/${name}`, inHeif]),
  ),
};

/** True for a format that `findMetadata` knows. */
export const hasBlanks = (contentType: string): boolean => Object.hasOwn(readers, contentType);

/**
 * Returns the ranges of EXIF, XMP, IPTC and comments in a GIF, TIFF, AVIF or HEIC. Zeros there change neither the picture
 * nor its orientation. Throws `PictureFault` if the file's structure is invalid.
 */
export function findMetadata(bytes: Buffer, contentType: string): Range[] {
  try {
    return merge(readers[contentType]?.(bytes) ?? []);
  } catch (error) {
    // A length points beyond the end of the file.
    if (error instanceof RangeError) throw new PictureFault('The picture ends early');
    throw error;
  }
}

/** Merges overlapping ranges, because a file whose parts all point to one place would cost many times its size. */
function merge(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) merged.push([from, to]);
  }
  return merged;
}

/** Extensions that set the number of repeats of an animation. */
const animations = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** GIF89a: comments and application extensions, such as XMP. */
function inGif(bytes: Buffer): Range[] {
  const found: Range[] = [];
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(bytes.readUInt8(10));
  const skipBlocks = (blank: boolean): void => {
    for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) {
      if (blank) found.push([at + 1, Math.min(at + 1 + size, bytes.length)]);
      at += 1 + size;
    }
    at += 1;
  };
  for (let kind = bytes.readUInt8(at); kind !== 0x3b; kind = bytes.readUInt8(at)) {
    if (kind === 0x2c) {
      at += 10 + tableBytes(bytes.readUInt8(at + 9)) + 1;
      skipBlocks(false);
    } else if (kind === 0x21) {
      const label = bytes.readUInt8(at + 1);
      const isOther = label === 0xff && !animations.includes(bytes.toString('latin1', at + 3, at + 14));
      at += 2;
      skipBlocks(label === 0xfe || isOther);
    } else throw new PictureFault('The GIF has an unknown block');
  }
  return [...found, [at + 1, bytes.length]];
}

/** TIFF tags that point to directories of tags: camera, location, interoperability. */
const folders = new Set([0x8769, 0x8825, 0xa005]);
/** Title, camera, software, time, author, host, XMP, copyright, IPTC, Photoshop, and what Windows adds. */
const texts = new Set([
  ...[0x010d, 0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x013c, 0x02bc, 0x8298, 0x83bb, 0x8649],
  ...[0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f],
]);
const bytesOfType = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** Limit of a TIFF's tags, or a HEIC's items and extents; far more than real pictures have. */
const mostParts = 50_000;

/** TIFF: tags in each page's directory, and the whole directories of camera and location. */
function inTiff(bytes: Buffer): Range[] {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (u16(2) !== 42) throw new PictureFault('The TIFF is of an unknown kind');
  const found: Range[] = [];
  const waiting = [{ at: u32(4), all: false }];
  const seen = new Set<number>();
  let parts = 0;
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const { at, all } = folder;
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    const count = u16(at);
    parts += 1 + count;
    if (parts > mostParts) throw new PictureFault('The TIFF has too many tags');
    const end = at + 2 + count * 12;
    for (let entry = at + 2; entry < end; entry += 12) {
      const tag = u16(entry);
      if (folders.has(tag)) waiting.push({ at: u32(entry + 8), all: true });
      if (!all && !texts.has(tag)) continue;
      const size = (bytesOfType[u16(entry + 2)] ?? 1) * u32(entry + 4);
      const from = size > 4 ? u32(entry + 8) : entry + 8;
      if (from + size > bytes.length) throw new PictureFault('The TIFF ends early');
      found.push([from, from + size]);
    }
    if (all) found.push([at, end]);
    else waiting.push({ at: u32(end), all: false });
  }
  return found;
}

interface Box {
  type: string;
  from: number;
  to: number;
}

/** Yields the boxes (ISO/IEC 14496-12) between two offsets; `from` is after the box header. */
function readBoxes(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    const short = bytes.readUInt32BE(at);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    const head = short === 1 ? 16 : 8;
    if (size < head || at + size > end) throw new PictureFault('A box of the picture is longer than the file');
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: at + size });
    at += size;
  }
  return boxes;
}

/** HEIF and AVIF: items of type `Exif` and `mime` (XMP). */
function inHeif(bytes: Buffer): Range[] {
  const all = readBoxes(bytes, 0, bytes.length);
  const found: Range[] = all.filter(({ type }) => type === 'uuid').map(({ from, to }) => [from, to]);
  for (const meta of all.filter(({ type }) => type === 'meta')) {
    const boxes = readBoxes(bytes, meta.from + 4, meta.to);
    const of = (type: string) => boxes.find((box) => box.type === type);
    const [infos, places, data] = [of('iinf'), of('iloc'), of('idat')];
    if (!infos || !places) continue;
    const ids = findMetadataItems(bytes, infos);
    for (const { id, inData, extents } of readPlaces(bytes, places)) {
      if (!ids.has(id)) continue;
      const base = inData ? (data?.from ?? 0) : 0;
      for (const [from, to] of extents) found.push([base + from, to === from ? bytes.length : base + to]);
    }
  }
  if (found.some(([, to]) => to > bytes.length)) throw new PictureFault('The picture ends early');
  return found;
}

function findMetadataItems(bytes: Buffer, { from, to }: Box): Set<number> {
  const isShort = bytes.readUInt8(from) === 0;
  const entries = readBoxes(bytes, from + (isShort ? 6 : 8), to).filter(({ type }) => type === 'infe');
  return new Set(
    entries.flatMap(({ from: at }) => {
      const version = bytes.readUInt8(at);
      const id = version > 2 ? bytes.readUInt32BE(at + 4) : bytes.readUInt16BE(at + 4);
      const typeAt = at + (version > 2 ? 10 : 8);
      return ['Exif', 'mime'].includes(bytes.toString('latin1', typeAt, typeAt + 4)) ? [id] : [];
    }),
  );
}

/** Reads the locations of the items (`iloc`). */
function readPlaces(bytes: Buffer, { from }: Box): { id: number; inData: boolean; extents: Range[] }[] {
  let at = from + 4;
  const read = (size: number): number => {
    const value = size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const version = bytes.readUInt8(from);
  const [sizes, more] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    more >> 4,
    version > 0 ? more & 15 : 0,
  ];
  let parts = 0;
  const readCount = (size: number): number => {
    const count = read(size);
    parts += count;
    if (parts > mostParts) throw new PictureFault('The picture has too many items');
    return count;
  };
  return Array.from({ length: readCount(version > 1 ? 4 : 2) }, () => {
    const id = read(version > 1 ? 4 : 2);
    const inData = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(baseSize);
    const extents = Array.from({ length: readCount(2) }, (): Range => {
      read(indexSize);
      const offset = base + read(offsetSize);
      return [offset, offset + read(lengthSize)];
    });
    return { id, inData, extents };
  });
}
