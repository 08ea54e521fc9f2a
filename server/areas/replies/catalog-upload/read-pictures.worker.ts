import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { serveResult } from '../../../platform/running/workers.ts';
import type { OcrInput, OcrLine } from './read-pictures.ts';

/** Returns the folder with the data of a language: `eng`, `por` or `spa`. */
const dataFolder = (language: string): string =>
  fileURLToPath(new URL('4.0.0_best_int', import.meta.resolve(`@tesseract.js-data/${language}/package.json`)));

const { images, language } = workerData as OcrInput;
// Without `langPath` tesseract.js would download its data and store it in the current folder.
const options = { langPath: dataFolder(language), cacheMethod: 'none', gzip: true } as const;
const reader = await createWorker(language, OEM.LSTM_ONLY, options);
// Keeps a row of a price list on one line, however far the price is from the name.
await reader.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK });

const pages: OcrLine[][] = [];
for (const image of images) {
  const { data } = await reader.recognize(Buffer.from(image), {}, { blocks: true });
  const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  pages.push(
    lines.map(({ text, confidence, rowAttributes }) => ({
      text: text.trim(),
      confidence: confidence / 100,
      size: rowAttributes.rowHeight,
    })),
  );
}
serveResult(pages);
