import { Worker } from 'node:worker_threads';
import { secondMs } from '../durations.ts';
import { terminate } from '../running/addon-lock.ts';
import { workerFile } from '../running/workers.ts';
import type { SqliteHandle } from './database.ts';

/** 16 MiB of log between checkpoints: each writes every page that has changed once, however often it has changed. */
const duePages = 4_000;
const idleMs = 10 * secondMs;

interface LogState {
  /** Pages in the log, and how many of them the database file has. */
  log: number;
  checkpointed: number;
}

/**
 * Moves the write-ahead log into the database file in a thread, which is started when it is due and ends when it has been
 * idle. Under steady writes a thread never catches up with the log's end, so the log is not begun anew: SQLite then moves
 * the few pages that are left within a commit (`wal_autocheckpoint`), as it does all of them when the thread fails.
 */
export class Checkpointer {
  readonly #file: string;
  readonly #readState;
  #worker: Worker | null = null;
  #isRunning = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(handle: SqliteHandle) {
    this.#file = handle.name;
    this.#readState = handle.prepare<[], LogState>('pragma wal_checkpoint(NOOP)');
  }

  /** Call after each commit. */
  look(): void {
    if (this.#isRunning) return;
    const { log, checkpointed } = this.#readState.get() as LogState;
    if (log - checkpointed < duePages) return;
    this.#isRunning = true;
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.postMessage('checkpoint');
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#worker) await terminate(this.#worker);
  }

  #start(): Worker {
    const worker = new Worker(workerFile(import.meta.url, 'checkpoint.worker'), { workerData: this.#file });
    worker.on('message', () => {
      this.#isRunning = false;
      this.#idle = setTimeout(() => terminate(worker), idleMs).unref();
    });
    // A thread that fails is started anew when a checkpoint is due again.
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#worker = null;
      this.#isRunning = false;
    });
    worker.unref();
    return worker;
  }
}
