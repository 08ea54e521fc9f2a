import { isUtf8 } from 'node:buffer';
import { stringify } from 'csv-stringify/sync';
import { readCsv } from '../../../../platform/text/csv.ts';
import { defuse } from '../../../../platform/text/csv-export.ts';
import { decodeText } from '../../../../platform/text/text-encoding.ts';
import { type RowWish, WorkbookFault, type Written } from './row-wish.ts';

/** Writes a row into a CSV text whose first line names the columns. Appending leaves the rest byte for byte. */
export function writeCsv(bytes: Uint8Array | null, wish: RowWish): Written {
  const text = bytes === null || bytes.length === 0 ? '' : decodeText(bytes);
  if (text === null) throw new WorkbookFault('The file is not text');
  const { header, rows, faults, delimiter } = readCsv(text);
  if (faults[0]) throw new WorkbookFault(`Line ${faults[0].line}: ${faults[0].message}`);
  const values = new Map(Object.entries(wish.values).map(([name, value]) => [name, String(value)]));
  const key = values.get(wish.keyColumn)?.trim();
  const keyIndex = header.indexOf(wish.keyColumn);
  const found = keyIndex < 0 ? -1 : rows.findIndex(({ cells }) => cells[keyIndex] === key);
  if (found >= 0 && wish.ifThere === 'keep') return { bytes: null, row: found + 2 };
  const columns = [...header, ...[...values.keys()].filter((name) => !header.includes(name))];
  const newLine = text.includes('\n') && !text.includes('\r\n') ? '\n' : '\r\n';
  const toText = (lines: string[][]): string =>
    stringify(
      lines.map((cells) => cells.map(defuse)),
      { delimiter: header.length > 1 ? delimiter : ',', record_delimiter: newLine, quoted_match: /[\r\n;\t]/ },
    );
  const mark = bytes !== null && isUtf8(bytes) && bytes[0] !== 0xef ? '' : '\uFEFF';
  const before = found < 0 ? [] : (rows[found]?.cells ?? []);
  const cells = columns.map((name, index) => values.get(name) ?? before[index] ?? '');
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
