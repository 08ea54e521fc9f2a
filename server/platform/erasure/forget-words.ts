import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';

/** Pages of an index that one transaction rewrites. */
const pagesAtOnce = 200;

/**
 * Rewrites full-text indexes without the words of deleted rows. FTS5 only notes that a row of an index without contents
 * is gone; its words stay in the file until the segments that contain them are merged.
 */
export async function forgetDeletedWords(platform: Platform): Promise<void> {
  const tables = new Set(platform.provided('textIndex').map(({ index }) => index));
  for (const table of tables) {
    // A negative number makes all segments parts of one merge, which the later steps continue.
    for (let pages = -pagesAtOnce; await platform.write(({ db }) => merge(db, table, pages)); pages = pagesAtOnce) {
      platform.stopping.throwIfAborted();
    }
  }
}

/** Returns whether there is more to merge. */
async function merge(db: Db, table: string, pages: number): Promise<boolean> {
  const before = await countChanges(db);
  await sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values ('merge', ${sql.lit(pages)})`.execute(db);
  // The statement itself counts as one.
  return (await countChanges(db)) - before > 1;
}

async function countChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}
