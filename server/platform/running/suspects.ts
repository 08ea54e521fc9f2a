import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Database, Db, Table } from '../database/database.ts';
import { dayMs } from '../durations.ts';
import { newId } from '../ids.ts';
import { clearSetting, readSetting, saveSetting } from '../settings.ts';
import { findBlamed, type Item, type ItemKind, itemKinds, type Left } from './running-board.ts';

declare module '../database/database.ts' {
  interface Tables {
    suspect_work: SuspectTable;
  }
}

type SuspectTable = Table<
  'suspect_work',
  {
    kind: ItemKind;
  }
>;

export type SuspectRow = Selectable<SuspectTable>;

/** What can be done about an item that was set aside. */
export interface SetAsideHandler {
  /** Has it handled again, in a transaction; what it answers is called after the commit. */
  retry(db: Db, key: string, now: string): Promise<(() => void) | undefined>;
  /** Lets go of what was kept of it, in a transaction. */
  discard?(db: Db, key: string, now: string): Promise<void>;
}

/** A process that dies so often while it handles the same item dies of it. */
export const mostDeaths = 3;
/** An item that was done since may leave its row behind, when a crash came before it was cleared. */
const forgottenAfterMs = 30 * dayMs;
const hangSetting = 'stopped_answering';

const Hang = z.object({ at: z.string(), kind: z.enum(itemKinds).nullable(), key: z.string().nullable() });
/** When the server had stopped answering, and what it was at, as far as that is known. */
export type Hang = z.infer<typeof Hang>;

/** The items in which a process has died, and those that were set aside for it. */
export class Suspects {
  /** By kind, who takes care of what was set aside; a kind without one can only be dismissed. */
  readonly handlers = new Map<ItemKind, SetAsideHandler>();
  readonly #database: Database;
  /** How often a process has died in each; only of what still waits to be handled. */
  readonly #deaths = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts what the last process has died of. Called before anything is handled. */
  async start(left: Left | null, now: string): Promise<void> {
    if (left && (left.hungAt !== null || left.entries.length > 0)) await this.#count(left, now);
    const rows = await this.#database.read
      .selectFrom('suspect_work')
      .selectAll()
      .where('set_aside_at', 'is', null)
      .execute();
    for (const row of rows) this.#deaths.set(nameOf(row), row.deaths);
  }

  #count(left: Left, now: string): Promise<void> {
    const blamed = findBlamed(left);
    return this.#database.write(async (db) => {
      const before = new Date(Date.parse(now) - forgottenAfterMs).toISOString();
      await db
        .deleteFrom('suspect_work')
        .where('set_aside_at', 'is', null)
        .where('last_died_at', '<', before)
        .execute();
      for (const item of blamed) if (item.kind !== 'request') await countDeath(db, item, now);
      if (left.hungAt === null) return;
      const { kind = null, key = null } = blamed[0] ?? {};
      const hang: Hang = { at: new Date(left.hungAt).toISOString(), kind, key };
      await saveSetting(db, hangSetting, hang);
    });
  }

  /** Whether a process has died in it, so that it has to be handled apart from others. */
  hasDied(item: Item): boolean {
    return this.#deaths.size > 0 && this.#deaths.has(nameOf(item));
  }

  /** Whether it is to be set aside instead of being handled. */
  isPoison(item: Item): boolean {
    return this.#deaths.size > 0 && (this.#deaths.get(nameOf(item)) ?? 0) >= mostDeaths;
  }

  /** It was handled and nobody died. */
  clear(item: Item): void {
    if (!this.#deaths.delete(nameOf(item))) return;
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
        // It counts as dead once more than it was, should another process die in it.
      });
  }

  /** Called in the transaction that takes an item out of the way: keeps it for the owner to see. */
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
    // Whoever has it handled once more, here or through its own operation, has it handled.
    this.#deaths.delete(nameOf(item));
  }

  /** What was set aside, the newest first. */
  list(): Promise<SuspectRow[]> {
    return this.#database.read
      .selectFrom('suspect_work')
      .selectAll()
      .where('set_aside_at', 'is not', null)
      .orderBy('set_aside_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  }

  /** Has an item handled again; one more death sets it aside anew. Answers false when it cannot be. */
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
      return (await handler.retry(db, row.key, now)) ?? (() => {});
    });
    afterwards?.();
    return afterwards !== null;
  }

  /** Answers false when there is none with this id. */
  discard(id: string, now: string): Promise<boolean> {
    return this.#database.write(async (db) => {
      const row = await findSetAside(db, id);
      if (!row) return false;
      await this.handlers.get(row.kind)?.discard?.(db, row.key, now);
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
        set_aside_at: null,
      })),
    )
    .execute();
}

/** That the server had stopped answering; null when it has not, or the owner has seen it. */
export const readHang = (db: Db): Promise<Hang | null> => readSetting(db, hangSetting, Hang);

export const clearHang = (db: Db): Promise<void> => clearSetting(db, hangSetting);
