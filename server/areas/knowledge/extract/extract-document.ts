import { minuteMs } from '../../../platform/durations.ts';
import { runInWorker, WorkerLimitError, workerFile } from '../../../platform/running/workers.ts';
import { SourceFault, type SourceFaultCode } from '../sources/source-fault.ts';
import type { PdfLine } from './pdf-lines.ts';
import type { ReadInput, ReadResult } from './read-document.ts';
import type { PdfLinesInput } from './read-pdf-lines.ts';

/** Generous in time: a machine that is busy reads slowly. */
const limits = { timeoutMs: 2 * minuteMs, heapMb: 256, buffersMb: 384 };
const worker = workerFile(import.meta.url, 'extract.worker');

type WorkerAnswer<Result> = { result: Result } | { fault: { code: SourceFaultCode; message: string } };

/** Reads a document in its own worker thread. Throws `SourceFault`. */
export const extractDocument = (input: ReadInput, signal: AbortSignal): Promise<ReadResult> =>
  extract<ReadResult>(input, { signal });

/** The lines of a stored PDF in page order, read in a worker. Throws `SourceFault`. */
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
