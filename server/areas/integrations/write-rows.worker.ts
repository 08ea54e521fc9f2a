import { workerData } from 'node:worker_threads';
import { serveResult } from '../../platform/workers.ts';
import { listSheets, WorkbookFault, type WriteInput, writeCsv, writeXlsx } from './write-rows.ts';

const input = workerData as WriteInput;
try {
  if (input.kind === 'sheets') serveResult({ result: listSheets(input.bytes) });
  else if (input.kind === 'csv') serveResult({ result: writeCsv(input.bytes, input.row) });
  else serveResult({ result: writeXlsx(input.bytes, input.sheet, input.row) });
} catch (error) {
  // Thrown errors lose their class on the way out of a thread.
  if (!(error instanceof WorkbookFault)) throw error;
  serveResult({ fault: error.message });
}
