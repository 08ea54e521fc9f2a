import type { Db } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import type { Platform } from '../platform.ts';
import type { Item } from '../running/running-board.ts';
import { type EventRecord, findNewestSeq, toEventRecord } from './events.ts';
import { findReleased, forgetHeld, holdUnconfirmed } from './held-events.ts';
import { WakeLoop } from './wake-loop.ts';

/**
 * Receives every event exactly once: `handle` runs in the transaction that advances the subscriber's cursor. It may
 * only write to the database; network calls belong in the jobs that it queues.
 */
export interface Subscriber {
  name: string;
  handle(events: EventRecord[], context: SubscriberContext): Promise<void>;
  /** True while no event of any kind concerns the subscriber; events written meanwhile are skipped unread. */
  isIdle?(db: Db): boolean;
  /** True if its actions may reach customers: it receives unconfirmed events as `isHeld`, and again once confirmed. */
  reachesCustomers?: true;
}

export interface SubscriberContext {
  db: Db;
  now: string;
  platform: Platform;
}

const batchSize = 200;
const retryMs = 1_000;
/** Every look costs a transaction: under load, the events of this many milliseconds share one. */
const pauseMs = 10;
/** Failures after which an event is set aside, so that the rest can proceed. */
const patience = 5;

const selectCursor = prepareQuery((db, name: string) =>
  db.selectFrom('subscriber_cursors').select('seq').where('name', '=', name),
);

const moveCursor = prepareQuery((db, name: string, seq: number) =>
  db.updateTable('subscriber_cursors').set({ seq }).where('name', '=', name),
);

const selectEventsAfter = prepareQuery((db, seq: number, limit: number) =>
  db.selectFrom('events').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit),
);

/** Delivers committed events to the subscribers, each at its own cursor in the log. */
export class Dispatcher {
  readonly #platform: Platform;
  readonly #lanes: Lane[];

  constructor(platform: Platform, subscribers: Subscriber[]) {
    this.#platform = platform;
    this.#lanes = subscribers.map((subscriber) => new Lane(platform, subscriber));
    platform.running.suspects.handlers.set('event', {
      retry: async (db, key, now) => {
        const [name, seq] = key.split(' ');
        await this.#lanes.find((lane) => lane.name === name)?.handleLate(db, Number(seq), now);
      },
    });
  }

  /** Starts delivery; a new subscriber begins after the newest event. */
  async start(): Promise<void> {
    await this.#platform.database.write(async (db) => {
      const newest = findNewestSeq(db);
      for (const lane of this.#lanes) {
        await db
          .insertInto('subscriber_cursors')
          .values({ name: lane.name, seq: newest })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute();
      }
    });
    this.wake();
  }

  wake(): void {
    for (const { loop } of this.#lanes) loop.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#lanes.map(({ loop }) => loop.stop()));
  }

  /** Resolves when every subscriber has handled every event. */
  async idle(): Promise<void> {
    await Promise.all(this.#lanes.map(({ loop }) => loop.idle()));
  }
}

class Lane {
  readonly name: string;
  readonly loop: WakeLoop;
  readonly #platform: Platform;
  readonly #subscriber: Subscriber;
  #failures = 0;
  /** Up to this position events are handled one at a time, to isolate the failing one. */
  #suspectUntil = 0;

  constructor(platform: Platform, subscriber: Subscriber) {
    this.name = subscriber.name;
    this.#platform = platform;
    this.#subscriber = subscriber;
    this.loop = new WakeLoop(
      platform.clock,
      () => this.#look(),
      (error) => this.#rest(error),
      { pauseMs },
    );
  }

  async #look(): Promise<boolean> {
    if (await this.#handleReleased()) return true;
    const mayHaveMore = await this.#handleBatch();
    this.#failures = 0;
    return mayHaveMore;
  }

  /** Rests after a failure, so that other commits do not use up the attempts. */
  #rest(error: unknown): void {
    this.#failures += 1;
    this.#platform.log.error({ err: error, subscriber: this.name, failures: this.#failures }, 'subscriber failed');
    this.loop.rest(retryMs);
  }

  /** Returns whether more events may be waiting. */
  async #handleBatch(): Promise<boolean> {
    const { database, clock } = this.#platform;
    const seen = selectCursor(database.read, this.name).first()?.seq ?? 0;
    if (this.#subscriber.isIdle?.(database.read)) return this.#passBy(seen);
    const { rows, size } = this.#selectBatch(seen);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return false;
    const item = this.#itemOf(first.seq);
    const skip = this.#failures >= patience || this.#platform.running.suspects.isPoison(item);
    if (skip) return this.#setAside(last.id, item, last.seq);
    const handle = this.#platform.running.within(item, (db) => this.#handle(rows.map(toEventRecord), db, clock.now()));
    await database.write(async (db) => {
      await handle(db);
      moveCursor(db, this.name, last.seq).run();
    });
    return rows.length === size;
  }

  /** Selects the next batch. After a batch failed, or the process died in it, its events are handled one at a time. */
  #selectBatch(seen: number) {
    const size = seen < this.#suspectUntil ? 1 : batchSize;
    const rows = selectEventsAfter(this.#platform.database.read, seen, size).all();
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last || size === 1) return { rows, size };
    this.#suspectUntil = last.seq;
    return this.#platform.running.suspects.hasDied(this.#itemOf(first.seq))
      ? { rows: [first], size: 1 }
      : { rows, size };
  }

  #itemOf = (seq: number): Item => ({ kind: 'event', key: `${this.name} ${seq}` });

  async #handle(events: EventRecord[], db: Db, now: Date): Promise<void> {
    const context = { db, now: now.toISOString(), platform: this.#platform };
    const { reachesCustomers } = this.#subscriber;
    const received = reachesCustomers ? await holdUnconfirmed(context, this.name, events) : events;
    await this.#subscriber.handle(received, context);
  }

  /**
   * Delivers one event that was held back until a person confirmed its record, or sets it aside. Returns true if there
   * was one.
   */
  async #handleReleased(): Promise<boolean> {
    const { database, clock, log, running } = this.#platform;
    const released = this.#subscriber.reachesCustomers && findReleased(database.read, this.name);
    if (!released) return false;
    const now = clock.now().toISOString();
    const item = this.#itemOf(released.event_seq);
    try {
      if (running.suspects.isPoison(item)) throw new Error('the server died in this event too often');
      await database.write(async (db) => {
        forgetHeld(db, released.seq);
        await this.handleLate(db, released.event_seq, now);
      });
    } catch (error) {
      log.error({ err: error, subscriber: this.name }, 'an event that had waited failed');
      await database.write(async (db) => {
        forgetHeld(db, released.seq);
        await running.suspects.setAside(db, item, now);
      });
    }
    return true;
  }

  /** Delivers one event that was set aside. */
  async handleLate(db: Db, seq: number, now: string): Promise<void> {
    const rows = selectEventsAfter(db, seq - 1, 1)
      .all()
      .filter((row) => row.seq === seq);
    const handle = () => this.#handle(rows.map(toEventRecord), db, new Date(now));
    await this.#platform.running.within(this.#itemOf(seq), handle)(db);
  }

  async #setAside(id: string, item: Item, seq: number): Promise<true> {
    const { database, clock, log, running } = this.#platform;
    log.error({ subscriber: this.name, event: id }, 'event set aside');
    await database.write(async (db) => {
      await running.suspects.setAside(db, item, clock.now().toISOString());
      moveCursor(db, this.name, seq).run();
    });
    return true;
  }

  async #passBy(seen: number): Promise<boolean> {
    const { database } = this.#platform;
    const newest = findNewestSeq(database.read);
    if (newest > seen) await database.write(async (db) => moveCursor(db, this.name, newest).run());
    return false;
  }
}
