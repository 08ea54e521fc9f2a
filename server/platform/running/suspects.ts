import { z } from 'zod';
import type { Database, Db, Row, Table } from '../database/database.ts';
import { dayMs } from '../durations.ts';
import { newId } from '../ids.ts';
import { clearSetting, readSetting, saveSetting } from '../settings.ts';
import { findBlamed, type Item, type ItemKind, itemKinds, type Left } from './running-board.ts';
import { forgetRequests, isStillAside, SuspectRequests } from './suspect-requests.ts';

declare module '../database/database.ts' {
  interface Tables {
    suspect_work: Table<'suspect_work', { kind: ItemKind }>;
  }
}

export type SuspectRow = Row<'suspect_work'>;

/** What the owner can do about an item that was set aside. */
export interface SetAsideHandler {
  /** Queues the item again, in a transaction; the returned function is called after the commit. */
  retry(db: Db, key: string, now: string): Promise<(() => void) | undefined>;
  /** Deletes the remains of the item, in a transaction. */
  discard?(db: Db, key: string, now: string): Promise<void>;
}

/** Deaths after which an item is set aside. */
export const mostDeaths = 3;
/** A row may outlive its item when a crash came before it was cleared. */
const forgottenAfterMs = 30 * dayMs;
const hangSetting = 'stopped_answering';

const Hang = z.object({ at: z.string(), kind: z.enum(itemKinds).nullable(), key: z.string().nullable() });
/** When the server hung, and at which item, if known. */
export type Hang = z.infer<typeof Hang>;

/** Items during which the process died, and those set aside for it. */
export class Suspects {
  /** Handlers by kind; items of a kind without one can only be dismissed. */
  readonly handlers = new Map<ItemKind, SetAsideHandler>([['request', { retry: async () => undefined }]]);
  readonly requests = new SuspectRequests();
  readonly #database: Database;
  /** Deaths by item; only of items still to be handled. */
  readonly #deaths = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts the items in which the last process died, and forgets requests of other versions. Called before any item runs. */
  async start(left: Left | null, now: string, version: string): Promise<void> {
    await this.#database.write((db) => forgetRequests(db, now, version));
    if (left && (left.hungAt !== null || left.entries.length > 0)) await this.#count(left, now);
    const rows = await this.#database.read.selectFrom('suspect_work').selectAll().execute();
    this.#deaths.clear();
    for (const row of rows) if (row.set_aside_at === null) this.#deaths.set(nameOf(row), row.deaths);
    this.requests.load(rows.filter(({ kind }) => kind === 'request'));
  }

  #count(left: Left, now: string): Promise<void> {
    const blamed = findBlamed(left);
    // A caller may have sent the same call many times at once.
    const items = new Map(blamed.map((item) => [nameOf(item), item]));
    return this.#database.write(async (db) => {
      const before = new Date(Date.parse(now) - forgottenAfterMs).toISOString();
      await db
        .deleteFrom('suspect_work')
        .where('set_aside_at', 'is', null)
        .where('last_died_at', '<', before)
        .execute();
      for (const item of items.values()) await countDeath(db, item, now);
      await db
        .updateTable('suspect_work')
        .set({ set_aside_at: now })
        .where('kind', '=', 'request')
        .where('set_aside_at', 'is', null)
        .where('deaths', '>=', mostDeaths)
        .execute();
      if (left.hungAt === null) return;
      const { kind = null, key = null } = blamed[0] ?? {};
      const hang: Hang = { at: new Date(left.hungAt).toISOString(), kind, key };
      await saveSetting(db, hangSetting, hang);
    });
  }

  /** Whether a process died in the item, so that it must be handled apart from others. */
  hasDied(item: Item): boolean {
    return this.#deaths.size > 0 && this.#deaths.has(nameOf(item));
  }

  /** Whether the item must be set aside instead of handled. */
  isPoison(item: Item): boolean {
    return this.#deaths.size > 0 && (this.#deaths.get(nameOf(item)) ?? 0) >= mostDeaths;
  }

  /** Clears an item that ran without a crash. Keeps requests: other arguments of the operation may still crash. */
  clear(item: Item): void {
    if (item.kind === 'request' || !this.#deaths.delete(nameOf(item))) return;
    this.#database
      .write((db) =>
        db
          .deleteFrom('suspect_work')
          .where('kind', '=', item.kind)
          .where('key', '=', item.key)
          .where('set_aside_at', 'is', null)
          .execute(),
      )
      .catch(() => {
        // The item then counts one death too many.
      });
  }

  /** Called in the transaction that sets an item aside; records it for the owner. */
  async setAside(db: Db, item: Item, now: string): Promise<void> {
    await db
      .insertInto('suspect_work')
      .values({
        id: newId('sus'),
        ...{ kind: item.kind, key: item.key, deaths: this.#deaths.get(nameOf(item)) ?? 0 },
        last_died_at: null,
        set_aside_at: now,
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ set_aside_at: now }))
      .execute();
    // A later retry, here or through the item's own operation, starts afresh.
    this.#deaths.delete(nameOf(item));
  }

  /** Returns the items set aside, newest first. */
  async list(now: string): Promise<SuspectRow[]> {
    const rows = await this.#database.read
      .selectFrom('suspect_work')
      .selectAll()
      .where('set_aside_at', 'is not', null)
      .orderBy('set_aside_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.filter((row) => isStillAside(row, now));
  }

  /** Retries an item; one more death sets it aside again. Returns false when it cannot be retried. */
  async retry(id: string, now: string): Promise<boolean> {
    const afterwards = await this.#database.write(async (db) => {
      const row = await findSetAside(db, id);
      const handler = row && this.handlers.get(row.kind);
      if (!row || !handler) return null;
      const deaths = mostDeaths - 1;
      await db
        .updateTable('suspect_work')
        .set({ deaths, set_aside_at: null, last_died_at: now })
        .where('id', '=', id)
        .execute();
      this.#deaths.set(nameOf(row), deaths);
      if (row.kind === 'request') this.requests.allow(row.key);
      return (await handler.retry(db, row.key, now)) ?? (() => {});
    });
    afterwards?.();
    return afterwards !== null;
  }

  /** Dismisses an item; returns false when none has this id. */
  discard(id: string, now: string): Promise<boolean> {
    return this.#database.write(async (db) => {
      const row = await findSetAside(db, id);
      if (!row) return false;
      await this.handlers.get(row.kind)?.discard?.(db, row.key, now);
      if (row.kind === 'request') this.requests.allow(row.key);
      await db.deleteFrom('suspect_work').where('id', '=', id).execute();
      this.#deaths.delete(nameOf(row));
      return true;
    });
  }
}

const nameOf = ({ kind, key }: Item): string => `${kind} ${key}`;

const findSetAside = (db: Db, id: string): Promise<SuspectRow | undefined> =>
  db
    .selectFrom('suspect_work')
    .selectAll()
    .where('id', '=', id)
    .where('set_aside_at', 'is not', null)
    .executeTakeFirst();

async function countDeath(db: Db, { kind, key }: Item, now: string): Promise<void> {
  await db
    .insertInto('suspect_work')
    .values({ id: newId('sus'), kind, key, deaths: 1, last_died_at: now, set_aside_at: null })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet((build) => ({
        deaths: build('suspect_work.deaths', '+', 1),
        last_died_at: now,
        // An event set aside runs only in the transaction of its retry, whose death leaves it set aside.
        ...(kind === 'event' ? {} : { set_aside_at: null }),
      })),
    )
    .execute();
}

/** Returns the last hang of the server; null when there was none, or the owner dismissed it. */
export const readHang = (db: Db): Promise<Hang | null> => readSetting(db, hangSetting, Hang);

export const clearHang = (db: Db): Promise<void> => clearSetting(db, hangSetting);
