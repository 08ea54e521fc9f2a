import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { ZipFile } from 'yazl';

/** A PDF that `draw` fills. */
export async function makePdf(
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new PDFDocument(options);
  const bytes = buffer(pdf);
  draw(pdf);
  pdf.end();
  return bytes;
}

/** A PDF with `pages` pages of numbered sentences. */
export const makeLongPdf = (pages: number, sentencesPerPage = 20): Promise<Buffer> =>
  makePdf((pdf) => {
    for (let page = 1; page <= pages; page++) {
      if (page > 1) pdf.addPage();
      pdf.fontSize(18).text(`Capítulo ${page}`).fontSize(11);
      for (let index = 1; index <= sentencesPerPage; index++) {
        pdf.text(
          `A regra ${page}.${index} da loja diz que o pedido número ${page * 100 + index} sai em ${index} horas.`,
        );
      }
    }
  });

/** A PDF from raw objects, numbered from 1; the first is the root. */
export function writePdf(objects: string[]): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.lastIndexOf('xref\n')}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';

/** A small PDF that declares `count` pages and lists `named` of them. */
export const pdfOfManyPages = (count: number, named = count): Buffer =>
  writePdf([
    catalog,
    `<< /Type /Pages /Count ${count} /Kids [${'3 0 R '.repeat(named)}] >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
  ]);

/** A tree of pages that contains itself. */
export const loopingPdf = (): Buffer =>
  writePdf([
    catalog,
    '<< /Type /Pages /Count 3 /Kids [3 0 R] >>',
    '<< /Type /Pages /Count 3 /Parent 2 0 R /Kids [2 0 R] >>',
  ]);

/** A page with a form that draws itself recursively. */
export function selfDrawingPdf(): Buffer {
  const content = '/F Do '.repeat(50);
  const stream = (dictionary: string): string =>
    `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  return writePdf([
    catalog,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R /Resources << /XObject << /F 4 0 R >> >> >>',
    stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 4 0 R /G 4 0 R >> >>'),
    stream(''),
  ]);
}

const contentTypes =
  '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType=' +
  '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const relations =
  '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/' +
  'relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/' +
  'officeDocument" Target="word/document.xml"/></Relationships>';

/** A minimal DOCX with optional further parts. */
export async function zipDocx(paragraphs: string, parts: Record<string, Buffer> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const body =
    '<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/' +
    `2006/main"><w:body>${paragraphs}</w:body></w:document>`;
  const all = { '[Content_Types].xml': contentTypes, '_rels/.rels': relations, 'word/document.xml': body, ...parts };
  for (const [name, text] of Object.entries(all)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

export const paragraph = (text: string, style = ''): string =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A DOCX of a few hundred kilobytes that unpacks to `megabytes`. */
export const docxBomb = (megabytes: number): Promise<Buffer> =>
  zipDocx(paragraph('boom'), { 'word/media/image1.xml': Buffer.alloc(megabytes * 1024 * 1024) });
