import type { UploadedFile } from '../../../http/body/uploads.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { WorkerLimitError } from '../../../platform/running/workers.ts';
import type { Language } from '../../../platform/text/languages.ts';
import { extractPdfLines, SourceFault } from '../../knowledge/index.ts';
import { type PriceListLine, type ProposedItem, parsePriceList } from './parse-price-list.ts';
import { readByModel } from './read-by-model.ts';
import { readPictures } from './read-pictures.ts';
import type { Reader } from './upload-catalog.schemas.ts';

const pdfType = 'application/pdf';
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** Size of a heading relative to most of the text. */
const headingRatio = 1.2;
/** Lines that are read; no price list is longer. */
const mostLines = 3_000;
const longestLine = 500;

const noText =
  'No text can be read in it. Send a PDF with real text, or sharp, straight pictures with one page each, or ' +
  'configure a language model that reads pictures';
const noPrices = 'It contains text, but no line with a name and a price, such as "Margherita … R$ 45,00"';

export interface ReadCatalog {
  items: ProposedItem[];
  readBy: Reader;
}

/**
 * Reads the items of a price list from PDFs or pictures. Throws 400 `no_text` or `no_items`, and `validation_failed`
 * for `field` if a file is damaged or of another type.
 */
export async function readCatalog(
  platform: Platform,
  uploads: UploadedFile[],
  { language, field }: { language: Language; field: string },
): Promise<ReadCatalog> {
  const paths = uploads.map(({ blob }) => blob.path);
  if (uploads.every(({ blob }) => blob.contentType === pdfType)) {
    const pages = await Promise.all(paths.map((path) => readPdf(path, field)));
    return { items: parseOrRefuse(pages.flat()), readBy: 'pdf' };
  }
  for (const { blob, fileName } of uploads) {
    if (pictureTypes.includes(blob.contentType)) continue;
    throw invalid(field, `"${fileName}" is not a PDF or a JPEG, PNG or WebP picture`, 'unsupported_type');
  }
  const pages = await recognize(platform, paths, language);
  const items = pages.flatMap(parsePriceList);
  if (items.length > 0) return { items, readBy: 'ocr' };
  const seen = await readByModel(platform, paths);
  if (seen && seen.length > 0) return { items: seen, readBy: 'model' };
  return { items: parseOrRefuse(pages.flat()), readBy: 'ocr' };
}

function parseOrRefuse(lines: PriceListLine[]): ProposedItem[] {
  const items = parsePriceList(lines);
  if (items.length > 0) return items;
  throw lines.some((line) => /\p{L}{3}/u.test(line.text))
    ? new Problem('no_items', noPrices)
    : new Problem('no_text', noText);
}

async function readPdf(path: string, field: string): Promise<PriceListLine[]> {
  try {
    return toLines((await extractPdfLines(path)).map((line) => ({ ...line, confidence: 1 })));
  } catch (error) {
    if (error instanceof SourceFault) throw invalid(field, error.message, error.code);
    throw error;
  }
}

/** Recognises pictures. Returns no lines after a timeout, so that a model can try. */
async function recognize(platform: Platform, paths: string[], language: Language): Promise<PriceListLine[][]> {
  try {
    return (await readPictures(paths, language)).map(toLines);
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    platform.log.warn({ err: error }, 'the text of a picture was not recognised');
    return [];
  }
}

/** Marks lines whose letters are larger than most of the text. */
function toLines(all: { text: string; size: number; confidence: number }[]): PriceListLine[] {
  const lines = all.slice(0, mostLines).map((line) => ({ ...line, text: line.text.slice(0, longestLine) }));
  const usual = findUsualSize(lines);
  return lines.map(({ text, size, confidence }) => ({ text, confidence, isLarge: size >= usual * headingRatio }));
}

/** The median letter size. */
function findUsualSize(lines: { text: string; size: number }[]): number {
  let left = lines.reduce((sum, { text }) => sum + text.length, 0) / 2;
  for (const { text, size } of lines.toSorted((one, other) => one.size - other.size)) {
    left -= text.length;
    if (left <= 0) return size;
  }
  return 0;
}
