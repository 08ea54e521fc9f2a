import { type Blanks, mostParts, PictureFault, type Range } from './blanks.ts';
import { type Box, BoxReader, freeBoxes } from './boxes.ts';

/** Boxes of the file that the picture needs. Among others, cameras add films (`mpvd`) and thumbnails. */
const kept = new Set(['ftyp', 'meta', 'mdat', 'moov']);
/** Boxes in `meta`, `moov` and tracks that contain metadata, or nothing by declaration. */
const hiding = new Set(['uuid', 'udta', 'free', 'skip', 'xml ', 'bxml']);

/** HEIF and AVIF: items of type `Exif`, `mime` (XMP) and `uri `, and boxes that the picture does not need. */
export function inHeif(bytes: Buffer): Blanks {
  const reader = new BoxReader(bytes);
  const { boxes, blanks } = reader.listKept(kept);
  const hidden: Box[] = [];
  const items: Range[] = [];
  for (const box of boxes) {
    if (box.type === 'moov') hidden.push(...findInMovie(reader, box));
    if (box.type !== 'meta') continue;
    const parts = reader.list(box.from + 4, box.to);
    hidden.push(...parts.filter(({ type }) => hiding.has(type)));
    items.push(...findItems(bytes, reader, parts));
  }
  if (items.some(([, to]) => to > bytes.length)) throw new PictureFault('The picture ends early');
  const freed = freeBoxes(hidden);
  return { zeros: [...blanks.zeros, ...freed.zeros, ...items], writes: [...blanks.writes, ...freed.writes] };
}

/** Finds metadata of an image sequence and of its tracks. */
function findInMovie(reader: BoxReader, movie: Box): Box[] {
  const parts = reader.list(movie.from, movie.to);
  const tracks = parts.filter(({ type }) => type === 'trak');
  const all = [...parts, ...tracks.flatMap(({ from, to }) => reader.list(from, to))];
  return all.filter(({ type }) => type === 'meta' || hiding.has(type));
}

/** Finds the places of the items that contain metadata. */
function findItems(bytes: Buffer, reader: BoxReader, parts: Box[]): Range[] {
  const of = (type: string) => parts.find((box) => box.type === type);
  const [infos, places, data] = [of('iinf'), of('iloc'), of('idat')];
  if (!infos || !places) return [];
  const ids = findMetadataItems(bytes, reader, infos);
  return readPlaces(bytes, places)
    .filter(({ id }) => ids.has(id))
    .flatMap(({ inData, extents }) => {
      const base = inData ? (data?.from ?? 0) : 0;
      return extents.map(([from, to]): Range => [base + from, to === from ? bytes.length : base + to]);
    });
}

function findMetadataItems(bytes: Buffer, reader: BoxReader, { from, to }: Box): Set<number> {
  const isShort = bytes.readUInt8(from) === 0;
  const entries = reader.list(from + (isShort ? 6 : 8), to).filter(({ type }) => type === 'infe');
  return new Set(
    entries.flatMap(({ from: at }) => {
      const version = bytes.readUInt8(at);
      const id = version > 2 ? bytes.readUInt32BE(at + 4) : bytes.readUInt16BE(at + 4);
      const typeAt = at + (version > 2 ? 10 : 8);
      return ['Exif', 'mime', 'uri '].includes(bytes.toString('latin1', typeAt, typeAt + 4)) ? [id] : [];
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
