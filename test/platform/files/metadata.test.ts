import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Files } from '../../../server/platform/files/files.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';

const secret = 'Rua das Flores 12';
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${secret}"/></rdf:RDF></x:xmpmeta>`;
const exif = {
  IFD0: { Copyright: secret, Model: secret },
  IFD2: { UserComment: secret },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 1/1', GPSAreaInformation: secret },
};

const plain = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#d33' } }).composite([
    { input: { create: { width: 20, height: 40, channels: 3, background: '#33d' } }, left: 0, top: 0 },
  ]);
const photo = () => plain().withExif(exif).withXmp(xmp);
const avif = () => photo().avif().toBuffer();

/** Adds a comment and an XMP block to the picture, as image programs do. */
async function makeGif(): Promise<Buffer> {
  const gif = await plain().gif().toBuffer();
  const block = (text: string) => Buffer.from([text.length, ...Buffer.from(text, 'latin1')]);
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), block(secret), Buffer.from([0])]);
  const app = Buffer.concat([Buffer.from([0x21, 0xff]), block('XMP DataXMP'), block(secret), Buffer.from([0])]);
  return Buffer.concat([gif.subarray(0, -1), comment, app, gif.subarray(-1)]);
}

async function makeHeic(): Promise<Buffer> {
  const avif = await photo().avif().toBuffer();
  // Relabels AVIF, which has the same container, because sharp cannot write HEVC.
  return Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic'), 'latin1');
}

/** A chunk of PNG or a box of ISO/IEC 14496-12. */
function makeChunk(type: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content)]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
function makeBox(type: string, content: Buffer | string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + Buffer.byteLength(content));
  return Buffer.concat([size, Buffer.from(type, 'latin1'), Buffer.from(content)]);
}

/** Animates a PNG with one frame, which needs two chunks before its data. */
async function makeApng(): Promise<Buffer> {
  const png = await plain().png().toBuffer();
  const data = png.indexOf('IDAT') - 4;
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(60, 4);
  frame.writeUInt32BE(40, 8);
  return Buffer.concat([
    png.subarray(0, data),
    makeChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
    makeChunk('fcTL', frame),
    makeChunk('eXIf', `II*\0${secret}`),
    makeChunk('tEXt', `Author\0${secret}`),
    png.subarray(data),
    Buffer.from(secret),
  ]);
}

/** Adds a second directory, as for a preview, with a copy of the model and the place. */
async function makeTiffWithPreview(): Promise<Buffer> {
  const tiff = await plain().tiff().toBuffer();
  const text = Buffer.from(`${secret}\0`);
  const [textAt, previewAt] = [tiff.length, tiff.length + text.length + 1];
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const first = tiff.readUInt32LE(4);
  const count = tiff.readUInt16LE(first);
  const preview = Buffer.concat([Buffer.from([1, 0]), entry(0x0110, 2, text.length, textAt), Buffer.alloc(4)]);
  const pageAt = previewAt + preview.length;
  const tags = [...Array(count).keys()].map((each) => tiff.subarray(first + 2 + each * 12, first + 14 + each * 12));
  const page = [...tags, entry(0x014a, 4, 1, previewAt)].sort(
    (one, other) => one.readUInt16LE(0) - other.readUInt16LE(0),
  );
  const made = Buffer.concat([
    ...[tiff, text, Buffer.alloc(1), preview],
    ...[Buffer.from([count + 1, 0]), ...page, Buffer.alloc(4)],
  ]);
  made.writeUInt32LE(pageAt, 4);
  return made;
}

const makeFilm = async (picture: Promise<Buffer>) =>
  Buffer.concat([await picture, makeBox('mpvd', makeBox('moov', secret)), makeBox('free', secret)]);

const magic = Buffer.from('0d0a870a', 'hex');
/** A codestream of JPEG 2000 that has a comment and ends at its first tile; nothing here decodes it. */
const codestream = Buffer.concat([
  Buffer.from([0xff, 0x4f, 0xff, 0x64, 0, 4 + secret.length, 0, 1]),
  Buffer.from(secret),
  Buffer.from([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 14, 0, 1]),
]);

const boxed: [string, string, Buffer, string[]][] = [
  [
    'JPEG XL',
    'image/jxl',
    Buffer.concat([
      ...[
        makeBox('JXL ', magic),
        makeBox('ftyp', 'jxl \0\0\0\0jxl '),
        makeBox('Exif', secret),
        makeBox('xml ', secret),
      ],
      ...[makeBox('jbrd', secret), makeBox('jxlc', 'the picture'), makeBox('brob', `xml ${secret}`)],
    ]),
    ['JXL ', 'ftyp', 'free', 'free', 'free', 'jxlc', 'free'],
  ],
  [
    'JPEG 2000',
    'image/jp2',
    Buffer.concat([
      ...[makeBox('jP  ', magic), makeBox('ftyp', 'jp2 \0\0\0\0jp2 '), makeBox('jp2h', 'the picture')],
      ...[makeBox('uuid', secret), makeBox('jp2c', codestream), makeBox('xml ', secret)],
    ]),
    ['jP  ', 'ftyp', 'jp2h', 'free', 'jp2c', 'free'],
  ],
];

const formats: [string, string, () => Promise<Buffer>][] = [
  ['JPEG', 'image/jpeg', () => photo().jpeg().toBuffer()],
  ['PNG', 'image/png', () => photo().png().toBuffer()],
  ['WebP', 'image/webp', () => photo().webp().toBuffer()],
  ['TIFF', 'image/tiff', () => photo().tiff().toBuffer()],
  ['AVIF', 'image/avif', avif],
  ['HEIC', 'image/heic', makeHeic],
  ['GIF', 'image/gif', makeGif],
  ['PNG animation', 'image/apng', makeApng],
  ['TIFF with a preview', 'image/tiff', makeTiffWithPreview],
  ['AVIF with a film', 'image/avif', () => makeFilm(avif())],
  ['HEIC with a film', 'image/heic', () => makeFilm(makeHeic())],
];

async function receive(bytes: Buffer) {
  const files = new Files(await temporaryFolder());
  const blob = await files.receive([bytes], { maxBytes: 1_000_000 });
  return { blob, stored: await readFile(files.path(blob.hash)) };
}

test.each(formats)('a %s is stored without place, time, author and camera', async (_name, type, make) => {
  const bytes = await make();
  expect(bytes.includes(secret)).toBe(true);
  const { blob, stored } = await receive(bytes);
  expect(blob.contentType).toBe(type);
  expect(stored.includes(secret)).toBe(false);
  expect(stored.includes('xmpmeta')).toBe(false);
  if (type === 'image/heic') return;
  const seen = await sharp(stored).raw().toBuffer();
  expect(await sharp(stored).metadata()).toMatchObject({ width: 60, height: 40 });
  if (!['image/jpeg', 'image/webp'].includes(type)) expect(seen).toEqual(await sharp(bytes).raw().toBuffer());
});

test.each(formats.filter(([name]) => ['JPEG', 'WebP', 'TIFF'].includes(name)))(
  'a %s that a camera has turned is still seen upright',
  async (_name, type) => {
    const format = type.slice(6) as 'jpeg' | 'webp' | 'tiff';
    const turned = await photo().withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
    const { stored } = await receive(turned);
    const { info } = await sharp(stored).autoOrient().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([40, 60]);
  },
);

test.each(boxed)(
  'a %s is stored without the boxes that its picture does not need',
  async (_name, type, bytes, types) => {
    const { blob, stored } = await receive(bytes);
    expect(blob.contentType).toBe(type);
    expect(stored.includes(secret)).toBe(false);
    expect(stored.includes('picture') || stored.includes('\xff\x90', 'latin1')).toBe(true);
    const found: string[] = [];
    for (let at = 0; at < stored.length; at += stored.readUInt32BE(at))
      found.push(stored.toString('latin1', at + 4, at + 8));
    expect(found).toEqual(types);
  },
);

test('an animated PNG remains a PNG in which every checksum holds', async () => {
  const { stored } = await receive(await makeApng());
  const types: string[] = [];
  for (let at = 8, type = ''; type !== 'IEND'; at += 12 + stored.readUInt32BE(at)) {
    const end = at + 8 + stored.readUInt32BE(at);
    type = stored.toString('latin1', at + 4, at + 8);
    types.push(type);
    expect([type, stored.readUInt32BE(end)]).toEqual([type, crc32(stored.subarray(at + 4, end))]);
  }
  expect(types).toEqual(expect.arrayContaining(['IHDR', 'acTL', 'fcTL', 'IDAT', 'IEND']));
});

const imperfect: [string, () => Promise<Buffer>, (whole: Buffer) => (Buffer | string)[]][] = [
  ['a GIF without its trailer', makeGif, (gif) => [gif.subarray(0, -1)]],
  ['a GIF that ends within a comment', makeGif, (gif) => [gif.subarray(0, -20)]],
  ['a GIF padded with a zero byte', makeGif, (gif) => [gif.subarray(0, -1), '\0;']],
  ['a GIF that ends with an unknown byte', makeGif, (gif) => [gif.subarray(0, -1), 'R']],
  ['an AVIF with three bytes behind it', avif, (picture) => [picture, 'Rua']],
  ['an AVIF with text behind it', avif, (picture) => [picture, secret]],
];

test.each(imperfect)('%s, which every browser shows, is stored without metadata', async (_name, make, change) => {
  const whole = await make();
  const bytes = Buffer.concat(change(whole).map((part) => Buffer.from(part)));
  const { stored } = await receive(bytes);
  expect(stored.length).toBe(bytes.length);
  expect(stored.includes('Rua')).toBe(false);
  expect(await sharp(stored).raw().toBuffer()).toEqual(await sharp(whole).raw().toBuffer());
});

const broken: [string, () => Promise<Buffer>][] = [
  ['AVIF', async () => (await avif()).subarray(0, -20)],
  ['HEIC', async () => (await makeHeic()).subarray(0, -20)],
  ['TIFF', async () => (await photo().tiff().toBuffer()).subarray(0, -20)],
];

test.each(broken)('a broken %s is refused, since its metadata cannot be located', async (_name, make) => {
  await expect(receive(await make())).rejects.toMatchObject({ details: { errors: [{ code: 'unreadable_image' }] } });
});

test('a TIFF whose tags all point at one place costs no more than its size', async () => {
  const count = 60_000;
  const bytes = Buffer.alloc(8 + 2 + count * 12 + 4);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(count, 8);
  for (let entry = 0; entry < count; entry++) {
    bytes.writeUInt16LE(0x010e, 10 + entry * 12);
    bytes.writeUInt16LE(2, 12 + entry * 12);
    bytes.writeUInt32LE(700_000, 14 + entry * 12);
  }
  await expect(receive(bytes)).rejects.toMatchObject({ details: { errors: [{ code: 'unreadable_image' }] } });
});
