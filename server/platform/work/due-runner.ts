import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../platform.ts';
import type { Item } from '../running/running-board.ts';
import { isSendingPaused } from './sending-pause.ts';
import { WakeLoop } from './wake-loop.ts';

/** Durable work of one kind that comes due: rows that are found, begun and settled in a way of their own. */
export interface DueWork<Row> {
  /** For the log. */
  name: string;
  /** How many more rows may begin now. Called before and after the rows are read. */
  room(underWay: number): number;
  /** The next rows, the earliest first, and more than there is room for. Rows under way may be among them. */
  next(underWay: number): Promise<Row[]> | Row[];
  /** Of rows with one key, one is under way at a time. */
  keyOf(row: Row): string;
  /** Epoch ms; any moment that has passed means now. */
  dueMs(row: Row): number;
  /** Names the row while it is under way; without it the row is not watched for deaths of the process. */
  itemOf?(row: Row): Item;
  /** Records that rows are begun, before any of them is performed. */
  claim?(rows: Row[]): Promise<void>;
  /** Performs a row and records the outcome. Throws what was not expected. `signal` is aborted when the runner stops. */
  perform(row: Row, signal: AbortSignal): Promise<void>;
  /** Takes a row out of the queue after the process died in it three times. */
  setAside?(row: Row): Promise<void>;
  /** Records an unexpected failure: the row comes due again, or never. When it throws, the runner rests. */
  fail(row: Row, error: Error): Promise<void>;
}

export interface DuePace {
  /** Begins what was read before it reads again: for rows that cost much to read. */
  readsAhead?: boolean;
  /** Also performs rows while sending is paused. */
  sendsNothing?: boolean;
  /** A stop waits this long for rows under way; without it, a stop aborts them and waits until they have ended. */
  stopsWithinMs?: number;
}

/**
 * Performs durable work when it comes due: as many rows at a time as there is room, one per key, none that sends while
 * sending is paused. It reads the rows when it is woken, when the next one comes due and when one has ended. Recovery after a crash
 * belongs to the work: it claims or records a row before anything leaves the process.
 */
export class DueRunner<Row> {
  readonly #platform: Platform;
  readonly #work: DueWork<Row>;
  readonly #pace: DuePace;
  readonly #loop: WakeLoop;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #ahead: Row[] = [];
  /** Set when rows that were read ahead may have changed. */
  #isStale = false;
  #isStarted = false;

  constructor(platform: Platform, work: DueWork<Row>, pace: DuePace = {}) {
    this.#platform = platform;
    this.#work = work;
    this.#pace = pace;
    this.#loop = new WakeLoop(
      platform.clock,
      () => this.#look(),
      (error) => this.#rest(error),
    );
  }

  /** Nothing begins before this call. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Looks now. A stable function: one that waits for an event can hold it once. */
  readonly wake = (): void => {
    if (this.#isStarted) this.#loop.wake();
  };

  /** Looks at `atMs` (epoch), or earlier if an earlier moment was already asked for. */
  wakeBy(atMs: number): void {
    this.#loop.wakeBy(atMs);
  }

  /** Forgets the rows that were read ahead, and looks now. */
  reload(): void {
    this.#isStale = true;
    this.wake();
  }

  isUnderWay(key: string): boolean {
    return this.#underWay.has(key);
  }

  /** Performs a row outside the schedule; returns false when its key is under way. Throws what `perform` throws. */
  async performNow(key: string, perform: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.#underWay.has(key)) return false;
    const done = perform(this.#stopping.signal);
    this.#track(
      key,
      done.catch(() => {}),
    );
    await done;
    return true;
  }

  /** Resolves when no due row is left; for tests. */
  async idle(): Promise<void> {
    do {
      await Promise.all(this.#underWay.values());
      await this.#loop.idle();
    } while (this.#underWay.size > 0);
  }

  /** Begins nothing more. Resolves when the rows under way have ended, or after `stopsWithinMs`. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    const { stopsWithinMs } = this.#pace;
    if (stopsWithinMs === undefined) this.#stopping.abort();
    const ended = this.#loop.stop().then(() => Promise.all(this.#underWay.values()));
    await (stopsWithinMs === undefined
      ? ended
      : Promise.race([ended, sleep(stopsWithinMs, undefined, { ref: false })]));
  }

  async #look(): Promise<boolean> {
    const { database, sending, clock } = this.#platform;
    if (this.#work.room(this.#underWay.size) <= 0) return false;
    const waiting = await this.#read();
    if (!this.#pace.sendsNothing && isSendingPaused(database.read)) {
      sending.whenResumed(this.wake);
      return false;
    }
    const room = this.#work.room(this.#underWay.size);
    const nowMs = clock.now().getTime();
    const due = waiting.filter((row) => this.#work.dueMs(row) <= nowMs);
    const later = waiting[due.length];
    if (later !== undefined) this.#loop.wakeBy(this.#work.dueMs(later));
    const begun = due.splice(0, room);
    // Only what is due is read ahead: what comes later may be overtaken by a row that does not exist yet.
    this.#ahead = this.#pace.readsAhead ? due : [];
    if (begun.length > 0) await this.#work.claim?.(begun);
    for (const row of begun) this.#begin(row);
    return false;
  }

  /** Rows that are not under way, the earliest first, one per key. */
  async #read(): Promise<Row[]> {
    const { keyOf, next } = this.#work;
    const fresh = (rows: Row[], busy: Set<string>) =>
      rows.filter((row) => {
        const isNew = !busy.has(keyOf(row));
        busy.add(keyOf(row));
        return isNew;
      });
    if (!this.#isStale && this.#ahead.length > 0) return fresh(this.#ahead, new Set(this.#underWay.keys()));
    this.#isStale = false;
    // Taken before the rows are read: a row that ends in between is still among them.
    const busy = new Set(this.#underWay.keys());
    return fresh(await next.call(this.#work, busy.size), busy);
  }

  #begin(row: Row): void {
    this.#track(this.#work.keyOf(row), this.#perform(row));
  }

  #track(key: string, performing: Promise<void>): void {
    const tracked = performing.finally(() => {
      this.#underWay.delete(key);
      this.wake();
    });
    this.#underWay.set(key, tracked);
  }

  async #perform(row: Row): Promise<void> {
    const { running } = this.#platform;
    const item = this.#work.itemOf?.(row);
    const { signal } = this.#stopping;
    try {
      if (!item) await this.#work.perform(row, signal);
      else if (running.suspects.isPoison(item)) await this.#setAside(row, item);
      else await running.during(item, () => this.#work.perform(row, signal));
    } catch (error) {
      if (!signal.aborted) await this.#work.fail(row, error as Error).catch((cause) => this.#rest(cause));
    }
  }

  async #setAside(row: Row, item: Item): Promise<void> {
    this.#platform.log.error({ work: this.#work.name, item: item.key }, 'set aside: the process died in it too often');
    await this.#work.setAside?.(row);
  }

  #rest(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#platform.log.error({ err: error, work: this.#work.name }, 'due work could not go on');
    this.#isStale = true;
    this.#loop.rest();
  }
}
