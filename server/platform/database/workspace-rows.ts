import type { Insertable, Kysely, UpdateObject } from 'kysely';
import type { Db, Row, Tables } from './database.ts';

/** Tables whose rows belong to a workspace and have an id. */
type RowTable = {
  [Name in keyof Tables]: Tables[Name] extends { workspace_id: string; id: string } ? Name : never;
}[keyof Tables];

/** Kysely cannot type a query over any one of these tables: each is seen as a table with the columns that all have. */
const commonColumns = (db: Db) => db as unknown as Kysely<{ rows: { workspace_id: string; id: string } }>;

/** Inserts a row of a workspace and returns it with the columns that the database fills. */
export async function insertRow<Name extends RowTable>(
  db: Db,
  table: Name,
  values: Insertable<Tables[Name]>,
): Promise<Row<Name>> {
  const inserted = commonColumns(db)
    .insertInto(table as 'rows')
    .values(values as never)
    .returningAll();
  return (await inserted.executeTakeFirstOrThrow()) as Row<Name>;
}

/** The row of a workspace; undefined where the id is unknown, or belongs to another workspace. */
export async function findRow<Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
): Promise<Row<Name> | undefined> {
  const query = commonColumns(db)
    .selectFrom(table as 'rows')
    .selectAll();
  return (await query.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst()) as
    | Row<Name>
    | undefined;
}

/** Changes a row of a workspace and returns it as it is now. Throws when there is none. */
export async function updateRow<Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
  changes: UpdateObject<Tables, Name>,
): Promise<Row<Name>> {
  const query = commonColumns(db)
    .updateTable(table as 'rows')
    .set(changes as object);
  const changed = query.where('workspace_id', '=', workspaceId).where('id', '=', id).returningAll();
  return (await changed.executeTakeFirstOrThrow()) as Row<Name>;
}

/** Deletes a row of a workspace and returns it as it was; undefined where there was none. */
export async function deleteRow<Name extends RowTable>(
  db: Db,
  table: Name,
  workspaceId: string,
  id: string,
): Promise<Row<Name> | undefined> {
  const query = commonColumns(db).deleteFrom(table as 'rows');
  const deleted = query.where('workspace_id', '=', workspaceId).where('id', '=', id).returningAll();
  return (await deleted.executeTakeFirst()) as Row<Name> | undefined;
}

/** Tables whose rows belong to a workspace and refer to another row by `Column`. */
type ReferringTable<Column extends string> = {
  [Name in keyof Tables]: Tables[Name] extends { workspace_id: string } & Record<Column, unknown> ? Name : never;
}[keyof Tables];

/** Lets all rows of the workspace that refer to one row by `column` refer to another one. */
export async function moveRows<Column extends string>(
  db: Db,
  table: ReferringTable<Column>,
  workspaceId: string,
  column: Column,
  ids: { from: string; to: string },
): Promise<void> {
  const query = commonColumns(db)
    .updateTable(table as string as 'rows')
    .set({ [column]: ids.to });
  await query
    .where('workspace_id', '=', workspaceId)
    .where(column as 'id', '=', ids.from)
    .execute();
}
