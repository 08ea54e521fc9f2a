import { type RawBuilder, sql } from 'kysely';
import type { Db, SqliteHandle } from './database.ts';

/** A full-text index of short texts by row number, case and diacritics folded, words found by their beginning. */
export interface TextIndex {
  table: string;
}

/** Two- and three-letter beginnings have an index of their own: without it `co*` reads the whole vocabulary. */
export function createTextIndex(handle: SqliteHandle, { table }: TextIndex): void {
  handle.exec(`
    create virtual table ${table} using fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    )`);
}

export const putText = (db: Db, index: TextIndex, row: number, text: string): Promise<void> =>
  putTexts(db, index, [{ row, text }]);

/** Many texts in one statement, for imports; some thousands at most. */
export async function putTexts(db: Db, { table }: TextIndex, entries: { row: number; text: string }[]): Promise<void> {
  const values = sql.join(entries.map(({ row, text }) => sql`(${row}, ${text})`));
  await sql`insert or replace into ${sql.table(table)} (rowid, text) values ${values}`.execute(db);
}

export async function removeText(db: Db, { table }: TextIndex, row: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where rowid = ${row}`.execute(db);
}

const longestQuery = 200;
const mostWords = 10;

/** The part of a workspace's id that is a word by itself. In the texts it lets one workspace's be searched fast. */
export const workspaceWord = (workspaceId: string): string => workspaceId.slice(workspaceId.indexOf('_') + 1);

/**
 * The row numbers whose text has a word beginning with each of the query's words, newest first, `limit` at most; with
 * `workspaceId` only of texts that have its word in them. Null when the query has no word in it.
 */
export function matchingRows(
  { table }: TextIndex,
  query: string,
  limit: number,
  workspaceId?: string,
  { wholeWords = false }: { wholeWords?: boolean } = {},
): RawBuilder<{ rowid: number }> | null {
  const words = query
    .normalize('NFC')
    .slice(0, longestQuery)
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, mostWords);
  if (!words) return null;
  // A single letter as a beginning would match half of everything: it must be a word by itself.
  const beginnings = words.map((word) => (word.length > 1 && !wholeWords ? `"${word}"*` : `"${word}"`));
  const expression = [...(workspaceId ? [`"${workspaceWord(workspaceId)}"`] : []), ...beginnings].join(' ');
  const source = sql.table(table);
  return sql<{ rowid: number }>`
    select rowid from ${source} where ${source} match ${expression} order by rowid desc limit ${limit}`;
}
