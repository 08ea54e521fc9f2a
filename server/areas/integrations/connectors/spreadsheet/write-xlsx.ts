import { type RowWish, WorkbookFault, type Written } from './row-wish.ts';
import { SheetWriter } from './sheet-writer.ts';
import { findTable } from './table.ts';
import { Workbook } from './workbook.ts';

const usualSheet = 'Sheet1';

/** The sheet names of a workbook. Throws `WorkbookFault`. */
export const listSheets = async (bytes: Uint8Array): Promise<string[]> =>
  (await Workbook.open(bytes, usualSheet)).sheetNames;

/**
 * Writes a row into a sheet whose first row names the columns. Creates a missing workbook, sheet or column. Everything
 * else stays as the owner made it: only the text of that row is inserted, and the ranges of table, filter and
 * conditional formats are extended to it. Throws `WorkbookFault`.
 */
export async function writeXlsx(bytes: Uint8Array | null, sheetName: string | null, wish: RowWish): Promise<Written> {
  const book = await Workbook.open(bytes, sheetName ?? usualSheet);
  const path = book.openSheet(sheetName);
  const names = Object.keys(wish.values);
  const table = findTable(book, path, names);
  const writer = new SheetWriter(book, path, table, wish);
  const { found, header, last, totals } = writer.survey;
  if (found && wish.ifThere === 'keep') return { bytes: null, row: found.number };
  const number = found?.number ?? (last ?? header ?? { number: 1 }).number + 1;
  if (!found && totals !== null && number >= totals) {
    throw new WorkbookFault(`Row ${totals} has totals right below the last row: insert empty rows before it`);
  }
  writer.addColumns(names);
  writer.writeRow(number, found);
  book.write(path, writer.finish(number));
  book.dropResults();
  return { bytes: await book.toBytes(), row: number };
}
