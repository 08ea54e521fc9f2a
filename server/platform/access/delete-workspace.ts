import { sql } from 'kysely';
import type { Db, Tables } from '../database/database.ts';
import { deferForeignKeys } from '../database/write-queue.ts';
import type { Provided } from '../wiring.ts';

declare module '../wiring.ts' {
  interface Extensions {
    /** A full-text index, with the table and the column that number its texts. */
    textIndex: { index: string; table: keyof Tables; row: string };
  }
}

/**
 * Deletes a workspace with all its data in the caller's transaction, which must run alone. Orphaned blobs are swept
 * later. The caller closes the workspace's channels first.
 */
export async function deleteWorkspace(db: Db, provided: Provided, workspaceId: string): Promise<void> {
  // Otherwise tables would have to be deleted in the order of their references.
  await deferForeignKeys(db);
  for (const { index, table, row } of provided('textIndex')) {
    await sql`
      delete from ${sql.table(index)} where rowid in (
        select ${sql.ref(row)} from ${sql.table(table)} where workspace_id = ${workspaceId}
      )`.execute(db);
  }
  for (const { child, column, parent, key } of await childrenWithoutWorkspace(db)) {
    await sql`
      delete from ${sql.table(child)} where ${sql.ref(column)} in (
        select ${sql.ref(key)} from ${sql.table(parent)} where workspace_id = ${workspaceId}
      )`.execute(db);
  }
  for (const table of await tablesOfWorkspaces(db)) {
    await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(db);
  }
  await sql`delete from workspaces where id = ${workspaceId}`.execute(db);
}

/** Tables without a workspace column that refer to one with it, such as the memory of a simulated phone. */
async function childrenWithoutWorkspace(db: Db) {
  const { rows } = await sql<{ child: string; column: string; parent: string; key: string }>`
    select m.name as child, f."from" as "column", f."table" as parent, coalesce(f."to", 'id') as key
    from sqlite_master m, pragma_foreign_key_list(m.name) f
    where m.type = 'table'
      and not exists (select 1 from pragma_table_info(m.name) c where c.name = 'workspace_id')
      and exists (select 1 from pragma_table_info(f."table") c where c.name = 'workspace_id')`.execute(db);
  return rows;
}

/** The counts of the others' rows are the last: deleting rows changes them. */
async function tablesOfWorkspaces(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name from sqlite_master m
    where m.type = 'table' and exists (select 1 from pragma_table_info(m.name) c where c.name = 'workspace_id')
    order by m.name = 'row_counts', m.name`.execute(db);
  return rows.map(({ name }) => name);
}
