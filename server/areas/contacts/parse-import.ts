import { type CsvFault, readCsv } from '../../platform/text/csv.ts';
import { foldHeading, nameHeadings, phoneHeadings } from '../../platform/text/csv-headings.ts';
import { normalizePhone } from '../../platform/text/phones.ts';
import { type ImportResult, mostTags, TagName } from './import.schemas.ts';

export type RowError = ImportResult['errors'][number];

/** A valid row. Null and empty values leave the contact unchanged. */
export interface ImportRow {
  line: number;
  phone: string;
  name: string | null;
  email: string | null;
  tags: string[];
}

/** The result of some rows, or the fault that no column holds the numbers. */
export type ImportPart =
  | { kind: 'rows'; rows: ImportRow[]; errors: RowError[]; repeated: number }
  | { kind: 'noPhoneColumn'; header: string[]; fault: CsvFault | null };

const headings = {
  phone: phoneHeadings,
  name: nameHeadings,
  email: ['email', 'e-mail', 'correo', 'correo electronico'],
  tags: ['tags', 'tag', 'etiquetas', 'etiqueta'],
};
type Column = keyof typeof headings;

const partSize = 200;
const longestName = 120;
const longestEmail = 254;
const emailForm = /^[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[^\s@<>()",;:.]{2,}$/;

/** Parses a CSV import in parts of about 200 rows. `country` completes numbers without a country code. */
export function* parseImport({ csv, country }: { csv: string; country: string }): Generator<ImportPart> {
  const { header, rows, faults } = readCsv(csv);
  const columns = findColumns(header);
  if (columns.phone === undefined) {
    yield { kind: 'noPhoneColumn', header, fault: faults[0] ?? null };
    return;
  }
  const unread = faults.map(({ line, code, message }) => fault(line, null, code, message));
  let part = { kind: 'rows' as const, rows: [] as ImportRow[], errors: unread, repeated: 0 };
  const seen = new Set<string>();
  for (const { line, cells } of rows) {
    const read = readRow(line, cells, header, columns, country);
    if ('code' in read) part.errors.push(read);
    else if (seen.has(read.phone)) part.repeated += 1;
    else part.rows.push(read);
    if ('phone' in read) seen.add(read.phone);
    if (part.rows.length + part.errors.length + part.repeated < partSize) continue;
    yield part;
    part = { kind: 'rows', rows: [], errors: [], repeated: 0 };
  }
  yield part;
}

/** The index of each known column in the header; the first one where several match. */
function findColumns(header: string[]): Partial<Record<Column, number>> {
  const folded = header.map(foldHeading);
  const places = Object.entries(headings).map(([column, names]) => {
    const place = folded.findIndex((heading) => names.includes(heading));
    return [column, place < 0 ? undefined : place] as const;
  });
  return Object.fromEntries(places);
}

const fault = (line: number, column: string | null, code: string, message: string): RowError => ({
  line,
  column,
  code,
  message,
});

function readRow(
  line: number,
  cells: string[],
  header: string[],
  columns: Partial<Record<Column, number>>,
  country: string,
): ImportRow | RowError {
  const cellOf = (column: Column): string => cells[columns[column] ?? -1]?.replaceAll(/\s+/g, ' ') ?? '';
  const refuse = (column: Column, code: string, message: string): RowError =>
    fault(line, header[columns[column] ?? -1] ?? null, code, message);
  const [spelled, name, email] = [cellOf('phone'), cellOf('name'), cellOf('email')];
  const tags = splitTags(cellOf('tags'));
  if (cells.slice(header.length).some((cell) => cell !== '')) {
    return fault(line, null, 'too_many_cells', 'The row has more cells than the header');
  }
  if (cells.some((cell) => cell.includes('\uFFFD'))) {
    return fault(
      line,
      null,
      'broken_text',
      'The row contains characters that were lost earlier: save the file as UTF-8',
    );
  }
  if (spelled === '') return refuse('phone', 'required', 'The number is missing');
  const phone = normalizePhone(spelled, country);
  if (phone === null) return refuse('phone', 'invalid_phone', 'This is not a phone number');
  if (name.length > longestName) return refuse('name', 'too_long', `A name can have at most ${longestName} characters`);
  if (email !== '' && (email.length > longestEmail || !emailForm.test(email))) {
    return refuse('email', 'invalid_email', 'This is not an e-mail address');
  }
  if (tags.length > mostTags) return refuse('tags', 'too_many', `A contact can have at most ${mostTags} tags`);
  const badTag = tags.find((tag) => !TagName.safeParse(tag).success);
  if (badTag !== undefined) return refuse('tags', 'invalid_tag', 'A tag can have at most 40 characters');
  return { line, phone, name: name || null, email: email || null, tags };
}

const splitTags = (cell: string): string[] =>
  cell
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
