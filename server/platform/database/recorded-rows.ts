import { type Kysely, sql } from 'kysely';
import type { Db, Row, Tables } from './database.ts';
import { unindexed } from './prepared-query.ts';
import { findRowBy } from './workspace-rows.ts';

type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { workspace_id: string } ? Name : never;
}[keyof Tables];

type Value = string | number | null;
type Columns = Record<string, Value>;

/** Rows with the same change, or one deleted row. */
export type RowChange =
  | { table: string; key: string; rows: Value[]; before: Columns; after: Columns }
  | { table: string; removed: Columns };

/** Tables with any columns; the callers choose them. */
interface AnyTable {
  rows: Record<string, Value>;
}
const anyRows = (db: Db) => db as unknown as Kysely<AnyTable>;

/** The time of the last change. An undo does not restore it: readers of changes must see that the row changed again. */
const isTime = (column: string): boolean => column === 'updated_at';

const equals = (column: string, value: Value) => sql<boolean>`${sql.ref(column)} is ${value}`;

/**
 * Changes rows of a workspace and records how to restore them. Moves at most `rowsLeft` rows: all other writes wait for
 * the transaction.
 */
export class RecordedRows {
  readonly changes: RowChange[] = [];
  readonly #db: Db;
  readonly #workspaceId: string;
  #rowsLeft: number;

  constructor({ db, workspace }: { db: Db; workspace: { id: string } }, rowsLeft = Number.POSITIVE_INFINITY) {
    this.#db = db;
    this.#workspaceId = workspace.id;
    this.#rowsLeft = rowsLeft;
  }

  /**
   * Sets the columns `to` of rows that have the values `from`, which include every column of `to`; `key` identifies a
   * row. Returns true if more may remain for the next part.
   */
  async move<Name extends OwnedTable>(
    table: Name,
    from: Partial<Row<Name>>,
    to: Partial<Row<Name>>,
    key: keyof Row<Name> & string = 'seq' as keyof Row<Name> & string,
  ): Promise<boolean> {
    if (this.#rowsLeft <= 0) return true;
    let query = anyRows(this.#db)
      .updateTable(table as 'rows')
      .set(to as Columns)
      .where(unindexed('workspace_id'), '=', this.#workspaceId);
    for (const [column, value] of Object.entries(from)) query = query.where(equals(column, value as Value));
    if (Number.isFinite(this.#rowsLeft)) query = query.limit(this.#rowsLeft);
    const moved = (await query.returning(key as string).execute()) as Columns[];
    const rows = moved.map((row) => row[key] as Value);
    this.#rowsLeft -= rows.length;
    const before = Object.fromEntries(Object.keys(to).map((column) => [column, (from as Columns)[column] ?? null]));
    if (rows.length > 0) this.changes.push({ table, key, rows, before, after: to as Columns });
    return this.#rowsLeft <= 0;
  }

  /** Records that a row was changed from `before` to `after`. */
  note<Name extends OwnedTable>(
    table: Name,
    before: Row<Name>,
    after: Row<Name>,
    key: keyof Row<Name> & string = 'seq' as keyof Row<Name> & string,
  ): void {
    const [old, present] = [before as Columns, after as Columns];
    const differing = Object.keys(old).filter((column) => old[column] !== present[column]);
    if (differing.every(isTime)) return;
    const pick = (row: Columns): Columns =>
      Object.fromEntries(differing.map((column) => [column, row[column] as Value]));
    this.#rowsLeft -= 1;
    this.changes.push({ table, key, rows: [old[key] as Value], before: pick(old), after: pick(present) });
  }

  /** Changes one row, which is returned. */
  async change<Name extends OwnedTable>(
    table: Name,
    before: Row<Name>,
    columns: Partial<Row<Name>>,
    key: keyof Row<Name> & string = 'seq' as keyof Row<Name> & string,
  ): Promise<Row<Name>> {
    const after = (await anyRows(this.#db)
      .updateTable(table as 'rows')
      .set(columns as Columns)
      .where(unindexed('workspace_id'), '=', this.#workspaceId)
      .where(key as string, '=', (before as Columns)[key] as Value)
      .returningAll()
      .executeTakeFirstOrThrow()) as unknown as Row<Name>;
    this.note(table, before, after, key);
    return after;
  }

  /** Deletes the first row that has these values and returns it as it was; null if there is none. */
  async remove<Name extends OwnedTable>(table: Name, match: Partial<Row<Name>>): Promise<Row<Name> | null> {
    const row = await findRowBy(this.#db, table, this.#workspaceId, match as never);
    if (!row) return null;
    let query = anyRows(this.#db)
      .deleteFrom(table as 'rows')
      .where(unindexed('workspace_id'), '=', this.#workspaceId);
    for (const [column, value] of Object.entries(match)) query = query.where(equals(column, value as Value));
    await query.limit(1).execute();
    this.#rowsLeft -= 1;
    this.changes.push({ table, removed: row as Columns });
    return row;
  }
}

/**
 * Restores rows to their state before recorded changes, the last change first. Rows that changed again since stay as
 * they are. So do rows that refer to deleted rows or whose place is taken.
 */
export async function putBack(
  { db, workspace, now }: { db: Db; workspace: { id: string }; now: string },
  changes: RowChange[],
): Promise<void> {
  for (const change of changes.toReversed()) {
    await unlessRefused(async () => {
      if ('removed' in change) await insertAgain(db, change.table, change.removed);
      else await restoreColumns(db, workspace.id, now, change);
    });
  }
}

async function insertAgain(db: Db, table: string, row: Columns): Promise<void> {
  await anyRows(db)
    .insertInto(table as 'rows')
    .values(row)
    .execute();
}

async function restoreColumns(
  db: Db,
  workspaceId: string,
  now: string,
  { table, key, rows, before, after }: Extract<RowChange, { key: string }>,
): Promise<void> {
  const times = 'updated_at' in after ? { updated_at: now } : {};
  for (const [column, value] of Object.entries(before)) {
    if (isTime(column)) continue;
    await anyRows(db)
      .updateTable(table as 'rows')
      .set({ [column]: value, ...times })
      .where(unindexed('workspace_id'), '=', workspaceId)
      .where(key, 'in', sql<Value>`(select value from json_each(${JSON.stringify(rows)}))`)
      .where(sql<boolean>`+${sql.ref(column)} is ${after[column] as Value}`)
      .execute();
  }
}

async function unlessRefused(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string' || !code.startsWith('SQLITE_CONSTRAINT')) throw error;
  }
}
