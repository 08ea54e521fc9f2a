import { readFile } from 'node:fs/promises';
import { SourceFault } from '../sources/source-fault.ts';
import type { PdfLine } from './pdf-lines.ts';
import { loadPdfReader } from './read-document.ts';

/** A stored PDF whose lines are requested. */
export interface PdfLinesInput {
  kind: 'PDF_LINES';
  path: string;
}

/** The lines of a stored PDF in page order. Throws `SourceFault`. Takes seconds, so it runs in a worker. */
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
