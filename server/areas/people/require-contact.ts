import { invalid, unknownReference } from '../../platform/problem.ts';
import { requirePhone } from '../../platform/text/phones.ts';
import type { Work } from '../../platform/work/work.ts';
import { findOrCreateContact } from './find-or-create-contact.ts';
import { presentContactId } from './joins.store.ts';
import { type ContactRow, findByPhone, findContactById } from './store.ts';

/** A customer in the body of an operation: a number in any spelling, or the id of the contact. */
export interface CustomerReference {
  contactId?: string | undefined;
  phone?: string | undefined;
}

/**
 * Returns the customer of a body; for a contact that was merged in the last day, the kept contact. An unknown number
 * creates a contact with that name, even beyond the quota: the shop sells first and counts later. Throws 400 if both
 * fields are absent, the number is invalid, the id is unknown, or the number is not the contact's. `phoneField` is the
 * path of the number, such as `body.clientPhone`.
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

/** Returns the name to display: the name, else the number, else the user name, else a dash. */
export const labelOf = ({ name, phone, username }: Pick<ContactRow, 'name' | 'phone' | 'username'>): string =>
  name ?? phone ?? (username === null ? '–' : `@${username}`);
