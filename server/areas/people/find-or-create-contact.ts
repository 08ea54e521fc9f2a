import type { Row } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { Work } from '../../platform/work/work.ts';
import { type ContactRow, findByPhone, type IdentityScheme, insertContacts, updateContact } from './store.ts';

/** The person behind a vendor's event or a caller's number. */
export interface Person {
  /** E.164. */
  phone: string;
  /** The name that the vendor shows. */
  name?: string | null;
}

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
  const name = person.name?.trim().slice(0, 120) || null;
  if (!found) {
    const [made] = await insertContacts(work, [{ phone: person.phone, name }], options);
    return made as ContactRow;
  }
  return found.name === null && name !== null ? updateContact(work, found, { name }) : found;
}

const upsertIdentity = prepareQuery((db, row: Row<'contact_identities'>) =>
  db
    .insertInto('contact_identities')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'scheme', 'value']).doUpdateSet({ contact_id: row.contact_id }),
    ),
);

/** Stores the address under which a channel's vendor knows a contact; the newest mapping wins. */
export async function rememberIdentity(
  work: Work,
  identity: { channelId: string; scheme: IdentityScheme; value: string; contactId: string },
): Promise<void> {
  upsertIdentity(work.db, {
    channel_id: identity.channelId,
    scheme: identity.scheme,
    value: identity.value,
    workspace_id: work.workspace.id,
    contact_id: identity.contactId,
    created_at: work.now,
  }).run();
}
