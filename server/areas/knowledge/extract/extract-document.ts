import { runInWorker, WorkerLimitError, workerFile } from '../../../platform/running/workers.ts';
import { detectLanguage, type Language } from '../language/detect-language.ts';
import { SourceFault, type SourceFaultCode } from '../sources/source-fault.ts';
import type { PdfLine } from './pdf-lines.ts';
import type { ReadInput, ReadResult } from './read-document.ts';
import type { PdfLinesInput } from './read-pdf-lines.ts';

const limits = { timeoutMs: 30_000, heapMb: 256, buffersMb: 384 };
const worker = workerFile(import.meta.url, 'extract.worker');

type WorkerAnswer<Result> = { result: Result } | { fault: { code: SourceFaultCode; message: string } };

export type ReadDocument = Omit<ReadResult, 'beginning'> & { language: Language | null };

/**
 * Reads a document in a worker thread of its own, which is gone afterwards. Throws `SourceFault`. Its language is told
 * here: the words of all languages take the fifth of a second to load, which every thread would spend again.
 */
export async function extractDocument(input: ReadInput, signal: AbortSignal): Promise<ReadDocument> {
  const { beginning, ...document } = await extract<ReadResult>(input, { signal });
  return { ...document, language: detectLanguage(beginning) };
}

/** The lines of a PDF on the disk as they stand on its pages, read in the same way. Throws `SourceFault`. */
export const extractPdfLines = (path: string): Promise<PdfLine[]> => extract<PdfLine[]>({ kind: 'PDF_LINES', path });

async function extract<Result>(
  input: ReadInput | PdfLinesInput,
  options: { signal?: AbortSignal } = {},
): Promise<Result> {
  try {
    const answer = await runInWorker<WorkerAnswer<Result>>(worker, input, { ...limits, ...options });
    if ('result' in answer) return answer.result;
    throw Object.assign(new SourceFault(answer.fault.code), { message: answer.fault.message });
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    throw new SourceFault(error.limit === 'time' ? 'timed_out' : 'out_of_memory');
  }
}
