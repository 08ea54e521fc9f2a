import { Worker } from 'node:worker_threads';
import { NewerDatabaseError } from '../database/migrate.ts';
import { terminate } from '../running/addon-lock.ts';
import { outside } from '../running/item-run.ts';
import { workerFile } from '../running/workers.ts';
import { DamagedDatabaseError } from './backup.ts';
import type { BackupProof } from './backup-files.ts';
import { BackupError } from './backup-format.ts';

/** Tasks of the worker thread; hashing and copying gigabytes must not delay requests. */
export type BackupTask =
  | { kind: 'backup'; home: string; target: string; secretKey: string; appVersion: string; now: string }
  | { kind: 'verify'; file: string; now: string }
  | { kind: 'restore'; home: string; file: string; now: string };

/** Messages of the worker: progress in percent, then the result or the error. */
export type BackupAnswer = { progress: number } | { result: unknown } | { error: { name: string; message: string } };

interface Results {
  backup: BackupProof;
  verify: BackupProof;
  restore: { createdAt: string; blobCount: number };
}

/** The task in progress, for the console's progress bar. */
export interface RunningTask {
  kind: BackupTask['kind'];
  /** 0 to 100. */
  progress: number;
}

/** Runs the backup tasks of one installation, one after the other. */
export class BackupTasks {
  #last: Promise<unknown> = Promise.resolve();
  #running: RunningTask | null = null;

  get running(): RunningTask | null {
    return this.#running;
  }

  /**
   * Runs a task after those queued before it. Throws `BackupError` and `NewerDatabaseError` like the functions of
   * `backup.ts` and `restore.ts`, and the signal's reason when it is aborted.
   */
  run<Task extends BackupTask>(task: Task, signal?: AbortSignal): Promise<Results[Task['kind']]> {
    const done = this.#last.then(() => {
      signal?.throwIfAborted();
      return this.#runNow(task, signal);
    });
    this.#last = done.catch(() => {});
    return outside(() => done as Promise<Results[Task['kind']]>);
  }

  async #runNow(task: BackupTask, signal?: AbortSignal): Promise<unknown> {
    this.#running = { kind: task.kind, progress: 0 };
    const worker = new Worker(workerFile(import.meta.url, 'backup.worker'), { workerData: task });
    try {
      return await new Promise((resolve, reject) => {
        worker.on('message', (message: BackupAnswer) => {
          if ('progress' in message) this.#running = { kind: task.kind, progress: Math.round(message.progress) };
          else if ('result' in message) resolve(message.result);
          else reject(toError(message.error));
        });
        worker.on('error', reject);
        worker.on('exit', (code) => reject(new Error(`The backup's thread ended with ${code}`)));
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    } finally {
      this.#running = null;
      await terminate(worker);
    }
  }
}

function toError({ name, message }: { name: string; message: string }): Error {
  if (name === DamagedDatabaseError.name) return new DamagedDatabaseError(message);
  if (name === BackupError.name) return new BackupError(message);
  if (name === NewerDatabaseError.name) return new NewerDatabaseError(message);
  return new Error(message);
}
