import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** A PNG of one red pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

/** A photo whose EXIF names its author. */
export const makePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'Maria Secret' } })
    .jpeg()
    .toBuffer();

/** The start of a voice note: the first page of an Ogg stream with an Opus head. */
export function makeVoiceNote(): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\x38\x01\x80\xbb\x00\x00\x00\x00\x00', 'latin1');
  const page = Buffer.alloc(27);
  page.write('OggS');
  page.writeUInt8(2, 5);
  page.writeUInt8(1, 26);
  return Buffer.concat([page, Buffer.from([head.length]), head]);
}

/** Only the file-type box of an MP4. */
export const makeFilm = (): Buffer =>
  Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2\x00\x00\x00\x08mdat', 'latin1');

export const makePdf = (): Buffer => Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n');

/** A PDF with a page for each text. */
export async function makePages(...texts: string[]): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false });
  for (const text of texts) document.addPage().fontSize(40).text(text);
  document.end();
  return buffer(document);
}
