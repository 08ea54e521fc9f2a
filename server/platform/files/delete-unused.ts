import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Work } from '../work/work.ts';
import { deleteFile } from './files.ts';

/**
 * Deletes a file unless a row refers to it: a file of the library, the header of a campaign, a source. The next sweep
 * deletes its bytes unless another file has the same.
 */
export async function deleteFileIfUnused(work: Work, id: string): Promise<void> {
  for (const { table, column } of await listReferences(work.db)) {
    const query = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`;
    if ((await query.execute(work.db)).rows.length > 0) return;
  }
  await deleteFile(work, id);
}

/** The columns that the schema declares to be ids of files. */
async function listReferences(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", f."from" as "column" from sqlite_schema m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f."table" = 'files'`.execute(db);
  return rows;
}
