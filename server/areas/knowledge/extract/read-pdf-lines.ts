import { readFile } from 'node:fs/promises';
import { SourceFault } from '../sources/source-fault.ts';
import type { PdfLine } from './pdf-lines.ts';
import { loadPdfReader } from './read-document.ts';

/** A PDF on the disk whose lines are wanted as they stand on its pages. */
export interface PdfLinesInput {
  kind: 'PDF_LINES';
  path: string;
}

/** Throws `SourceFault`; runs in a worker, since it takes seconds. */
export async function readPdfLinesOf({ path }: PdfLinesInput): Promise<PdfLine[]> {
  const bytes = new Uint8Array(await readFile(path));
  const { readPdfLines } = await loadPdfReader();
  try {
    return await readPdfLines(bytes);
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    throw new SourceFault('unreadable', (error as Error).message.slice(0, 200));
  }
}
