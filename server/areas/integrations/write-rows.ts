import { isUtf8 } from 'node:buffer';
import * as xlsx from '@e965/xlsx';
import { stringify } from 'csv-stringify/sync';
import { readCsv } from '../../platform/csv.ts';
import { defuse } from '../../platform/csv-export.ts';
import { decodeText } from '../../platform/text-encoding.ts';

/** A row to put into a table: at its end, or in the place of the row with the same value in `keyColumn`. */
export interface RowWish {
  values: Record<string, string>;
  keyColumn: string;
  /** What happens to a row that has the key already. */
  ifThere: 'keep' | 'change';
}

export type WriteInput =
  | { kind: 'csv' | 'xlsx'; bytes: Uint8Array | null; sheet: string | null; row: RowWish }
  | { kind: 'sheets'; bytes: Uint8Array };

/** `bytes` is null where nothing had to be written. `row` counts as the program shows it, the header being 1. */
export interface Written {
  bytes: Uint8Array | null;
  row: number;
}

/** What cannot be written to; the message is for the owner. */
export class WorkbookFault extends Error {}

/** The names of a workbook's sheets. */
export const listSheets = (bytes: Uint8Array): string[] => readBook(bytes, { bookSheets: true }).SheetNames;

function readBook(bytes: Uint8Array, options: xlsx.ParsingOptions = {}): xlsx.WorkBook {
  try {
    return xlsx.read(bytes, { type: 'array', cellNF: true, ...options });
  } catch (error) {
    throw new WorkbookFault(`The workbook cannot be read: ${(error as Error).message}`);
  }
}

const textOf = (sheet: xlsx.WorkSheet, row: number, column: number): string => {
  const cell: xlsx.CellObject | undefined = sheet[xlsx.utils.encode_cell({ r: row, c: column })];
  return cell?.v === undefined ? '' : String(cell.v).trim();
};

const setText = (sheet: xlsx.WorkSheet, row: number, column: number, text: string): void => {
  // Typed as text, so that no value is ever run as a formula.
  sheet[xlsx.utils.encode_cell({ r: row, c: column })] = { t: 's', v: text } satisfies xlsx.CellObject;
};

/** Puts a row into a sheet, whose first row names the columns; a sheet or column that is not there is made. */
export function writeXlsx(bytes: Uint8Array | null, sheetName: string | null, wish: RowWish): Written {
  const book = bytes === null ? xlsx.utils.book_new() : readBook(bytes);
  const name = sheetName ?? book.SheetNames[0] ?? 'Sheet1';
  if (!book.SheetNames.includes(name)) xlsx.utils.book_append_sheet(book, {}, name);
  const sheet = book.Sheets[name] as xlsx.WorkSheet;
  const range = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1');
  const top = range.s.r;
  const columns = new Map<string, number>();
  for (let column = range.s.c; column <= range.e.c; column++) {
    const header = textOf(sheet, top, column);
    if (header !== '' && !columns.has(header)) columns.set(header, column);
  }
  let last = columns.size === 0 ? range.s.c - 1 : range.e.c;
  for (const header of Object.keys(wish.values)) {
    if (columns.has(header)) continue;
    last += 1;
    setText(sheet, top, last, header);
    columns.set(header, last);
  }
  const keyColumn = columns.get(wish.keyColumn) as number;
  const key = wish.values[wish.keyColumn];
  let bottom = top;
  let found: number | null = null;
  for (let row = top + 1; row <= range.e.r; row++) {
    if (textOf(sheet, row, keyColumn) === key) found ??= row;
    if ([...columns.values()].some((column) => textOf(sheet, row, column) !== '')) bottom = row;
  }
  if (found !== null && wish.ifThere === 'keep') return { bytes: null, row: found + 1 };
  const row = found ?? bottom + 1;
  for (const [header, text] of Object.entries(wish.values)) setText(sheet, row, columns.get(header) as number, text);
  const end = { r: Math.max(range.e.r, row), c: Math.max(range.e.c, last) };
  sheet['!ref'] = xlsx.utils.encode_range({ s: range.s, e: end });
  return { bytes: xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }), row: row + 1 };
}

/** Puts a row into a CSV text whose first line names the columns; the rest of the file stays as it is where it can. */
export function writeCsv(bytes: Uint8Array | null, wish: RowWish): Written {
  const text = bytes === null || bytes.length === 0 ? '' : decodeText(bytes);
  if (text === null) throw new WorkbookFault('The file is no text');
  const { header, rows, unclosedLines, delimiter } = readCsv(text);
  if (unclosedLines.length > 0) throw new WorkbookFault(`Line ${unclosedLines[0]} opens a quote that never ends`);
  const key = wish.values[wish.keyColumn];
  const keyIndex = header.indexOf(wish.keyColumn);
  const found = keyIndex < 0 ? -1 : rows.findIndex(({ cells }) => cells[keyIndex] === key);
  if (found >= 0 && wish.ifThere === 'keep') return { bytes: null, row: found + 2 };
  const columns = [...header, ...Object.keys(wish.values).filter((name) => !header.includes(name))];
  const newLine = text.includes('\n') && !text.includes('\r\n') ? '\n' : '\r\n';
  const toText = (lines: string[][]): string =>
    stringify(
      lines.map((cells) => cells.map(defuse)),
      { delimiter: header.length > 1 ? delimiter : ',', record_delimiter: newLine, quoted_match: /[\r\n]/ },
    );
  const mark = bytes !== null && isUtf8(bytes) && bytes[0] !== 0xef ? '' : '\uFEFF';
  const before = found < 0 ? [] : (rows[found]?.cells ?? []);
  const cells = columns.map((name, index) => wish.values[name] ?? before[index] ?? '');
  const row = (found < 0 ? rows.length : found) + 2;
  if (found < 0 && columns.length === header.length) {
    const gap = text === '' || text.endsWith('\n') ? '' : newLine;
    return { bytes: Buffer.from(`${mark}${text}${gap}${toText([cells])}`), row };
  }
  const all = rows.map((entry, index) => (index === found ? cells : entry.cells));
  if (found < 0) all.push(cells);
  const padded = all.map((line) => columns.map((_name, index) => line[index] ?? ''));
  return { bytes: Buffer.from(`${mark}${toText([columns, ...padded])}`), row };
}
