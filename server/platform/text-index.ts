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

/**
 * A full-text index of passages, ranked by BM25 over three fields. The words that are put in are stems already, so it
 * only splits them at spaces. Row numbers tell the segment: `segment * rowsPerSegment + position`.
 */
export interface PassageIndex {
  table: string;
}

export interface PassageWords {
  row: number;
  title: string;
  headings: string;
  body: string;
}

/** More than any document has passages; segments beyond this many rows would run into each other. */
export const rowsPerSegment = 1 << 20;

export function createPassageIndex(handle: SqliteHandle, { table }: PassageIndex): void {
  handle.exec(`
    create virtual table ${table} using fts5 (
      title, headings, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
    );
    create virtual table ${table}_terms using fts5vocab (${table}, row);
  `);
}

/** Some dozens at most: it is one statement. */
export async function putPassages(db: Db, { table }: PassageIndex, passages: PassageWords[]): Promise<void> {
  const values = sql.join(passages.map((each) => sql`(${each.row}, ${each.title}, ${each.headings}, ${each.body})`));
  await sql`insert into ${sql.table(table)} (rowid, title, headings, body) values ${values}`.execute(db);
}

/** In how many passages a stem is. */
export async function countPassages(db: Db, { table }: PassageIndex, stem: string): Promise<number> {
  const { rows } = await sql<{ doc: number }>`
    select doc from ${sql.table(`${table}_terms`)} where term = ${stem}`.execute(db);
  return rows[0]?.doc ?? 0;
}

/** Row numbers of the passages of these segments that have one of the stems, best BM25 first. */
export async function matchPassages(
  db: Db,
  { table }: PassageIndex,
  query: { stems: string[]; segments: number[]; weights: [number, number, number]; limit: number },
): Promise<number[]> {
  const source = sql.table(table);
  const expression = query.stems.map(quoteWord).join(' OR ');
  const [title, headings, body] = query.weights.map((weight) => sql.lit(weight));
  const { rows } = await sql<{ rowid: number }>`
    select rowid from ${source}
    where ${source} match ${expression}
      and rowid between ${Math.min(...query.segments) * rowsPerSegment} and ${(Math.max(...query.segments) + 1) * rowsPerSegment}
      and rowid / ${sql.lit(rowsPerSegment)} in (select value from json_each(${JSON.stringify(query.segments)}))
    order by bm25(${source}, ${title}, ${headings}, ${body}) limit ${query.limit}
  `.execute(db);
  return rows.map(({ rowid }) => rowid);
}

/** Removes the first `limit` passages of a segment; answers how many there were. */
export async function removePassages(db: Db, { table }: PassageIndex, segment: number, limit: number): Promise<number> {
  const source = sql.table(table);
  const first = segment * rowsPerSegment;
  const { rows } = await sql<{ rowid: number }>`
    select rowid from ${source} where rowid between ${first} and ${first + rowsPerSegment - 1} order by rowid limit ${limit}
  `.execute(db);
  for (const { rowid } of rows) await sql`delete from ${source} where rowid = ${rowid}`.execute(db);
  return rows.length;
}

/** An index of words by their runs of three characters, for misspellings and parts of codes. */
export function createSpellingIndex(handle: SqliteHandle, { table }: TextIndex): void {
  handle.exec(`
    create virtual table ${table} using fts5 (
      text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram'
    )`);
}

/** Row numbers of words that share runs of three characters with this one, those that share the rarest first. */
export async function similarWords(db: Db, { table }: TextIndex, word: string, limit: number): Promise<number[]> {
  const runs = Array.from({ length: word.length - 2 }, (_, start) => quoteWord(word.slice(start, start + 3)));
  if (runs.length === 0) return [];
  const source = sql.table(table);
  const { rows } = await sql<{ rowid: number }>`
    select rowid from ${source} where ${source} match ${runs.join(' OR ')} order by rank limit ${limit}`.execute(db);
  return rows.map(({ rowid }) => rowid);
}

const quoteWord = (word: string): string => `"${word.replaceAll('"', '""')}"`;
