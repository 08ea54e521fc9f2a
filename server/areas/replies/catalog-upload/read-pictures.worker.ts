import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { serveResult } from '../../../platform/running/workers.ts';
import type { OcrInput, OcrLine } from './read-pictures.ts';

const { images, language } = workerData as OcrInput;
const folder = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`));
// Without `langPath` tesseract.js would download its data and store it in the current folder.
const options = { langPath: join(folder, '4.0.0_best_int'), cacheMethod: 'none', gzip: true };
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
