import { readPhone } from '../../../platform/text/phones.ts';
import type { AudienceRow, RowFault } from './audience.schemas.ts';
import type { NamedPerson } from './find-people.ts';

/** A parsed row, with a fault if it names no person. */
export interface ParsedRow extends NamedPerson {
  variables: Record<string, string>;
  fault: RowFault | null;
}

const partSize = 250;

/** Parses audience rows in batches of a few milliseconds. Numbers default to the workspace's country. */
export function* parseAudience(rows: AudienceRow[], country: string): Generator<ParsedRow[]> {
  for (let from = 0; from < rows.length; from += partSize) {
    yield rows.slice(from, from + partSize).map((row) => parseRow(row, country));
  }
}

function parseRow({ phone: written, contactId, name, variables }: AudienceRow, country: string): ParsedRow {
  const person = { name: name || null, variables: toTexts(variables ?? {}) };
  const named = readPerson({ phone: written ?? '', contactId: contactId ?? '' }, country);
  if (!('code' in named)) return { ...person, ...named, fault: null };
  return { ...person, contactId: null, phone: (written ?? '').trim().slice(0, 60), fault: named };
}

/** Reads the person of a row. Returns a fault for a row with neither an id nor a number. */
export function readPerson(
  written: { phone: string; contactId: string },
  country: string,
): { contactId: string | null; phone: string | null } | RowFault {
  const contactId = written.contactId.trim() || null;
  if (written.phone.trim() === '') {
    return contactId === null
      ? { code: 'required', message: 'The phone number is missing' }
      : { contactId, phone: null };
  }
  const { phone, refusal } = readPhone(written.phone, country);
  return phone === null ? { code: 'invalid_number', message: refusal } : { contactId, phone };
}

const toTexts = (variables: NonNullable<AudienceRow['variables']>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value === null ? '' : String(value)]));
