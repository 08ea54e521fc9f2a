import { workerData } from 'node:worker_threads';
import { loadAddon } from '../../../platform/running/addons.ts';
import { serveResult } from '../../../platform/running/workers.ts';
import type { OcrInput, OcrLine } from './read-pictures.ts';

interface Line {
  text: string;
  /** 0 to 100. */
  confidence: number;
  rowAttributes: { rowHeight: number };
}

interface Reader {
  setParameters(parameters: object): Promise<unknown>;
  recognize(
    image: Buffer,
    options: object,
    output: object,
  ): Promise<{ data: { blocks: { paragraphs: { lines: Line[] }[] }[] | null } }>;
}

/** The parts of the add-on that are used here. */
interface OcrAddon {
  createWorker(language: string, mode: number, options: object): Promise<Reader>;
  OEM: { LSTM_ONLY: number };
  PSM: { SINGLE_BLOCK: string };
  dataFolder(language: string): string;
}

const { createWorker, OEM, PSM, dataFolder } = await loadAddon<OcrAddon>('ocr');
const { images, language } = workerData as OcrInput;
// Without `langPath` tesseract.js would download its data and store it in the current folder.
const options = { langPath: dataFolder(language), cacheMethod: 'none', gzip: true };
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
