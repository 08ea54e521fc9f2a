import { parse } from 'csv-parse/sync';
import { isDefused } from './csv-export.ts';
import { repairEncoding } from './repair-encoding.ts';

/** A row of a CSV text below its header; `line` counts the text's first line as 1. */
interface CsvRow {
  line: number;
  cells: string[];
}

export interface Csv {
  header: string[];
  rows: CsvRow[];
  /** Lines that open a quoted field which never ends; they are left out. */
  unclosedLines: number[];
  /** Comma, semicolon or tab. */
  delimiter: string;
}

const delimiters = [',', ';', '\t'];
/** After each the rest is read again; a text with more of them is no CSV and is read no further. */
const mostUnclosed = 20;

/**
 * Reads a CSV text: delimited by comma, semicolon or tab (whichever divides the header into most cells), quoted fields,
 * any line ending, with or without BOM. Empty rows are left out. Cells are trimmed, and freed of the apostrophe that
 * our exports put before what a spreadsheet would run. Five MiB take a second: read long texts in a worker.
 */
export function readCsv(input: string): Csv {
  const text = repairEncoding(input).replaceAll(/\r\n?/g, '\n');
  const delimiter = findDelimiter(text);
  const { records, unclosedLines } = readRecords(text, delimiter);
  const rows = records.map(({ line, cells }) => ({ line, cells: cells.map(cleanCell) }));
  const [header, ...rest] = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { header: header?.cells ?? [], rows: rest, unclosedLines, delimiter };
}

const tolerant = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true } as const;

function findDelimiter(text: string): string {
  const firstLine = /\S.*/.exec(text)?.[0] ?? '';
  const count = (delimiter: string): number => {
    const skip = { skip_records_with_error: true };
    return parse(firstLine, { ...tolerant, ...skip, delimiter })[0]?.length ?? 0;
  };
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] as string;
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

/** Reads all records; where a quote is never closed, the line that opens it is set aside and the rest read anew. */
function readRecords(text: string, delimiter: string): { records: CsvRow[]; unclosedLines: number[] } {
  const records: CsvRow[] = [];
  const unclosedLines: number[] = [];
  let rest = text;
  let linesBefore = 0;
  for (;;) {
    let cutOff = false;
    const parsed = parse(rest, {
      ...tolerant,
      delimiter,
      record_delimiter: '\n',
      info: true,
      skip_records_with_error: true,
      on_skip: () => {
        cutOff = true;
      },
    }) as unknown as ParsedRecord[];
    const swallowed = parsed.findIndex(({ record }) => record.some(isUnclosed));
    const good = swallowed >= 0 ? parsed.slice(0, swallowed) : parsed;
    for (const one of good) records.push({ line: linesBefore + startLine(one), cells: one.record });
    if (swallowed < 0 && !cutOff) break;
    const lastGoodLine = good.at(-1)?.info.lines ?? 0;
    const broken = parsed[swallowed] ? startLine(parsed[swallowed]) : nextFilledLine(rest, lastGoodLine);
    unclosedLines.push(linesBefore + broken);
    if (unclosedLines.length >= mostUnclosed) break;
    rest = afterLine(rest, broken);
    linesBefore += broken;
  }
  return { records, unclosedLines };
}

/** A quote that ends in the middle of a later line leaves everything up to there in one field, quotes and all. */
const isUnclosed = (cell: string): boolean => cell.startsWith('"') && cell.includes('\n');

/** `info.lines` is the last line of a record. */
const startLine = ({ record, info }: ParsedRecord): number =>
  info.lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

function nextFilledLine(text: string, line: number): number {
  let next = line + 1;
  for (let rest = afterLine(text, line); rest.startsWith('\n'); rest = rest.slice(1)) next += 1;
  return next;
}

function afterLine(text: string, line: number): string {
  let end = 0;
  for (let count = 0; count < line; count++) {
    const at = text.indexOf('\n', end);
    if (at < 0) return '';
    end = at + 1;
  }
  return text.slice(end);
}

function cleanCell(cell: string): string {
  const trimmed = cell.trim();
  return isDefused(trimmed) ? trimmed.slice(1) : trimmed;
}
