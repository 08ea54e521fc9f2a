import { invalid, unknownReference } from '../../platform/problem.ts';
import { requirePhone } from '../../platform/text/phones.ts';
import type { Work } from '../../platform/work/work.ts';
import { findOrCreateContact } from './find-or-create-contact.ts';
import { presentContactId } from './joins.store.ts';
import { type ContactRow, findByPhone, findContactById } from './store.ts';

/** How a body names a customer: by number in any spelling, or by id where the number is hidden. */
export interface CustomerReference {
  contactId?: string | undefined;
  phone?: string | undefined;
}

/**
 * Returns the customer that a body names; of one who became part of another in the last day, that one. A number that nobody has creates a contact with that name, whatever the quota:
 * the shop sells first and counts later. Throws 400 if both are absent, for what is no number, for an unknown id, and for a
 * number that is not the one of the contact with that id. `phoneField` is the path of the number, such as `body.clientPhone`.
 */
export async function requireContact(
  work: Work,
  { contactId, phone }: CustomerReference,
  phoneField: string,
  name: string | null = null,
): Promise<ContactRow> {
  const idField = `${phoneField.slice(0, phoneField.lastIndexOf('.') + 1)}contactId`;
  if (contactId === undefined) {
    if (phone === undefined) throw invalid(phoneField, 'A number is required, or contactId of a customer who hides it');
    const number = requirePhone(phone, work.workspace.country, phoneField);
    return findOrCreateContact(work, { phone: number, name }, { force: true });
  }
  const contact = findContactById(work.db, work.workspace.id, presentContactId(work.db, work.workspace.id, contactId));
  if (!contact) throw unknownReference(idField, 'No such contact');
  if (phone !== undefined && (await findByNumber(work, phone, phoneField))?.id !== contact.id) {
    throw invalid(phoneField, 'This is not a number of the contact');
  }
  return contact;
}

const findByNumber = (work: Work, phone: string, field: string): Promise<ContactRow | undefined> =>
  findByPhone(work.db, work.workspace.id, requirePhone(phone, work.workspace.country, field));

/** What people read in place of a name: the number, else the user name; a dash for neither. */
export const labelOf = ({ name, phone, username }: Pick<ContactRow, 'name' | 'phone' | 'username'>): string =>
  name ?? phone ?? (username === null ? '–' : `@${username}`);
