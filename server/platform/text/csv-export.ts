import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';

/** Largest number of rows in an export. */
export const mostExported = 10_000;

/**
 * Places at which a spreadsheet begins a formula: a sign, also full-width, at the start of a cell or after what separates cells or
 * lines in other countries' files. Excel splits at a semicolon in Brazil, whatever the file says, and quotes do not hold
 * where it splits. Apostrophes in front belong to the place: one more is added, and one is taken away.
 */
const formulaStart = /(?<=^|[;|\t\n\r])'*(?=[=+\-@\t\r＝＋－＠])/g;
const defusedStart = /(?<=^|[;|\t\n\r])'(?='*[=+\-@\t\r＝＋－＠])/g;
/** A sign before digits alone is no formula: readers find phone numbers and amounts below zero as stored. */
const isNumber = /^[+-]\d[\d.,]*$/;

/** Prefixes what a spreadsheet would run as a formula with an apostrophe, which makes it text. `readCsv` undoes it. */
export const defuse = (cell: string): string => (isNumber.test(cell) ? cell : cell.replace(formulaStart, "'$&"));

export const undoDefuse = (cell: string): string => cell.replace(defusedStart, '');

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
  // Every text is quoted: many readers would end the row at a bare line feed, or split it at another separator.
  stringify(rows, { record_delimiter: 'windows', quoted_string: true, cast: { string: defuse, boolean: String } });
