import { NextAlarm } from '../clock.ts';
import { hourMs, secondMs } from '../durations.ts';
import type { Platform } from '../platform.ts';
import { runInWorker, workerFile } from '../running/workers.ts';
import { isReadWhole } from './assert-usable.ts';

const timeoutMs = 6 * hourMs;
const megabytes = { heapMb: 64, buffersMb: 64 };

/**
 * Pause between two checks. Damage is found within a minute if a check takes up to five seconds, else within twelve times
 * the check's duration, so that checks use at most a tenth of a core (`test/bench/load/damage-check.ts` prints both for
 * one shop).
 */
export const leastPauseMs = 20 * secondMs;
export const pausePerCheck = 10;

/**
 * Checks the database for damage while it is in use: a thread reads all pages repeatedly, and a statement that fails on
 * a damaged page reports it at once. Reports damage until the next start.
 */
export class DatabaseHealth {
  readonly #platform: Platform;
  readonly #stopping = new AbortController();
  readonly #alarm: NextAlarm;
  #checking: Promise<void> = Promise.resolve();
  #damage: string | null = null;
  #checkedAt: string | null = null;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#alarm = new NextAlarm(platform.clock, () => {
      this.#checking = this.#check();
    });
    platform.database.onDamage((error) => this.note(error.message));
  }

  /** SQLite's first error; null if there is none. */
  get damage(): string | null {
    return this.#damage;
  }

  /** End of the last check as UTC text; null before the first. */
  get checkedAt(): string | null {
    return this.#checkedAt;
  }

  note(damage: string): void {
    if (this.#damage !== null) return;
    this.#damage = damage;
    this.#platform.log.error({ damage }, 'the database is damaged');
  }

  /** Starts the checks, after a pause if the file was checked before it was opened. */
  start(): void {
    if (isReadWhole(this.#platform.database.file)) this.#pause(0);
    else this.#checking = this.#check();
  }

  /** Stops the checks. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#alarm.clear();
    await this.#checking;
  }

  #pause(tookMs: number): void {
    if (this.#stopping.signal.aborted) return;
    const pauseMs = Math.max(leastPauseMs, pausePerCheck * tookMs);
    this.#alarm.by(this.#platform.clock.now().getTime() + pauseMs);
  }

  async #check(): Promise<void> {
    const { file } = this.#platform.database;
    const limits = { timeoutMs, ...megabytes, signal: this.#stopping.signal };
    const worker = workerFile(import.meta.url, 'database-check.worker');
    const begunMs = performance.now();
    try {
      const fault = await runInWorker<string | null>(worker, { file }, limits);
      this.#checkedAt = this.#platform.clock.now().toISOString();
      if (fault !== null) return this.note(fault);
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#platform.log.error({ err: error }, 'the database was not checked');
    }
    this.#pause(performance.now() - begunMs);
  }
}
