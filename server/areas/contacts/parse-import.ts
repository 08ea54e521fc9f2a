import { type CsvFault, readCsv } from '../../platform/text/csv.ts';
import { contactIdHeadings, foldHeading, nameHeadings, phoneHeadings } from '../../platform/text/csv-headings.ts';
import { canonicalPhone, readPhone, twinOf } from '../../platform/text/phones.ts';
import type { ContactAddress } from '../people/index.ts';
import { type ColumnUse, type ImportResult, mostTags, TagName } from './import.schemas.ts';

export type RowError = ImportResult['errors'][number];

/** A valid row. Null and empty values leave the contact unchanged. */
export interface ImportRow {
  line: number;
  /** One of the three is given. */
  phone: string | null;
  contactId: string | null;
  addresses: ContactAddress[];
  name: string | null;
  email: string | null;
  tags: string[];
  /** The shop's own fields that are filled. */
  fields: Record<string, string>;
}

/** What the file is; then the result of some rows, or the fault that no column holds the numbers. */
export type ImportPart =
  | {
      kind: 'header';
      delimiter: string;
      header: string[];
      columns: ColumnUse[];
      sample: { line: number; cells: string[] }[];
    }
  | { kind: 'rows'; rows: ImportRow[]; errors: RowError[]; repeated: number }
  | { kind: 'noPhoneColumn'; header: string[]; fault: CsvFault | null };

const headings = {
  phone: phoneHeadings,
  contactId: contactIdHeadings,
  addresses: ['addresses'],
  name: nameHeadings,
  email: ['email', 'e-mail', 'correo', 'correo electronico'],
  tags: ['tags', 'tag', 'etiquetas', 'etiqueta'],
};
type Column = keyof typeof headings;
type Places = Partial<Record<Column, number>> & { fields: [name: string, place: number][] };

const partSize = 200;
const sampleSize = 5;
const longestName = 120;
const longestField = 300;
const longestEmail = 254;
const emailForm = /^[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[^\s@<>()",;:.]{2,}$/;

/**
 * Parses a CSV import in parts of about 200 rows. `country` completes numbers without a country code; `columns` says what
 * the columns are, in place of their headings.
 */
export function* parseImport({
  csv,
  country,
  columns: given,
}: {
  csv: string;
  country: string;
  columns?: ColumnUse[] | undefined;
}): Generator<ImportPart> {
  const { header, rows, faults, delimiter } = readCsv(csv);
  const columns = header.map((_, place) => (given ? (given[place] ?? 'ignore') : guessColumn(header, place)));
  yield { kind: 'header', delimiter, header, columns, sample: rows.slice(0, sampleSize) };
  const places = findPlaces(header, columns);
  if ((places.phone ?? places.contactId ?? places.addresses) === undefined) {
    yield { kind: 'noPhoneColumn', header, fault: faults[0] ?? null };
    return;
  }
  const unread = faults.map(({ line, code, message }) => fault(line, null, code, message));
  let part = { kind: 'rows' as const, rows: [] as ImportRow[], errors: unread, repeated: 0 };
  const seen = new Set<string>();
  for (const { line, cells } of rows) {
    const read = readRow(line, cells, header, places, country);
    if ('code' in read) part.errors.push(read);
    else if (keysOf(read).some((key) => seen.has(key))) part.repeated += 1;
    else part.rows.push(read);
    if ('phone' in read) for (const key of keysOf(read)) seen.add(key);
    if (part.rows.length + part.errors.length + part.repeated < partSize) continue;
    yield part;
    part = { kind: 'rows', rows: [], errors: [], repeated: 0 };
  }
  yield part;
}

/** The number, id and addresses by which a row names its contact. Rows that share one are for the same contact. */
const keysOf = ({ phone, contactId, addresses }: ImportRow): string[] => [
  ...(phone === null ? [] : [phone, twinOf(phone) ?? phone]),
  ...(contactId === null ? [] : [contactId]),
  ...addresses.map(({ kind, value }) => (kind === 'phone' ? value : `${kind}:${value}`)),
];

/** What a heading means; of several for one column the first counts. */
function guessColumn(header: string[], place: number): ColumnUse {
  const folded = header.map(foldHeading);
  const known = Object.entries(headings).find(([, names]) => names.includes(folded[place] ?? ''));
  if (!known) return 'ignore';
  const [column, names] = known;
  return folded.findIndex((heading) => names.includes(heading)) === place ? (column as Column) : 'ignore';
}

/** The place of each known column; the first one where several are called so. */
function findPlaces(header: string[], columns: ColumnUse[]): Places {
  const places: Places = { fields: [] };
  columns.forEach((use, place) => {
    const heading = (header[place] ?? '').slice(0, 40);
    if (use === 'field' && heading !== '') places.fields.push([heading, place]);
    if (use !== 'field' && use !== 'ignore') places[use] ??= place;
  });
  return places;
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
  columns: Places,
  country: string,
): ImportRow | RowError {
  const textOf = (column: Column): string => cells[columns[column] ?? -1] ?? '';
  const cellOf = (column: Column): string => textOf(column).replaceAll(/\s+/g, ' ');
  const refuse = (column: Column, code: string, message: string): RowError =>
    fault(line, header[columns[column] ?? -1] ?? null, code, message);
  // A name stays as it is written, since an import of our own export changes nothing.
  const [spelled, name, email] = [cellOf('phone'), textOf('name'), cellOf('email')];
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
  const contactId = cellOf('contactId') || null;
  const addresses = readAddresses(cellOf('addresses'));
  if (addresses === null) return refuse('addresses', 'invalid_addresses', 'These are not the addresses of an export');
  if (spelled === '' && contactId === null && addresses.length === 0) {
    return refuse('phone', 'required', 'The number is missing, and so is the id of a contact');
  }
  const { phone, refusal } = spelled === '' ? { phone: null, refusal: null } : readPhone(spelled, country);
  if (refusal !== null) return refuse('phone', 'invalid_phone', refusal);
  if (name.length > longestName) return refuse('name', 'too_long', `A name can have at most ${longestName} characters`);
  if (email !== '' && (email.length > longestEmail || !emailForm.test(email))) {
    return refuse('email', 'invalid_email', 'This is not an e-mail address');
  }
  if (tags.length > mostTags) return refuse('tags', 'too_many', `A contact can have at most ${mostTags} tags`);
  const badTag = tags.find((tag) => !TagName.safeParse(tag).success);
  if (badTag !== undefined) return refuse('tags', 'invalid_tag', 'A tag can have at most 40 characters');
  const fields = columns.fields.flatMap(([heading, place]) => {
    const cell = cells[place]?.slice(0, longestField) ?? '';
    return cell === '' ? [] : [[heading, cell] as const];
  });
  return {
    line,
    phone,
    contactId,
    addresses,
    name: name || null,
    email: email || null,
    tags,
    fields: Object.fromEntries(fields),
  };
}

const splitTags = (cell: string): string[] =>
  cell
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

const addressForm = /^(phone|bsuid|lid):(\S{1,200})$/;

/** Reads addresses in the form of an export; null for anything else. Rejects user names: others can take them. */
function readAddresses(cell: string): ContactAddress[] | null {
  const entries = cell
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('username:'));
  const read = entries.flatMap((entry) => {
    const [, kind, value = ''] = addressForm.exec(entry) ?? [];
    const isNumber = kind !== 'phone' || /^\+\d{8,15}$/.test(value);
    if (kind === undefined || !isNumber) return [];
    return { kind, value: kind === 'phone' ? canonicalPhone(value) : value } as ContactAddress;
  });
  return read.length === entries.length ? read : null;
}
