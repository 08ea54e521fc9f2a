import { undoDefuse } from './csv-export.ts';
import { repairEncoding } from './repair-encoding.ts';

/** A row below the header; `line` starts at 1 for the first line of the text. */
interface CsvRow {
  line: number;
  cells: string[];
}

/** A skipped row and the line on which it begins. */
export interface CsvFault {
  line: number;
  code: 'unclosed_quote' | 'row_too_long' | 'too_many_cells' | 'too_many_rows';
  message: string;
}

export interface Csv {
  header: string[];
  rows: CsvRow[];
  faults: CsvFault[];
  /** Comma, semicolon, tab or bar. */
  delimiter: string;
}

const delimiters = [',', ';', '\t', '|'];
const mostFaults = 20;
const mostRows = 400_000;
const mostCells = 1_000;
const longestRow = 100_000;

const messages: Record<CsvFault['code'], string> = {
  unclosed_quote: 'A quoted field is not closed',
  row_too_long: `A row may have at most ${longestRow} characters`,
  too_many_cells: `A row may have at most ${mostCells} cells`,
  too_many_rows: `A file may have at most ${mostRows} rows: the rest was not read`,
};

/**
 * Parses a CSV text: delimited by comma, semicolon, tab or bar (whichever splits the header into most cells), quoted fields,
 * any line ending, with or without BOM. Skips empty rows. Trims cells and removes the apostrophes that our exports
 * prefix to formulas. Takes linear time, a few seconds for five MiB: parse long texts in a worker.
 */
export function readCsv(input: string): Csv {
  const text = repairEncoding(input).replaceAll(/\r\n?/g, '\n');
  const delimiter = findDelimiter(text);
  const { rows, faults } = readRows(text, delimiter);
  const [header, ...rest] = rows;
  return { header: header?.cells ?? [], rows: rest, faults, delimiter };
}

function findDelimiter(text: string): string {
  const start = text.search(/\S/);
  const count = (delimiter: string): number => {
    const row = start < 0 ? null : readRow(text, start, delimiter);
    return row && 'cells' in row ? row.cells.length : 0;
  };
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] as string;
}

/** Reports a malformed row and skips its first line only, so that an unclosed quote costs no more than that line. */
function readRows(text: string, delimiter: string): Pick<Csv, 'rows' | 'faults'> {
  const rows: CsvRow[] = [];
  const faults: CsvFault[] = [];
  const report = (line: number, code: CsvFault['code']) => faults.push({ line, code, message: messages[code] });
  let line = 1;
  for (let at = 0; at < text.length && faults.length < mostFaults; ) {
    const row = readRow(text, at, delimiter);
    if ('code' in row) {
      report(line, row.code);
      at = endOfLine(text, at) + 1;
      line += 1;
      continue;
    }
    const cells = row.cells.map(cleanCell);
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
    if (rows.length > mostRows) {
      report(line, 'too_many_rows');
      break;
    }
    at = row.end + 1;
    line += row.lines;
  }
  return { rows, faults };
}

type Row = { cells: string[]; end: number; lines: number } | { code: CsvFault['code'] };

/** Parses the row at `start`, up to a line break or the end of the text. */
function readRow(text: string, start: number, delimiter: string): Row {
  const last = start + longestRow;
  const cells: string[] = [];
  let lines = 1;
  for (let at = start; ; at += 1) {
    const cell = text[at] === '"' ? readQuoted(text, at, delimiter, last) : readPlain(text, at, delimiter, last);
    if ('code' in cell) return cell;
    cells.push(cell.text);
    lines += cell.lines;
    at = cell.end;
    if (cells.length > mostCells) return { code: 'too_many_cells' };
    if (text[at] !== delimiter) return { cells, end: at, lines };
  }
}

type Cell = { text: string; end: number; lines: number } | { code: CsvFault['code'] };

function readPlain(text: string, start: number, delimiter: string, last: number): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') {
    if (end >= last) return { code: 'row_too_long' };
    end += 1;
  }
  return { text: text.slice(start, end), end, lines: 0 };
}

/**
 * Parses a quoted field. A field that only begins with a quoted part, such as `"A" and "B"`, is taken literally unless
 * it spans lines.
 */
function readQuoted(text: string, start: number, delimiter: string, last: number): Cell {
  let value = '';
  let lines = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    if (at > last) return { code: lines > 0 ? 'unclosed_quote' : 'row_too_long' };
    const character = text[at] as string;
    if (character === '\n') lines += 1;
    if (character !== '"') {
      value += character;
      continue;
    }
    const next = text[at + 1];
    if (next === undefined || next === delimiter || next === '\n') return { text: value, end: at + 1, lines };
    if (next !== '"') {
      const rest = readPlain(text, at, delimiter, last);
      if ('code' in rest) return rest;
      return lines > 0 ? { code: 'unclosed_quote' } : { text: `"${value}${rest.text}`, end: rest.end, lines };
    }
    value += '"';
    at += 1;
  }
  return { code: 'unclosed_quote' };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const cleanCell = (cell: string): string => undoDefuse(cell.trim());
