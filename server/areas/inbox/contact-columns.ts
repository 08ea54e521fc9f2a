import { readMark } from '../../platform/work/unconfirmed.ts';
import { addressesOfContact, forCustomers, showAddresses } from '../people/index.ts';
import type { Conversation } from './schemas.ts';

/** The columns of a conversation's contact. */
export interface ContactColumns {
  contact_phone: string | null;
  contact_name: string | null;
  contact_username: string | null;
  contact_unconfirmed: string | null;
  /** JSON. */
  contact_addresses: string;
}

/** What a query that names the contact `c` selects for `ContactColumns`. */
export const contactColumns = [
  'c.phone as contact_phone',
  'c.name as contact_name',
  'c.username as contact_username',
  'c.unconfirmed as contact_unconfirmed',
  addressesOfContact.as('contact_addresses'),
] as const;

export const toContact = (row: ContactColumns & { contact_id: string }): Conversation['contact'] => ({
  id: row.contact_id,
  phone: row.contact_phone,
  name: row.contact_name,
  username: row.contact_username,
  addresses: showAddresses(JSON.parse(row.contact_addresses)),
  unconfirmed: readMark(row.contact_unconfirmed),
});

/** Returns the contact's name for texts to customers; null if it is unknown or unconfirmed. */
export const nameForCustomer = ({ contact_name: name, contact_unconfirmed: unconfirmed }: ContactColumns) =>
  forCustomers({ name, unconfirmed }).name;
