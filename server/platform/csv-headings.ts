import { fold } from './fold.ts';

/** A heading as it is compared: lower case, no accents, single spaces. */
export const foldHeading = (text: string): string =>
  fold(text)
    .replaceAll(/[\s_]+/g, ' ')
    .trim();

/** Folded headings under which files of people have numbers and names, in Portuguese, English and Spanish. */
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
export const nameHeadings = ['nome', 'name', 'nombre', 'full name', 'nome completo', 'nombre completo'];
