import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';

/** Largest number of rows in an export. */
export const mostExported = 10_000;

/**
 * Starts of a cell that a spreadsheet interprets as a formula, including full-width signs, with or without leading
 * apostrophes.
 */
const risky = /^'*[=+\-@\t\r＝＋－＠]/;
/** E.164: exported unchanged, so that readers find the number as stored. */
const isPhone = /^\+\d+$/;

/**
 * Prefixes a cell that a spreadsheet would run as a formula with an apostrophe, which makes it text. Phone numbers (a
 * plus and digits) stay unchanged. `readCsv` removes the apostrophe.
 */
export const defuse = (cell: string): string => (risky.test(cell) && !isPhone.test(cell) ? `'${cell}` : cell);

export const isDefused = (cell: string): boolean => cell.startsWith("'") && risky.test(cell);

const pageSize = 250;

/**
 * Yields a CSV file (BOM, CRLF, comma) in chunks: the header, then the rows that `load` returns for each page of
 * `keys`. Yields to other requests between pages.
 */
export async function* csvChunks<Key>(
  columns: string[],
  keys: Key[],
  load: (page: Key[]) => Promise<(string | number | boolean | null)[][]>,
): AsyncGenerator<string> {
  yield `\uFEFF${toLines([columns])}`;
  for (let from = 0; from < keys.length; from += pageSize) {
    yield toLines(await load(keys.slice(from, from + pageSize)));
    await nextTurn();
  }
}

const toLines = (rows: (string | number | boolean | null)[][]): string =>
  // By default it only quotes the line ending that it writes; many readers would end the row at a bare line feed.
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/, cast: { string: defuse, boolean: String } });
