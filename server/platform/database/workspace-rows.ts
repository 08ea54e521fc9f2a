import type { Insertable, Kysely, UpdateObject } from 'kysely';
import type { Db, Row, Tables } from './database.ts';

/** Tables whose rows belong to a workspace. */
type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { workspace_id: string } ? Name : never;
}[keyof Tables];

/** Those whose rows have an id, too. */
type RowTable = {
  [Name in OwnedTable]: Tables[Name] extends { id: string } ? Name : never;
}[OwnedTable];

/** The values that rows must have in some of their columns. */
type Match<Name extends OwnedTable> = Partial<Row<Name>>;

/** Kysely cannot type a query over any one of these tables: each is seen as a table with the column that all have. */
const ownedRows = (db: Db) => db as unknown as Kysely<{ rows: { workspace_id: string } }>;

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
): Promise<Row<Name> | null> => findRowBy(db, table, workspaceId, { id } as Match<Name>);

/** The first row of a workspace that has these values; null where there is none. */
export async function findRowBy<Name extends OwnedTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name>,
): Promise<Row<Name> | null> {
  const query = ownedRows(db)
    .selectFrom(table as 'rows')
    .selectAll();
  const found = query.where('workspace_id', '=', workspaceId).where((where) => where.and(match));
  return ((await found.limit(1).executeTakeFirst()) ?? null) as Row<Name> | null;
}

/** Changes a row of a workspace and returns it as it is now. Throws when there is none. */
export async function updateRow<Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
  changes: UpdateObject<Tables, Name>,
): Promise<Row<Name>> {
  const query = updating(db, table, workspaceId, { id } as Match<Name>, changes);
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
  const query = updating(db, table, workspaceId, { id } as Match<Name>, changes);
  return ((await query.returningAll().executeTakeFirst()) ?? null) as Row<Name> | null;
}

/** Changes the rows of a workspace that have these values. */
export async function updateRows<Name extends OwnedTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name>,
  changes: UpdateObject<Tables, Name>,
): Promise<void> {
  await updating(db, table, workspaceId, match, changes).execute();
}

const updating = <Name extends OwnedTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name>,
  changes: UpdateObject<Tables, Name>,
) =>
  ownedRows(db)
    .updateTable(table as 'rows')
    .set(changes as object)
    .where('workspace_id', '=', workspaceId)
    .where((where) => where.and(match));

/** Deletes a row of a workspace and returns it as it was; null where there was none. */
export async function deleteRow<Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
): Promise<Row<Name> | null> {
  const query = deleting(db, table, workspaceId, { id } as Match<Name>);
  return ((await query.returningAll().executeTakeFirst()) ?? null) as Row<Name> | null;
}

/** Deletes the rows of a workspace that have these values. */
export async function deleteRows<Name extends OwnedTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  match: Match<Name>,
): Promise<void> {
  await deleting(db, table, workspaceId, match).execute();
}

const deleting = <Name extends OwnedTable>(db: Db, table: Name, workspaceId: string, match: Match<Name>) =>
  ownedRows(db)
    .deleteFrom(table as 'rows')
    .where('workspace_id', '=', workspaceId)
    .where((where) => where.and(match));
