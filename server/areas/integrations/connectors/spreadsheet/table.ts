import { type Area, readArea, writeArea } from './cells.ts';
import type { Workbook } from './workbook.ts';
import { applyEdits, closeOf, editAttribute, encodeText, findTag, readAttribute, type Tag, tagsOf } from './xml.ts';

/** A range that the owner made a table ("Format as Table"): its first row names the columns. */
export interface Table {
  path: string;
  area: Area;
  columns: { name: string; id: number; formula: string | null }[];
  /** Whether its last row is a totals row. */
  hasTotals: boolean;
}

/** The table of a sheet with the most of these columns; null when none has any. */
export function findTable(book: Workbook, sheet: string, names: string[]): Table | null {
  const count = ({ columns }: Table): number => columns.filter(({ name }) => names.includes(name)).length;
  return (
    book
      .relationshipsOf(sheet)
      .filter(({ type }) => type === 'table')
      .map(({ target }) => readTable(target, book.read(target)))
      .filter((table): table is Table => table !== null && count(table) > 0)
      .toSorted((a, b) => count(b) - count(a))[0] ?? null
  );
}

function readTable(path: string, xml: string): Table | null {
  const tag = findTag(xml, 'table');
  const area = tag && readArea(readAttribute(tag, 'ref') ?? '');
  if (!tag || !area || readAttribute(tag, 'headerRowCount') === '0') return null;
  const columns = [...tagsOf(xml)]
    .filter(({ name, kind }) => name === 'tableColumn' && kind !== 'close')
    .map((column) => ({
      name: (readAttribute(column, 'name') ?? '').trim(),
      id: Number(readAttribute(column, 'id')),
      formula: readFormula(xml, column),
    }));
  return { path, area, columns, hasTotals: Number(readAttribute(tag, 'totalsRowCount') ?? 0) > 0 };
}

/** The formula of a calculated column. Only one that refers to columns by name is the same in every row. */
function readFormula(xml: string, column: Tag): string | null {
  if (column.kind === 'empty') return null;
  const text = xml.slice(column.end, closeOf(xml, column).start);
  const open = findTag(text, 'calculatedColumnFormula');
  if (!open || open.kind === 'empty' || readAttribute(open, 'array') === '1') return null;
  const formula = text.slice(open.end, closeOf(text, open).start);
  return /\$?\b[A-Z]{1,3}\$?\d+\b/.test(formula.replaceAll(/\[[^[\]]*\]|"[^"]*"|&quot;.*?&quot;/g, ''))
    ? null
    : formula;
}

/** Extends a table down to a row and by columns to its right. */
export function growTable(book: Workbook, table: Table, bottom: number, added: string[]): void {
  const xml = book.read(table.path);
  const right = table.area.right + added.length;
  const area = { ...table.area, right, bottom: Math.max(table.area.bottom, bottom) };
  const edits = [...tagsOf(xml)]
    .filter(({ name, kind }) => (name === 'table' || name === 'autoFilter') && kind !== 'close')
    .map((tag) => {
      const own = readArea(readAttribute(tag, 'ref') ?? '') ?? area;
      return editAttribute(tag, 'ref', writeArea({ ...area, bottom: table.hasTotals ? own.bottom : area.bottom }));
    });
  const columns = findTag(xml, 'tableColumns');
  if (columns && added.length > 0) {
    const { start } = closeOf(xml, columns);
    const firstId = Math.max(...table.columns.map(({ id }) => id)) + 1;
    const text = added.map(
      (name, index) => `<${columns.prefix}tableColumn id="${firstId + index}" name="${encodeText(name)}"/>`,
    );
    edits.push(editAttribute(columns, 'count', table.columns.length + added.length));
    edits.push({ start, end: start, text: text.join('') });
  }
  book.write(table.path, applyEdits(xml, edits));
}
