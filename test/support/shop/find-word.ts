import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';

/** Not rewritten by an erasure: backups, and workbooks, which belong to the owner. */
const leftAlone = ['backups', 'spreadsheets'];

/** Returns the columns (`table.column`) of the database in which a word occurs, whatever its case. */
export function findInTables(home: string, word: string): string[] {
  const db = openSqlite(databaseFile(home));
  const tables = db
    .prepare("select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')")
    .pluck()
    .all() as string[];
  const found = tables.flatMap((table) => {
    const columns = db.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
    return columns
      .filter((column) =>
        db
          .prepare(`select 1 from "${table}" where instr(lower(cast("${column}" as text)), ?) > 0 limit 1`)
          .get(word.toLowerCase()),
      )
      .map((column) => `${table}.${column}`);
  });
  db.close();
  return found.sort();
}

/** Returns the files of the data folder whose name or bytes contain a word, including the database and its log. */
export async function findInFiles(home: string, word: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(home, path);
    if (!entry.isFile() || leftAlone.some((folder) => name.startsWith(folder))) continue;
    const bytes = await readFile(path);
    if (name.includes(word) || bytes.toString('latin1').toLowerCase().includes(word.toLowerCase())) found.push(name);
  }
  return found.sort();
}
