import { workerData } from 'node:worker_threads';
import { serveResult } from '../../../platform/running/workers.ts';
import { SourceFault } from '../sources/source-fault.ts';
import { type ReadInput, readDocument } from './read-document.ts';
import { type PdfLinesInput, readPdfLinesOf } from './read-pdf-lines.ts';

try {
  const input = workerData as ReadInput | PdfLinesInput;
  serveResult({ result: input.kind === 'PDF_LINES' ? await readPdfLinesOf(input) : await readDocument(input) });
} catch (error) {
  // Thrown errors lose their class on the way out of a thread.
  if (!(error instanceof SourceFault)) throw error;
  serveResult({ fault: { code: error.code, message: error.message } });
}
