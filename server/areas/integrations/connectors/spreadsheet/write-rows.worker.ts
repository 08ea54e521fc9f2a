import { workerData } from 'node:worker_threads';
import { serveResult } from '../../../../platform/running/workers.ts';
import { type RowWish, WorkbookFault } from './row-wish.ts';
import { writeCsv } from './write-csv.ts';
import { listSheets, writeXlsx } from './write-xlsx.ts';

export type WriteInput =
  | { kind: 'csv' | 'xlsx'; bytes: Uint8Array | null; sheet: string | null; row: RowWish }
  | { kind: 'sheets'; bytes: Uint8Array };

const input = workerData as WriteInput;
try {
  if (input.kind === 'sheets') serveResult({ result: await listSheets(input.bytes) });
  else if (input.kind === 'csv') serveResult({ result: writeCsv(input.bytes, input.row) });
  else serveResult({ result: await writeXlsx(input.bytes, input.sheet, input.row) });
} catch (error) {
  // An error loses its class when it leaves the thread.
  if (!(error instanceof WorkbookFault)) throw error;
  serveResult({ fault: error.message });
}
