import { PasswordException, PDFParse } from 'pdf-parse';
import { type ExtractedDocument, maxCharacters } from '../passages/chunk-document.ts';
import { SourceFault } from '../sources/source-fault.ts';
import { buildBlocks, type PdfLine, type PdfTextItem, readLines } from './pdf-lines.ts';

/** The parts of a pdf-parse document that are used here. */
interface PdfDocument {
  numPages: number;
  getMetadata(): Promise<{ info: { Title?: unknown } }>;
  getPage(number: number): Promise<{
    getTextContent(): Promise<{ items: PdfTextItem[] }>;
    cleanup(): void;
  }>;
}

const maxPages = 500;
/** Titles that programs write by default. */
const noTitle = /^(untitled|microsoft |powerpoint |document\d*$|sem título)|\.\w{2,4}$/i;

export const readPdf = (bytes: Uint8Array): Promise<ExtractedDocument> =>
  withPdf(bytes, async (pdf) => ({
    blocks: buildBlocks(await readAllLines(pdf), pdf.numPages),
    title: await readTitle(pdf),
  }));

/** The lines in page order. Throws `SourceFault`. */
export const readPdfLines = (bytes: Uint8Array): Promise<PdfLine[]> => withPdf(bytes, readAllLines);

async function withPdf<Result>(bytes: Uint8Array, use: (pdf: PdfDocument) => Promise<Result>): Promise<Result> {
  const options = { data: bytes, verbosity: 0, isEvalSupported: false, disableFontFace: true, useSystemFonts: false };
  const parser = new PDFParse(options);
  try {
    const pdf = await open(parser);
    if (pdf.numPages > maxPages) throw new SourceFault('too_many_pages', `this one has ${pdf.numPages}`);
    return await use(pdf);
  } finally {
    await parser.destroy();
  }
}

async function readAllLines(pdf: PdfDocument): Promise<PdfLine[]> {
  const lines: PdfLine[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    for (const line of readLines(items, number)) {
      characters += line.text.length;
      lines.push(line);
    }
    if (characters > maxCharacters) throw new SourceFault('too_much_text');
  }
  return lines;
}

/**
 * The public API of pdf-parse drops positions and sizes, which reveal headings and tables; its inner document has them.
 */
async function open(parser: PDFParse): Promise<PdfDocument> {
  try {
    return await (parser as unknown as { load(): Promise<PdfDocument> }).load();
  } catch (error) {
    if (error instanceof PasswordException) throw new SourceFault('encrypted');
    throw error;
  }
}

async function readTitle(pdf: PdfDocument): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = typeof info.Title === 'string' ? info.Title.replaceAll(/[\0\s]+/g, ' ').trim() : '';
  return title === '' || noTitle.test(title) ? null : title;
}
