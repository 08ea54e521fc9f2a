import { type FieldError, Problem } from '../../../platform/problem.ts';
import { oneLine } from '../../../platform/text/one-line.ts';
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

export type Rendered = { content: string; values: Record<string, string> } | { faults: FieldError[] };

/**
 * Renders the text and the values that the vendor receives. Otherwise returns the faults: variables without a value and
 * texts that are too long.
 */
export function renderFor(template: ChatTemplateRow, mappings: Mapping[], person: Person): Rendered {
  const values = valuesFor(mappings, person);
  try {
    return {
      content: fillChatTemplate(template, values, { media: headerKind(template), field: 'variables' }).text,
      values,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { faults: error.details.errors ?? [] };
  }
}

/** The faults of a recipient as one: her text is too long only if no variable is empty. */
export function faultOf(faults: FieldError[]): {
  code: 'too_long' | 'missing_variable';
  message: string;
  limit?: number;
  length?: number;
} {
  const message = faults.map((fault) => fault.message).join('; ');
  const [first] = faults;
  if (!first || faults.some(({ code }) => code !== 'too_long')) return { code: 'missing_variable', message };
  return { code: 'too_long', message, limit: first.limit, length: first.length };
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
