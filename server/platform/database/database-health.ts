import { NextAlarm } from '../clock.ts';
import { hourMs, secondMs } from '../durations.ts';
import type { Platform } from '../platform.ts';
import { runInWorker, workerFile } from '../running/workers.ts';
import { isReadWhole } from './assert-usable.ts';

const timeoutMs = 6 * hourMs;
const megabytes = { heapMb: 64, buffersMb: 64 };

/**
 * The pause between two checks. Damage is found within a minute where a check takes five seconds at most, and within
 * twelve times its duration where it takes longer: no more than a tenth of a core is spent
 * (`test/bench/load/damage-check.ts` prints both for one shop).
 */
export const leastPauseMs = 20 * secondMs;
export const pausePerCheck = 10;

/**
 * Looks for damage in the database while it is in use: a thread reads all pages again and again, and any statement that
 * meets damage reports it at once. Damage found is reported until the next start.
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

  /** SQLite's first complaint; null while none was found. */
  get damage(): string | null {
    return this.#damage;
  }

  /** When the last check ended, as UTC text; null before the first. */
  get checkedAt(): string | null {
    return this.#checkedAt;
  }

  note(damage: string): void {
    if (this.#damage !== null) return;
    this.#damage = damage;
    this.#platform.log.error({ damage }, 'the database is damaged');
  }

  /** Starts the checks; a file that was checked before it was opened waits for its turn. */
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
