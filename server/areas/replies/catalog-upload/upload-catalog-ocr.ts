import sharp from 'sharp';
import type { Language } from '../../../platform/access/workspaces.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { runInWorker, workerFile } from '../../../platform/running/workers.ts';

/** Pictures as PNG; the language by its code in the recognition's data. */
export interface OcrInput {
  images: Uint8Array[];
  language: (typeof languages)[Language];
}

/** One line of a picture. */
export interface OcrLine {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** Height of the row in pixels. */
  size: number;
}

const languages = { pt: 'por', en: 'eng', es: 'spa' } as const;
const worker = workerFile(import.meta.url, 'upload-catalog-ocr-worker');
const limits = { heapMb: 256, buffersMb: 512 };
const timeoutPerImageMs = minuteMs;
const maxPixels = 40_000_000;
/** Letters of some 30 pixels are read best: smaller pictures are enlarged, larger ones cost time only. */
const width = { least: 1_600, most: 2_400 };

/** One recognition at a time: each takes some 200 MB. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads the text in pictures, line by line, offline and in a worker thread: the lines of each picture. Throws
 * `WorkerLimitError` past 60 s a picture, and what sharp throws for one that it cannot read or of more than 40 megapixels.
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

/** Grey, dark on light, of a good size. */
async function prepare(path: string): Promise<Uint8Array> {
  const image = sharp(path, { limitInputPixels: maxPixels }).autoOrient().flatten({ background: '#fff' }).greyscale();
  const { width: given } = await image.metadata();
  const target = Math.min(Math.max(given, width.least), width.most);
  const { data, info } = await image.resize({ width: target }).normalise().png().toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(data).stats();
  const isDark = (channels[0]?.mean ?? 255) < 110;
  return info.size > 0 && isDark ? sharp(data).negate().png().toBuffer() : data;
}
