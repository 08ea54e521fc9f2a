import { Problem } from '../../../platform/problem.ts';
import { type ContactRow, forCustomers } from '../../people/index.ts';
import { type ChatTemplateRow, fillChatTemplate, headerKind } from '../../templates/index.ts';
import type { Mapping } from '../schemas.ts';

/** The audience row to render, and its contact if the number has one. */
export interface Person {
  /** Null while the contact hides it. */
  phone: string | null;
  name: string | null;
  variables: Record<string, string>;
  contact: Pick<ContactRow, 'name' | 'email' | 'unconfirmed'> | null;
}

export type Rendered = { content: string; values: Record<string, string> } | { missing: string[] };

/** Renders the text and the values that the vendor receives; or returns the problems of variables without a value. */
export function renderFor(template: ChatTemplateRow, mappings: Mapping[], person: Person): Rendered {
  const values = valuesFor(mappings, person);
  try {
    return {
      content: fillChatTemplate(template, values, { media: headerKind(template), field: 'variables' }).text,
      values,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { missing: (error.details.errors ?? []).map((fault) => fault.message) };
  }
}

/** The value of each mapped variable for a person; empty where there is none. */
export const valuesFor = (mappings: Mapping[], person: Person): Record<string, string> =>
  Object.fromEntries(
    mappings.map((mapping) => [mapping.variable, oneLine(lookUp(mapping, person)) || oneLine(mapping.fallback ?? '')]),
  );

function lookUp({ source, value }: Mapping, person: Person): string {
  if (source === 'FIXED') return value;
  const contact = person.contact && forCustomers(person.contact);
  const name = contact?.name ?? person.name ?? '';
  if (source === 'CONTACT') {
    return { name, firstName: firstWord(name), phone: person.phone ?? '', email: contact?.email ?? '' }[value];
  }
  const given = person.variables[value];
  if (given !== undefined) return given;
  return value === 'name' ? (person.name ?? '') : value === 'phone' ? (person.phone ?? '') : '';
}

const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** The vendor rejects line breaks, tabs and runs of spaces in a value. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
