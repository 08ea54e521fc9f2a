import { runInWorker, WorkerLimitError, workerFile } from '../../../platform/workers.ts';
import { SourceFault, type SourceFaultCode } from '../source-fault.ts';
import type { ReadInput, ReadResult } from './read-document.ts';

const limits = { timeoutMs: 30_000, heapMb: 256, buffersMb: 384 };
const worker = workerFile(import.meta.url, 'extract-worker');

type WorkerAnswer = { result: ReadResult } | { fault: { code: SourceFaultCode; message: string } };

/** Reads a document in a worker thread of its own, which is gone afterwards. Throws `SourceFault`. */
export async function extractDocument(input: ReadInput, signal: AbortSignal): Promise<ReadResult> {
  try {
    const answer = await runInWorker<WorkerAnswer>(worker, input, { ...limits, signal });
    if ('result' in answer) return answer.result;
    throw Object.assign(new SourceFault(answer.fault.code), { message: answer.fault.message });
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    throw new SourceFault(error.limit === 'time' ? 'timed_out' : 'out_of_memory');
  }
}
