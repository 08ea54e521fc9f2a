/**
 * Renders `build/icon.svg` into all formats for the installers, the shell and the console as an installed app. The
 * results are committed, so that a build needs nothing else: run `node build/render-icons.ts` after changing the drawing.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = import.meta.dirname;

/** Sizes of the Windows icon; the largest is for large Explorer tiles. */
const icoSizes = [16, 24, 32, 48, 64, 128, 256];

/** The macOS icon types that contain a PNG, by its size in pixels. */
const icnsKinds: [kind: string, size: number][] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** Sizes of the Linux icons. */
const linuxSizes = [16, 32, 48, 64, 128, 256, 512];

/** Tray icons; `@2x` is for high-density screens. */
const traySizes: [name: string, size: number][] = [
  ['tray.png', 22],
  ['tray@2x.png', 44],
];

const drawing = await readFile(join(folder, 'icon.svg'));

const renderPng = (size: number, svg: Buffer = drawing): Promise<Buffer> =>
  sharp(svg, { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** An ICO file of PNG images: a header, a directory entry for each, then the images. */
function toIco(images: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index;
    // 256 is written as 0, since the field is one byte.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

/** An ICNS file: its length, then each image after its type and length. */
function toIcns(images: { kind: string; png: Buffer }[]): Buffer {
  const parts = images.map(({ kind, png }) => {
    const head = Buffer.alloc(8);
    head.write(kind, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((total, part) => total + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

/** The drawing on a square of its colour, small enough that no mask cuts it: what phones round off themselves. */
const toSquare = (svg: Buffer): Buffer =>
  Buffer.from(
    svg
      .toString('utf8')
      .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
      .replace('<rect width="64" height="64" rx="15"', '<rect x="-8" y="-8" width="80" height="80"'),
  );

/** The bell alone in black: macOS tints template images for the menu bar. */
function toTemplate(svg: Buffer): Buffer {
  const bell = svg
    .toString('utf8')
    .replace(/<rect width="64" height="64"[^>]*\/>/, '')
    .replaceAll(/fill="#\w+"/g, 'fill="#000"');
  return Buffer.from(bell);
}

await mkdir(join(folder, 'icons'), { recursive: true });
await mkdir(join(folder, 'tray'), { recursive: true });
const ico = await Promise.all(icoSizes.map(async (size) => ({ size, png: await renderPng(size) })));
await writeFile(join(folder, 'icon.ico'), toIco(ico));
const icns = await Promise.all(icnsKinds.map(async ([kind, size]) => ({ kind, png: await renderPng(size) })));
await writeFile(join(folder, 'icon.icns'), toIcns(icns));
for (const size of linuxSizes) await writeFile(join(folder, 'icons', `${size}x${size}.png`), await renderPng(size));
for (const [name, size] of traySizes) await writeFile(join(folder, 'tray', name), await renderPng(size));
await writeFile(join(folder, 'tray', 'tray.ico'), toIco(ico.filter(({ size }) => size <= 48)));
// Windows lays it over the program's button in the taskbar while customers wait.
const dot = Buffer.from('<svg width="64" height="64"><circle cx="32" cy="32" r="30" fill="#f2b035"/></svg>');
await writeFile(join(folder, 'tray', 'waiting.png'), await renderPng(16, dot));
const installable = join(folder, '../renderer/public');
for (const size of [192, 512]) await writeFile(join(installable, `icon-${size}.png`), await renderPng(size));
await writeFile(join(installable, 'icon-maskable-512.png'), await renderPng(512, toSquare(drawing)));
await writeFile(join(installable, 'apple-touch-icon.png'), await renderPng(180, toSquare(drawing)));
const template = toTemplate(drawing);
await writeFile(join(folder, 'tray', 'trayTemplate.png'), await renderPng(18, template));
await writeFile(join(folder, 'tray', 'trayTemplate@2x.png'), await renderPng(36, template));
