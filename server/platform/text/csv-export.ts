import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';

/** Rows of an export at most. */
export const mostExported = 10_000;

/** What a spreadsheet takes for a formula, in the wide signs of East Asia too, behind apostrophes of its own or not. */
const risky = /^'*[=+\-@\t\r＝＋－＠]/;
/** As it is kept everywhere (E.164): whoever reads the file finds the number that the shop has. */
const isPhone = /^\+\d+$/;

/**
 * Makes a cell harmless that a spreadsheet would run as a formula: an apostrophe before it makes it text. A plus and
 * digits alone are a phone number, which is left as it is. `readCsv` takes the apostrophe off again.
 */
export const defuse = (cell: string): string => (risky.test(cell) && !isPhone.test(cell) ? `'${cell}` : cell);

export const isDefused = (cell: string): boolean => cell.startsWith("'") && risky.test(cell);

const pageSize = 250;

/**
 * The chunks of a CSV file (BOM, CRLF, comma): a header, then the rows of each page of `keys` as `load` gives them.
 * Other requests get their turn between the pages.
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
  // By itself it quotes only the line ending that it writes: a bare line feed would end the row for many readers.
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/, cast: { string: defuse, boolean: String } });
