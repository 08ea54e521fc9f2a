import { type CsvFault, readCsv } from '../../../platform/text/csv.ts';
import { foldHeading, nameHeadings, phoneHeadings } from '../../../platform/text/csv-headings.ts';
import { readPhone } from '../../../platform/text/phones.ts';
import type { RowProblem } from './audience.schemas.ts';
import type { CsvAudiencePreview, PreviewRow } from './contact-audience.schemas.ts';
import { describeNumber } from './parse-audience.ts';

/** The parsed file, before opted-out contacts are removed; holds the first 100 problems. */
export type ParsedCsv = Pick<CsvAudiencePreview, 'columns' | 'mapped' | 'problems'> & {
  delimiter: string;
  /** The first malformed row. */
  fault: CsvFault | null;
  rows: number;
  duplicate: number;
  invalid: number;
  accepted: PreviewRow[];
};

const mostProblems = 100;
const longestName = 120;
const longestValue = 1_024;

interface Columns {
  phone: number;
  name: number;
  header: string[];
  /** All other columns with a heading; of equal headings the first. */
  variables: number[];
}

/** Parses a CSV audience: headings identify the phone and name columns; all others become variables of the row. */
export function* parseCsvAudience({ csv, country }: { csv: string; country: string }): Generator<ParsedCsv> {
  const { header, rows, faults, delimiter } = readCsv(csv);
  const folded = header.map(foldHeading);
  const find = (names: string[]) => folded.findIndex((heading) => names.includes(heading));
  const [phone, name] = [find(phoneHeadings), find(nameHeadings)];
  const columns: Columns = { phone, name, header, variables: findVariables(header, phone, name) };
  const problems: RowProblem[] = faults.map(({ line: row, code, message }) => ({ row, code, message }));
  const accepted = new Map<string, PreviewRow>();
  let duplicate = 0;
  for (const { line, cells } of rows) {
    const read = readRow(cells, columns, country);
    if ('code' in read) problems.push({ row: line, ...read });
    else if (accepted.has(read.phone)) duplicate += 1;
    else accepted.set(read.phone, read);
  }
  yield {
    columns: header,
    delimiter,
    fault: faults[0] ?? null,
    mapped: {
      phone: header[columns.phone] ?? null,
      name: header[columns.name] ?? null,
      variables: columns.variables.map((index) => header[index] as string),
    },
    rows: rows.length + faults.length,
    duplicate,
    invalid: problems.length,
    problems: problems.sort((a, b) => a.row - b.row).slice(0, mostProblems),
    accepted: [...accepted.values()],
  };
}

/** The first column of each heading. A column without a heading cannot be referenced, so it is dropped. */
function findVariables(header: string[], phone: number, name: number): number[] {
  const places = new Map<string, number>();
  for (const [index, heading] of header.entries()) if (!places.has(heading)) places.set(heading, index);
  return [...places].flatMap(([heading, index]) =>
    index === phone || index === name || heading === '' ? [] : [index],
  );
}

function readRow(cells: string[], columns: Columns, country: string): PreviewRow | Omit<RowProblem, 'row'> {
  const { header } = columns;
  if (cells.slice(header.length).some((cell) => cell !== '')) {
    return { code: 'too_many_cells', message: 'The row has more cells than the header' };
  }
  if (cells.some((cell) => cell.includes('\uFFFD'))) {
    return { code: 'broken_text', message: 'The text is damaged: save the file as UTF-8' };
  }
  const spelled = cells[columns.phone] ?? '';
  const { phone, refusal } = readPhone(spelled, country);
  if (phone === null) return describeNumber(spelled, refusal);
  const name = (cells[columns.name] ?? '').replaceAll(/\s+/g, ' ');
  if (name.length > longestName) return { code: 'too_long', message: `A name has at most ${longestName} characters` };
  const variables = columns.variables.map((index) => [header[index] as string, cells[index] ?? ''] as const);
  if (variables.some(([, value]) => value.length > longestValue)) {
    return { code: 'too_long', message: `A value has at most ${longestValue} characters` };
  }
  return { phone, name: name || null, variables: Object.fromEntries(variables) };
}
