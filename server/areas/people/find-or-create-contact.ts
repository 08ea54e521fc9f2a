import type { Work } from '../../platform/work/work.ts';
import { type ContactRow, findByPhone, insertContacts, updateContact } from './store.ts';

/** The person behind a vendor's event or a caller's number. */
export interface Person {
  /** E.164. */
  phone: string;
  /** The name that the vendor shows. */
  name?: string | null;
}

const longestName = 120;

/** Returns a vendor's name as it is stored. Null for none. */
export const readVendorName = (name: string | null | undefined): string | null =>
  name?.trim().slice(0, longestName) || null;

/**
 * Returns the contact with that number, created if absent. A vendor's name fills an empty name; it never overwrites the
 * shop's.
 */
export async function findOrCreateContact(
  work: Work,
  person: Person,
  options: { force?: boolean } = {},
): Promise<ContactRow> {
  const found = await findByPhone(work.db, work.workspace.id, person.phone);
  const name = readVendorName(person.name);
  if (!found) {
    const [made] = await insertContacts(work, [{ phone: person.phone, name }], options);
    return made as ContactRow;
  }
  return found.name === null && name !== null ? updateContact(work, found, { name }) : found;
}
