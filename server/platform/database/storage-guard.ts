import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { NextAlarm } from '../clock.ts';
import type { Platform } from '../platform.ts';
import { storageFull } from './storage-full.ts';

const ballastBytes = 64 * 1024 * 1024;
const checkEveryMs = 5_000;

export const ballastFile = (home: string): string => join(home, 'ballast');

/**
 * On a full disk SQLite can neither delete nor checkpoint. A ballast file therefore lies next to the database: when the
 * disk fills up it is deleted, which frees room to read, clean up and stop, and new data is refused with 507 until the
 * ballast fits again.
 */
export class StorageGuard {
  readonly #platform: Platform;
  readonly #ballast: string;
  readonly #alarm: NextAlarm;
  #full = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#ballast = ballastFile(platform.config.home);
    this.#alarm = new NextAlarm(platform.clock, () => this.#check());
    platform.database.onStorageFull(() => this.markFull());
  }

  get isFull(): boolean {
    return this.#full;
  }

  /** Throws `storage_full` while the disk is full. */
  assertRoom(): void {
    if (this.#full) throw storageFull();
  }

  async start(): Promise<void> {
    await this.#check();
  }

  stop(): void {
    this.#alarm.clear();
  }

  /** Called when a write finds the disk full. */
  markFull(): void {
    if (!this.#full) this.#platform.log.error('the disk is full: new data is refused until there is room');
    this.#full = true;
    rm(this.#ballast, { force: true })
      .then(() => this.#platform.database.checkpoint())
      .catch((error) => this.#platform.log.error({ err: error }, 'the ballast file could not be deleted'));
    this.#alarm.by(this.#platform.clock.now().getTime() + checkEveryMs);
  }

  /** Writes the ballast. A full disk counts as full until this succeeds. */
  async #check(): Promise<void> {
    try {
      const { bavail, bsize, blocks } = await statfs(this.#platform.config.home);
      const size = Math.min(ballastBytes, Math.floor((blocks * bsize) / 16));
      const inPlace = (await stat(this.#ballast).catch(() => null))?.size === size;
      if (!inPlace && bavail * bsize < 2 * size) throw new Error('there is too little room on the disk');
      if (!inPlace) await this.#writeBallast(size);
      if (this.#full) this.#platform.log.info('there is room on the disk again');
      this.#full = false;
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'no ballast file');
    }
    if (this.#full) this.#alarm.by(this.#platform.clock.now().getTime() + checkEveryMs);
  }

  async #writeBallast(size: number): Promise<void> {
    const file = await open(this.#ballast, 'w', 0o600);
    try {
      // Real blocks: deleting a sparse file would free nothing.
      const block = Buffer.alloc(1024 * 1024, 1);
      for (let left = size; left > 0; left -= block.length) {
        await file.write(block, 0, Math.min(block.length, left));
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
