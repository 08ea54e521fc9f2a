import { readFile } from 'node:fs/promises';
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

const formats: [string, string, () => Promise<Buffer>][] = [
  ['JPEG', 'image/jpeg', () => photo().jpeg().toBuffer()],
  ['PNG', 'image/png', () => photo().png().toBuffer()],
  ['WebP', 'image/webp', () => photo().webp().toBuffer()],
  ['TIFF', 'image/tiff', () => photo().tiff().toBuffer()],
  ['AVIF', 'image/avif', () => photo().avif().toBuffer()],
  ['HEIC', 'image/heic', makeHeic],
  ['GIF', 'image/gif', makeGif],
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

test.each(formats.slice(4))(
  'a broken %s is refused, since its metadata cannot be located',
  async (_name, _type, make) => {
    const broken = (await make()).subarray(0, -20);
    await expect(receive(broken)).rejects.toMatchObject({ details: { errors: [{ code: 'unreadable_image' }] } });
  },
);

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
