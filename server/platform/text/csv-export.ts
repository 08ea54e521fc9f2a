import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';

/** Largest number of rows in an export. */
export const mostExported = 10_000;

/**
 * Positions at which a spreadsheet starts a formula: an operator, also full-width, at the start of a cell or after a
 * separator of cells or lines in any locale. In Brazil, Excel splits at semicolons regardless of the file, even inside
 * quotes. Leading apostrophes are part of the match: the export adds one and the import removes one.
 */
const formulaStart = /(?<=^|[;|\t\n\r])'*(?=[=+\-@\t\r＝＋－＠])/g;
const defusedStart = /(?<=^|[;|\t\n\r])'(?='*[=+\-@\t\r＝＋－＠])/g;
/** A sign followed by digits only is not a formula, so phone numbers and negative amounts stay as stored. */
const isNumber = /^[+-]\d[\d.,]*$/;

/** Prefixes formulas with an apostrophe, which turns them into text. `readCsv` undoes it. */
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
  // Quotes every text, because many readers end the row at a bare line feed, or split it at another separator.
  stringify(rows, { record_delimiter: 'windows', quoted_string: true, cast: { string: defuse, boolean: String } });
