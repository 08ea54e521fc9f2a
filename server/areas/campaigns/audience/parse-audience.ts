import { readPhone } from '../../../platform/text/phones.ts';
import type { AudienceRow, RowProblem } from './audience.schemas.ts';
import type { RecipientDraft } from './recipients.store.ts';

/** A parsed batch of rows. The drafts include skipped rows, with the reason. */
export interface AudiencePart {
  drafts: RecipientDraft[];
  problems: RowProblem[];
}

const partSize = 250;

/**
 * Parses audience rows in batches of a few milliseconds. Numbers default to the workspace's country; the first row of
 * a number is accepted, later ones are duplicates.
 */
export function* parseAudience(rows: AudienceRow[], country: string): Generator<AudiencePart> {
  const seen = new Set<string>();
  for (let from = 0; from < rows.length; from += partSize) {
    const part: AudiencePart = { drafts: [], problems: [] };
    for (const [index, row] of rows.slice(from, from + partSize).entries()) {
      const person = { name: row.name || null, variables: toTexts(row.variables ?? {}) };
      const { phone, refusal } = readPhone(row.phone, country);
      if (phone === null) {
        part.problems.push({ row: from + index + 1, ...describeNumber(row.phone, refusal) });
        part.drafts.push({ ...person, phone: row.phone.trim().slice(0, 60), skipped: 'invalid_number' });
      } else {
        part.drafts.push({ ...person, phone, skipped: seen.has(phone) ? 'duplicate' : null });
        seen.add(phone);
      }
    }
    yield part;
  }
}

export const describeNumber = (phone: string, refusal: string): Omit<RowProblem, 'row'> =>
  phone.trim() === ''
    ? { code: 'required', message: 'The phone number is missing' }
    : { code: 'invalid_number', message: refusal };

const toTexts = (variables: NonNullable<AudienceRow['variables']>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value === null ? '' : String(value)]));
