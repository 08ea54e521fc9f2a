import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { fold } from './fold.ts';
import { statementOn } from './statement-cache.ts';
import { lastly } from './write-queue.ts';

/**
 * A full-text index of short texts by row number, with case and diacritics folded and prefix matching. Each word is
 * prefixed by its workspace's id, so other workspaces' texts affect neither the results nor the speed of a search.
 */
export interface TextIndex {
  table: string;
}

/** Words prefixed by their workspace, as the index stores them. */
const ownedBy = (workspaceId: string, words: string[]): string[] => {
  const owner = workspaceId.slice(workspaceId.indexOf('_') + 1);
  return words.map((word) => owner + word);
};

const readWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The stored form of one text. */
export const indexedText = (workspaceId: string, text: string): string =>
  ownedBy(workspaceId, readWords(text)).join(' ');

export const putText = (db: Db, index: TextIndex, workspaceId: string, row: number, text: string): Promise<void> =>
  putTexts(db, index, workspaceId, [{ row, text }]);

/** Stores many texts in one statement, for imports; a few thousand at most. */
export async function putTexts(
  db: Db,
  { table }: TextIndex,
  workspaceId: string,
  entries: { row: number; text: string }[],
): Promise<void> {
  const values = sql.join(entries.map(({ row, text }) => sql`(${row}, ${indexedText(workspaceId, text)})`));
  await lastly(db, () => sql`insert or replace into ${sql.table(table)} (rowid, text) values ${values}`.execute(db));
}

export async function removeText(db: Db, { table }: TextIndex, row: number): Promise<void> {
  await lastly(db, () => sql`delete from ${sql.table(table)} where rowid = ${row}`.execute(db));
}

const longestQuery = 200;
const mostWords = 10;

/** The words of a query that a search compares, folded. */
export const queryWords = (query: string): string[] => readWords(query.slice(0, longestQuery)).slice(0, mostWords);

/**
 * Returns the row numbers of the workspace's texts that contain, for each word of the query, a word starting with it;
 * newest first, at most `limit`. Null when the query contains no word.
 */
export function matchingRows(
  db: Db,
  { table }: TextIndex,
  workspaceId: string,
  query: string,
  limit: number,
): number[] | null {
  const words = queryWords(query);
  if (words.length === 0) return null;
  const owned = ownedBy(workspaceId, words);
  const expression = owned.map((word, place) => wordsStarting(db, table, word, words[place] as string)).join(' AND ');
  const find = `select rowid from ${table} where ${table} match ? order by rowid desc limit ?`;
  return statementOn(db, find).pluck().all(expression, limit) as number[];
}

/** The lengths of prefixes that the migrations give an index of their own. */
const indexedLengths = [2, 3];
/** With so many a search takes 6 ms; among five million messages the rows of a common prefix take 140. */
const mostAlternatives = 128;

/**
 * The part of an FTS5 query for one word. FTS5 reads the rows of alternatives (`OR`) one by one until it has enough, but
 * the rows of a prefix without an index all at once, which are most texts for a common word: a prefix is replaced by the
 * words that start with it, if they are few.
 */
function wordsStarting(db: Db, table: string, owned: string, word: string): string {
  // A single letter as a prefix would match half of everything: it must be a word of its own.
  if (word.length === 1) return quoteWord(owned);
  const prefix = `${quoteWord(owned)}*`;
  if (indexedLengths.includes(word.length)) return prefix;
  // Each step jumps to the next word, which is at least the present one with the first of all letters and digits.
  const list = `
    with recursive found (word) as (
      select (select term from ${table}_words where term >= @from limit 1)
      union all
      select (select term from ${table}_words where term >= word || '0' limit 1) from found where word < @to
      limit ${mostAlternatives + 1}
    )
    select word from found where word < @to`;
  const found = statementOn(db, list)
    .pluck()
    .all({ from: owned, to: `${owned}\u{10FFFF}` }) as string[];
  if (found.length > mostAlternatives) return prefix;
  return found.length === 0 ? quoteWord(owned) : `(${found.map(quoteWord).join(' OR ')})`;
}

/** Query for these row numbers, for the `in` or the `from` of another; its column is `rowid`. */
export const listRows = (rows: number[]): RawBuilder<{ rowid: number }> =>
  sql<{ rowid: number }>`select value as rowid from json_each(${JSON.stringify(rows)})`;

const quoteWord = (word: string): string => `"${word}"`;

/**
 * A full-text index of passages, ranked by BM25 over three fields. Its words are already stems, so it only splits at
 * spaces. A row number encodes the segment: `segment * rowsPerSegment + position`. Words are prefixed by their
 * workspace here too; FTS5's own `bm25` counts passages of all workspaces, so the ranking is computed here.
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

/** More than any document has passages; a segment with more rows would overlap the next. */
export const rowsPerSegment = 1 << 20;

const ownedWords = (workspaceId: string, words: string): string =>
  ownedBy(workspaceId, words.match(/\S+/g) ?? []).join(' ');

/** Stores passages in one statement; a few dozen at most. */
export async function putPassages(
  db: Db,
  { table }: PassageIndex,
  workspaceId: string,
  passages: PassageWords[],
): Promise<void> {
  const own = (words: string) => ownedWords(workspaceId, words);
  const values = sql.join(
    passages.map((each) => sql`(${each.row}, ${own(each.title)}, ${own(each.headings)}, ${own(each.body)})`),
  );
  await sql`insert into ${sql.table(table)} (rowid, title, headings, body) values ${values}`.execute(db);
}

/** Counts the workspace's passages that contain a stem. */
export async function countPassages(
  db: Db,
  { table }: PassageIndex,
  workspaceId: string,
  stem: string,
): Promise<number> {
  const { rows } = await sql<{ doc: number }>`
    select doc from ${sql.table(`${table}_terms`)} where term = ${ownedWords(workspaceId, stem)}`.execute(db);
  return rows[0]?.doc ?? 0;
}

/** BM25's `k1`: how quickly repetitions of a word stop counting. */
const saturation = 1.2;

/**
 * Returns the row numbers of the segments' passages that contain any of the stems, best first. Each stem counts by its
 * worth and, with saturation, by its frequency. Passages have similar lengths, so BM25's length normalization is 1.
 */
export async function matchPassages(
  db: Db,
  { table }: PassageIndex,
  query: {
    workspaceId: string;
    stems: { stem: string; worth: number }[];
    segments: number[];
    weights: { title: number; headings: number; body: number };
    limit: number;
  },
): Promise<number[]> {
  const { title, headings, body } = query.weights;
  const worths = query.stems.map(({ stem, worth }) => [ownedWords(query.workspaceId, stem), worth]);
  const { rows } = await sql<{ row: number }>`
    with found as (
      select p.doc as row, w.value ->> 1 as worth, sum(case p.col when 'title' then ${title} when 'headings' then ${headings} else ${body} end) as times
      from json_each(${JSON.stringify(worths)}) w cross join ${sql.table(`${table}_places`)} p
      where p.term = w.value ->> 0
        and p.doc / ${sql.lit(rowsPerSegment)} in (select value from json_each(${JSON.stringify(query.segments)}))
      group by w.key, p.doc
    )
    select row from found group by row order by sum(worth * times / (times + ${sql.lit(saturation)})) desc, row
    limit ${query.limit}
  `.execute(db);
  return rows.map(({ row }) => row);
}

/** Removes the first `limit` passages of a segment and returns how many there were. */
export async function removePassages(db: Db, { table }: PassageIndex, segment: number, limit: number): Promise<number> {
  const source = sql.table(table);
  const first = segment * rowsPerSegment;
  const { rows } = await sql<{ rowid: number }>`
    select rowid from ${source} where rowid between ${first} and ${first + rowsPerSegment - 1} order by rowid limit ${limit}
  `.execute(db);
  for (const { rowid } of rows) await sql`delete from ${source} where rowid = ${rowid}`.execute(db);
  return rows.length;
}

const runsOf = (word: string): string[] => [
  ...new Set(Array.from({ length: word.length - 2 }, (_, start) => word.slice(start, start + 3))),
];

/** Stores words for `similarWords`; letters and digits only, at least three characters. */
export async function putSpellings(
  db: Db,
  { table }: TextIndex,
  workspaceId: string,
  entries: { row: number; word: string }[],
): Promise<void> {
  const values = sql.join(
    entries.map(({ row, word }) => sql`(${row}, ${ownedBy(workspaceId, runsOf(word)).join(' ')})`),
  );
  await sql`insert into ${sql.table(table)} (rowid, text) values ${values}`.execute(db);
}

/**
 * Returns the row numbers of the workspace's words that share runs of three characters with this one; most and rarest
 * shared runs first.
 */
export async function similarWords(
  db: Db,
  { table }: TextIndex,
  workspaceId: string,
  word: string,
  limit: number,
): Promise<number[]> {
  if (word.length < 3) return [];
  const { rows } = await sql<{ row: number }>`
    with found as (
      select p.doc as row, count(*) over (partition by w.key) as words
      from json_each(${JSON.stringify(ownedBy(workspaceId, runsOf(word)))}) w cross join ${sql.table(`${table}_runs`)} p
      where p.term = w.value
    )
    select row from found group by row order by sum(1 / (1 + ln(words))) desc, row limit ${limit}`.execute(db);
  return rows.map(({ row }) => row);
}
