import type { ExpressionBuilder, Insertable, Kysely, UpdateObject } from 'kysely';
import type { Db, Row, Tables } from './database.ts';

/** Tables whose rows belong to a workspace. */
type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { workspace_id: string } ? Name : never;
}[keyof Tables];

/** Those whose rows have an id, too. */
type RowTable = {
  [Name in OwnedTable]: Tables[Name] extends { id: string } ? Name : never;
}[OwnedTable];

/** Tables whose rows show what an assistant entered and nobody has confirmed (`platform/work/unconfirmed.ts`). */
type MarkedTable = {
  [Name in RowTable]: Row<Name> extends { unconfirmed: string | null; seq: number } ? Name : never;
}[RowTable];

/** The values that rows must have in the given columns; none may be undefined. */
type Match<Name extends OwnedTable, Column extends keyof Row<Name>> = Pick<Row<Name>, Column>;

/** Kysely cannot type a query over any one of these tables: each is seen as a table with the columns that it reads. */
interface AnyTable {
  rows: { workspace_id: string; id: string; seq: number; unconfirmed: string | null };
}
const ownedRows = (db: Db) => db as unknown as Kysely<AnyTable>;

/** One condition for each value: Kysely leaves out the undefined values of an object, and would match every row. */
const matches = (match: object) => (where: ExpressionBuilder<AnyTable, 'rows'>) =>
  where.and(Object.entries(match).map(([column, value]) => where(column as 'id', value === null ? 'is' : '=', value)));

/** Inserts a row of a workspace and returns it with the columns that the database fills. */
export async function insertRow<Name extends OwnedTable>(
  db: Db,
  table: Name,
  values: Insertable<Tables[Name]>,
): Promise<Row<Name>> {
  const inserted = ownedRows(db)
    .insertInto(table as 'rows')
    .values(values as never)
    .returningAll();
  return (await inserted.executeTakeFirstOrThrow()) as Row<Name>;
}

/** The row of a workspace; null where the id is unknown, or belongs to another workspace. */
export const findRow = <Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
): Promise<Row<Name> | null> => finding(db, table, workspaceId, { id });

/** The first row of a workspace that has these values; null where there is none. */
export const findRowBy = <Name extends OwnedTable, Column extends keyof Row<Name>>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name, Column>,
): Promise<Row<Name> | null> => finding(db, table, workspaceId, match);

async function finding<Name extends OwnedTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: object,
): Promise<Row<Name> | null> {
  const query = ownedRows(db)
    .selectFrom(table as 'rows')
    .selectAll();
  const found = query.where('workspace_id', '=', workspaceId).where(matches(match));
  return ((await found.limit(1).executeTakeFirst()) ?? null) as Row<Name> | null;
}

/** Returns the rows of a workspace with unconfirmed entries, newest first. */
export async function listUnconfirmedRows<Name extends MarkedTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  limit: number,
): Promise<Row<Name>[]> {
  const query = ownedRows(db)
    .selectFrom(table as 'rows')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('unconfirmed', 'is not', null);
  return (await query.orderBy('seq', 'desc').limit(limit).execute()) as unknown as Row<Name>[];
}

/** Changes a row of a workspace and returns it as it is now. Throws when there is none. */
export async function updateRow<Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
  changes: UpdateObject<Tables, Name>,
): Promise<Row<Name>> {
  const query = updating(db, table, workspaceId, { id }, changes);
  return (await query.returningAll().executeTakeFirstOrThrow()) as Row<Name>;
}

/** Like `updateRow`; returns null where there is none. */
export async function updateRowIfAny<Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
  changes: UpdateObject<Tables, Name>,
): Promise<Row<Name> | null> {
  const query = updating(db, table, workspaceId, { id }, changes);
  return ((await query.returningAll().executeTakeFirst()) ?? null) as Row<Name> | null;
}

/** Changes the rows of a workspace that have these values. */
export async function updateRows<Name extends OwnedTable, Column extends keyof Row<Name>>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name, Column>,
  changes: UpdateObject<Tables, Name>,
): Promise<void> {
  await updating(db, table, workspaceId, match, changes).execute();
}

/** Rows of one kind that one transaction changes or deletes of many: all other writes await it. */
export const rowsAtOnce = 200;

/** Changes a part of the rows of a workspace that have these values, which they lose. Returns whether there may be more. */
export async function updateSomeRows<Name extends OwnedTable, Column extends keyof Row<Name>>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name, Column>,
  changes: UpdateObject<Tables, Name> & Record<Column, unknown>,
): Promise<boolean> {
  const query = updating(db, table, workspaceId, match, changes).limit(rowsAtOnce);
  return Number((await query.executeTakeFirstOrThrow()).numUpdatedRows) === rowsAtOnce;
}

const updating = <Name extends OwnedTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: object,
  changes: UpdateObject<Tables, Name>,
) =>
  ownedRows(db)
    .updateTable(table as 'rows')
    .set(changes as object)
    .where('workspace_id', '=', workspaceId)
    .where(matches(match));

/** Deletes a row of a workspace and returns it as it was; null where there was none. */
export async function deleteRow<Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
): Promise<Row<Name> | null> {
  const query = deleting(db, table, workspaceId, { id });
  return ((await query.returningAll().executeTakeFirst()) ?? null) as Row<Name> | null;
}

/** Deletes the rows of a workspace that have these values. */
export async function deleteRows<Name extends OwnedTable, Column extends keyof Row<Name>>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name, Column>,
): Promise<void> {
  await deleting(db, table, workspaceId, match).execute();
}

/** Deletes a part of the rows of a workspace that have these values. Returns whether there may be more. */
export async function deleteSomeRows<Name extends OwnedTable, Column extends keyof Row<Name>>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name, Column>,
): Promise<boolean> {
  const { numDeletedRows } = await deleting(db, table, workspaceId, match).limit(rowsAtOnce).executeTakeFirstOrThrow();
  return Number(numDeletedRows) === rowsAtOnce;
}

/** Deletes the rows of a workspace that have one of these values in a column. */
export async function deleteRowsIn<Name extends OwnedTable, Column extends keyof Row<Name> & string>(
  db: Db,
  table: Name,
  workspaceId: string,
  column: Column,
  values: Row<Name>[Column][],
): Promise<void> {
  await deleting(db, table, workspaceId, {})
    .where(column as 'id', 'in', values as string[])
    .execute();
}

const deleting = (db: Db, table: OwnedTable, workspaceId: string, match: object) =>
  ownedRows(db)
    .deleteFrom(table as 'rows')
    .where('workspace_id', '=', workspaceId)
    .where(matches(match));
