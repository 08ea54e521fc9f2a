import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { terminate } from './addon-lock.ts';
import type { Board } from './running-board.ts';
import { workerFile } from './workers.ts';

const beatEveryMs = 250;

/** Input of the watchdog thread. */
export interface Watch {
  memory: SharedArrayBuffer;
  file: string;
  patienceMs: number;
}

/**
 * Kills the process after its event loop has been blocked for `patienceMs`; its supervisor restarts it. Requests get three
 * times that long, and work that advances or waits six times. A separate thread detects this, records the work in progress
 * (see `Running`) and kills. Start it after slow startup work such as migrations. Returns a function that stops it; an
 * attached debugger, which halts the loop, stops it too.
 */
export function startWatchdog(board: Board, patienceMs: number, log: Log): () => void {
  if (debuggerUrl() !== undefined) return () => {};
  const watch: Watch = { memory: board.memory, file: board.file, patienceMs };
  const worker = new Worker(workerFile(import.meta.url, 'watchdog.worker'), { workerData: watch });
  const beating = setInterval(() => (debuggerUrl() === undefined ? board.beat() : stop()), beatEveryMs).unref();
  const stop = () => {
    clearInterval(beating);
    terminate(worker);
  };
  worker.on('error', (error) => log.error({ err: error }, 'the watchdog failed: a hang would not be noticed'));
  worker.unref();
  return stop;
}
