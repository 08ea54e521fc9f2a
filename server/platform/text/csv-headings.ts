import { fold } from '../database/fold.ts';
import { invalid, type Problem } from '../problem.ts';
import type { CsvFault } from './csv.ts';

/** Normalizes a heading for comparison: lower case, no accents, single spaces. */
export const foldHeading = (text: string): string =>
  fold(text)
    .replaceAll(/[\s_]+/g, ' ')
    .trim();

/** Normalized headings of phone and name columns in Portuguese, English and Spanish. */
export const phoneHeadings = [
  'telefone',
  'phone',
  'celular',
  'phone number',
  'numero',
  'fone',
  'telefono',
  'movil',
  'mobile',
  'tel',
];
/** Normalized headings of a column with ids of contacts. */
export const contactIdHeadings = ['contactid', 'contact id', 'id do contato', 'id del contacto'];
export const nameHeadings = ['nome', 'name', 'nombre', 'full name', 'nome completo', 'nombre completo'];

/** The 400 for a file without a phone column; `fault` may explain why its header could not be read. */
export function noPhoneColumn(header: string[], fault: CsvFault | null): Problem {
  const found = header
    .map((heading) => JSON.stringify(heading))
    .join(', ')
    .slice(0, 300);
  const why = fault ? `. Line ${fault.line}: ${fault.message}` : '';
  const message = `No column is named telefone, phone or celular; the header is ${found || 'empty'}${why}`;
  return invalid('body.csv', message, 'no_phone_column');
}
