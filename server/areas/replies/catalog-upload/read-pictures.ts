import { minuteMs } from '../../../platform/durations.ts';
import { loadSharp } from '../../../platform/files/images.ts';
import { runInWorker, workerFile } from '../../../platform/running/workers.ts';
import type { Language } from '../../../platform/text/languages.ts';

/** PNG pictures, and the language code of the tesseract data. */
export interface OcrInput {
  images: Uint8Array[];
  language: (typeof languages)[Language];
}

/** One recognised line. */
export interface OcrLine {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** Height of the row in pixels. */
  size: number;
}

const languages = { pt: 'por', en: 'eng', es: 'spa' } as const;
const worker = workerFile(import.meta.url, 'read-pictures.worker');
const limits = { heapMb: 256, buffersMb: 512 };
const timeoutPerImageMs = minuteMs;
const maxPixels = 40_000_000;
/** Letters of some 30 pixels are recognised best: smaller pictures are enlarged, larger ones only cost time. */
const width = { least: 1_600, most: 2_400 };

/** The last recognition. They run one at a time, since each takes some 200 MB. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Recognises text offline in a worker thread and returns the lines of each picture. Throws `WorkerLimitError` after 60
 * s per picture, and the error of sharp for an unreadable picture or one of more than 40 megapixels.
 */
export async function readPictures(paths: string[], language: Language): Promise<OcrLine[][]> {
  const images = await Promise.all(paths.map(prepare));
  const input: OcrInput = { images, language: languages[language] };
  const run = last.then(() =>
    runInWorker<OcrLine[][]>(worker, input, { ...limits, timeoutMs: timeoutPerImageMs * images.length }),
  );
  last = run.catch(() => {});
  return run;
}

/** Converts a picture to greyscale, dark on light, in a suitable size. */
async function prepare(path: string): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const image = sharp(path, { limitInputPixels: maxPixels }).autoOrient().flatten({ background: '#fff' }).greyscale();
  const { width: given } = await image.metadata();
  const target = Math.min(Math.max(given, width.least), width.most);
  const { data, info } = await image.resize({ width: target }).normalise().png().toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(data).stats();
  const isDark = (channels[0]?.mean ?? 255) < 110;
  return info.size > 0 && isDark ? sharp(data).negate().png().toBuffer() : data;
}
