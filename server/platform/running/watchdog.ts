import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import type { Board } from './running-board.ts';
import { workerFile } from './workers.ts';

const beatEveryMs = 250;

/** What the thread is given. */
export interface Watch {
  memory: SharedArrayBuffer;
  file: string;
  patienceMs: number;
}

/**
 * Ends the process when its event loop has not turned for `patienceMs`, so that whoever has started it starts it again: a
 * thread of its own sees that, writes down what was under way (see `Running`) and kills. Begins after whatever may take
 * long at the start, such as a migration. The answer switches it off; a debugger, which halts the loop, does so too.
 */
export function startWatchdog(board: Board, patienceMs: number, log: Log): () => void {
  if (debuggerUrl() !== undefined) return () => {};
  const watch: Watch = { memory: board.memory, file: board.file, patienceMs };
  const worker = new Worker(workerFile(import.meta.url, 'watchdog.worker'), { workerData: watch });
  const beating = setInterval(() => (debuggerUrl() === undefined ? board.beat() : stop()), beatEveryMs).unref();
  const stop = () => {
    clearInterval(beating);
    worker.terminate();
  };
  worker.on('error', (error) => log.error({ err: error }, 'nobody watches whether the server answers'));
  worker.unref();
  return stop;
}
