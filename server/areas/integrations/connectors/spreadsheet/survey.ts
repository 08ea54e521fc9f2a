import { letters } from './cells.ts';
import type { Cell, Row } from './sheet.ts';
import { rowsOf, textOf } from './sheet.ts';
import type { Table } from './table.ts';
import type { Tag } from './xml.ts';

/** What to find in a sheet. */
interface Search {
  /** Names of the columns to write. */
  names: string[];
  keyColumn: string;
  /** Text of the key cell. */
  key: string;
  table: Table | null;
  sharedStrings: string[];
}

/** The positions of header, list and key in a sheet. */
export interface Survey {
  /** The row that names the columns; null in an empty sheet. */
  header: Row | null;
  /** Column numbers by name. */
  columns: Map<string, number>;
  /** The adjacent columns that form the list. */
  block: { left: number; right: number };
  /** The row with the key. */
  found: Row | null;
  /** The last row of the list; null while it is empty. */
  last: Row | null;
  /** The row right after the list, if the file has one: only formats or formulas. */
  next: Row | null;
  /** Number of a row of totals after the list. */
  totals: number | null;
  /** The last column with content. */
  rightmost: number;
}

/** Surveys a sheet in one pass. Throws `WorkbookFault`. */
export function surveySheet(xml: string, data: Tag, search: Search): Survey {
  const { table, sharedStrings } = search;
  const hasTotals = table?.hasTotals ?? false;
  const survey: Survey = {
    ...{ header: null, columns: new Map(), block: { left: 1, right: 0 }, found: null, last: null, next: null },
    ...{ totals: table && hasTotals ? table.area.bottom : null, rightmost: 0 },
  };
  const isFilled = (cell: Cell) => cell.formula !== null || textOf(cell, sharedStrings) !== '';
  for (const row of rowsOf(xml, data)) {
    const end = row.cells.findLast(isFilled);
    survey.rightmost = Math.max(survey.rightmost, end?.column ?? 0);
    if (survey.header !== null) survey.found ??= holdsKey(row, survey, search) ? row : null;
    if (survey.header === null) {
      if (table ? row.number === table.area.top : end !== undefined) readHeader(row, survey, search);
    } else if (table && row.number > table.area.bottom - (hasTotals ? 1 : 0)) {
      if (row.number === table.area.bottom + 1) keepIfNext(row, survey);
    } else if (!table && isTotal(row, survey)) {
      survey.totals ??= row.number;
    } else if (isTaken(row, survey, search)) {
      // Totals followed by more rows of the list are subtotals.
      Object.assign(survey, { last: row, next: null }, table ? {} : { totals: null });
    } else {
      keepIfNext(row, survey);
    }
  }
  return survey;
}

function readHeader(row: Row, survey: Survey, { table, sharedStrings }: Search): void {
  survey.header = row;
  const cells = row.cells.filter((cell) => textOf(cell, sharedStrings) !== '');
  const isInTable = ({ column }: Cell) => table !== null && column >= table.area.left && column <= table.area.right;
  for (const cell of [...cells.filter(isInTable), ...cells]) {
    const name = textOf(cell, sharedStrings);
    if (!survey.columns.has(name)) survey.columns.set(name, cell.column);
  }
  const left = cells[0]?.column ?? 1;
  const gap = cells.findIndex(({ column }, index) => column !== left + index);
  survey.block = table?.area ?? { left, right: left + (gap < 0 ? cells.length : gap) - 1 };
}

function holdsKey(row: Row, { columns }: Survey, { keyColumn, key, sharedStrings }: Search): boolean {
  const column = columns.get(keyColumn);
  if (column === undefined) return false;
  const cell = row.cells.find((one) => one.column === column);
  return cell !== undefined && textOf(cell, sharedStrings) === key;
}

/**
 * Whether the list's part of a row is in use: a value, or a formula where a value would go. Formulas in other columns
 * may be prepared for future rows.
 */
function isTaken(row: Row, { columns, block }: Survey, { names, sharedStrings }: Search): boolean {
  const wanted = new Set(names.map((name) => columns.get(name)));
  return row.cells.some((cell) => {
    const isOurs = wanted.has(cell.column);
    if (!isOurs && (cell.column < block.left || cell.column > block.right)) return false;
    return cell.formula === null ? textOf(cell, sharedStrings) !== '' : isOurs;
  });
}

/** Cells of a column of the same sheet, such as `C2:C100`. */
const columnRange = /(?<![A-Z!$'])\$?([A-Z]{1,3})\$?\d{1,7}:\$?([A-Z]{1,3})\$?(\d{1,7})/g;

/** Whether a formula of the row refers to cells of its own column above it, as a sum does. */
const isTotal = (row: Row, { block }: Survey): boolean =>
  row.cells.some(({ column, formula }) => {
    if (formula === null || column < block.left || column > block.right) return false;
    const name = letters(column);
    const ranges = [...formula.matchAll(columnRange)];
    return ranges.some(([, from, to, last]) => from === name && to === name && Number(last) < row.number);
  });

function keepIfNext(row: Row, survey: Survey): void {
  const before = survey.last ?? survey.header;
  if (row.number === (before?.number ?? 0) + 1) survey.next = row;
}
