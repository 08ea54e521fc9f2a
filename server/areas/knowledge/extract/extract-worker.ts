import { workerData } from 'node:worker_threads';
import { serveResult } from '../../../platform/workers.ts';
import { SourceFault } from '../source-fault.ts';
import { type ReadInput, readDocument } from './read-document.ts';

try {
  serveResult({ result: await readDocument(workerData as ReadInput) });
} catch (error) {
  // Thrown errors lose their class on the way out of a thread.
  if (!(error instanceof SourceFault)) throw error;
  serveResult({ fault: { code: error.code, message: error.message } });
}
