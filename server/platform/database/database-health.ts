import { hourMs } from '../durations.ts';
import type { Platform } from '../platform.ts';
import { runInWorker, workerFile } from '../running/workers.ts';
import { isReadWhole } from './assert-usable.ts';

const timeoutMs = 6 * hourMs;
const megabytes = { heapMb: 64, buffersMb: 64 };

/**
 * Looks for damage in a database that is served. Reading gigabytes takes long, so it happens in a thread of its own after
 * the start; each backup looks too. What was found is told until the next start.
 */
export class DatabaseHealth {
  readonly #platform: Platform;
  readonly #stopping = new AbortController();
  #checking: Promise<void> = Promise.resolve();
  #damage: string | null = null;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** What SQLite said first; null while nothing was found. */
  get damage(): string | null {
    return this.#damage;
  }

  note(damage: string): void {
    this.#platform.log.error({ damage }, 'the database is damaged');
    this.#damage ??= damage;
  }

  /** Begins to read what was not read before the database was opened. */
  start(): void {
    if (isReadWhole(this.#platform.database.file)) return;
    this.#checking = this.#check().catch((error) => {
      if (!this.#stopping.signal.aborted) this.#platform.log.error({ err: error }, 'the database was not checked');
    });
  }

  /** Ends the reading at the next table. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { file } = this.#platform.database;
    const limits = { timeoutMs, ...megabytes, signal: this.#stopping.signal };
    const fault = await runInWorker<string | null>(
      workerFile(import.meta.url, 'database-check-worker'),
      { file },
      limits,
    );
    if (fault !== null) this.note(fault);
  }
}
