import { type CsvFault, readCsv } from '../../../platform/text/csv.ts';
import { contactIdHeadings, foldHeading, nameHeadings, phoneHeadings } from '../../../platform/text/csv-headings.ts';
import type { RowFault, RowProblem } from './audience.schemas.ts';
import type { CsvAudiencePreview } from './contact-audience.schemas.ts';
import type { NamedPerson } from './find-people.ts';
import { readPerson } from './parse-audience.ts';

/** The parsed file, before repeats and people who opted out are removed; holds the first 100 problems. */
export type ParsedCsv = Pick<CsvAudiencePreview, 'columns' | 'mapped' | 'problems'> & {
  delimiter: string;
  /** The first malformed row. */
  fault: CsvFault | null;
  rows: number;
  people: CsvPerson[];
};

type CsvPerson = NamedPerson & { line: number; variables: Record<string, string> };

export const mostProblems = 100;
const longestName = 120;
const longestValue = 1_024;

interface Columns {
  phone: number;
  contactId: number;
  name: number;
  header: string[];
  /** All other columns with a heading; of equal headings the first. */
  variables: number[];
}

/** Parses a CSV audience: headings identify the phone, id and name columns; all others become variables of the row. */
export function* parseCsvAudience({ csv, country }: { csv: string; country: string }): Generator<ParsedCsv> {
  const { header, rows, faults, delimiter } = readCsv(csv);
  const folded = header.map(foldHeading);
  const find = (names: string[]) => folded.findIndex((heading) => names.includes(heading));
  const places = { phone: find(phoneHeadings), contactId: find(contactIdHeadings), name: find(nameHeadings) };
  const columns: Columns = { ...places, header, variables: findVariables(header, Object.values(places)) };
  const problems: RowProblem[] = faults.map(({ line: row, code, message }) => ({ row, code, message }));
  const people: CsvPerson[] = [];
  for (const { line, cells } of rows) {
    const read = readRow(cells, columns, country);
    if ('code' in read) problems.push({ row: line, ...read });
    else people.push({ line, ...read });
  }
  yield {
    columns: header,
    delimiter,
    fault: faults[0] ?? null,
    mapped: {
      phone: header[columns.phone] ?? null,
      contactId: header[columns.contactId] ?? null,
      name: header[columns.name] ?? null,
      variables: columns.variables.map((index) => header[index] as string),
    },
    rows: rows.length + faults.length,
    problems: problems.sort((a, b) => a.row - b.row).slice(0, mostProblems),
    people,
  };
}

/** The first column of each heading. A column without a heading cannot be referenced, so it is dropped. */
function findVariables(header: string[], others: number[]): number[] {
  const places = new Map<string, number>();
  for (const [index, heading] of header.entries()) if (!places.has(heading)) places.set(heading, index);
  return [...places].flatMap(([heading, index]) => (others.includes(index) || heading === '' ? [] : [index]));
}

function readRow(cells: string[], columns: Columns, country: string): Omit<CsvPerson, 'line'> | RowFault {
  const { header } = columns;
  if (cells.slice(header.length).some((cell) => cell !== '')) {
    return { code: 'too_many_cells', message: 'The row has more cells than the header' };
  }
  if (cells.some((cell) => cell.includes('\uFFFD'))) {
    return { code: 'broken_text', message: 'The text is damaged: save the file as UTF-8' };
  }
  const person = readPerson({ phone: cells[columns.phone] ?? '', contactId: cells[columns.contactId] ?? '' }, country);
  if ('code' in person) return person;
  const name = (cells[columns.name] ?? '').replaceAll(/\s+/g, ' ');
  if (name.length > longestName) return { code: 'too_long', message: `A name has at most ${longestName} characters` };
  const variables = columns.variables.map((index) => [header[index] as string, cells[index] ?? ''] as const);
  if (variables.some(([, value]) => value.length > longestValue)) {
    return { code: 'too_long', message: `A value has at most ${longestValue} characters` };
  }
  return { ...person, name: name || null, variables: Object.fromEntries(variables) };
}
