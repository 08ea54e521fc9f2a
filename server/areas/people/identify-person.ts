import { releaseQuota } from '../../platform/access/quotas.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { deleteRow, updateRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { findOrCreateContact, rememberIdentity } from './find-or-create-contact.ts';
import {
  type ContactRow,
  findByPhone,
  forgetContact,
  type IdentityScheme,
  insertContacts,
  updateContact,
} from './store.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Called when two contacts turn out to be one person, before the duplicate is deleted. */
    contactJoined: (work: Work, duplicate: ContactRow, contact: ContactRow) => Promise<void>;
  }
}

interface Named {
  scheme: IdentityScheme;
  value: string;
}

/** A person as a vendor names them; `phone` is null while the vendor hides the number. */
export interface NamedPerson extends Named {
  phone: string | null;
  name?: string | null;
  aliases?: Named[];
}

/**
 * Returns the contact behind a vendor's person, created if absent, and stores all their addresses on the channel. A
 * contact whose number is hidden has `scheme:value` as its phone until a mapping reveals the number. If another contact
 * already has that number, both are one person: `duplicate` is the one to be joined into `contact`.
 */
export async function identifyPerson(
  work: Work,
  channelId: string,
  person: NamedPerson,
): Promise<{ contact: ContactRow; duplicate: ContactRow | null }> {
  const addresses = [person, ...(person.aliases ?? [])];
  const known = findByAddresses(work, channelId, addresses);
  const hidden = known.find((contact) => !contact.phone.startsWith('+')) ?? null;
  const { contact, duplicate } = await choose(work, person, known, hidden);
  for (const { scheme, value } of addresses) {
    await rememberIdentity(work, { channelId, scheme, value, contactId: contact.id });
    renewIdentity(work.db, channelId, scheme, value, work.now).run();
  }
  return { contact, duplicate };
}

/** A person with several numbers is answered at the one that wrote last (`findIdentity`). */
const renewIdentity = prepareQuery((db, channelId: string, scheme: IdentityScheme, value: string, now: string) =>
  db
    .updateTable('contact_identities')
    .set({ created_at: now })
    .where('channel_id', '=', channelId)
    .where('scheme', '=', scheme)
    .where('value', '=', value)
    .where('contact_id', 'in', (select) => select.selectFrom('contact_aliases').select('contact_id')),
);

async function choose(
  work: Work,
  person: NamedPerson,
  known: ContactRow[],
  hidden: ContactRow | null,
): Promise<{ contact: ContactRow; duplicate: ContactRow | null }> {
  const { phone, name = null } = person;
  if (phone === null) {
    const contact = known.find((candidate) => candidate !== hidden) ?? hidden;
    if (contact) return { contact: await fillName(work, contact, name), duplicate: null };
    const draft = { phone: `${person.scheme}:${person.value}`, name: name?.trim().slice(0, 120) || null };
    const [made] = await insertContacts(work, [draft], { force: true });
    return { contact: made as ContactRow, duplicate: null };
  }
  if (hidden && !(await findByPhone(work.db, work.workspace.id, phone))) {
    return { contact: await fillName(work, await updateContact(work, hidden, { phone }), name), duplicate: null };
  }
  return { contact: await findOrCreateContact(work, { phone, name }, { force: true }), duplicate: hidden };
}

const fillName = async (work: Work, contact: ContactRow, name: string | null): Promise<ContactRow> =>
  contact.name === null && name !== null ? updateContact(work, contact, { name: name.slice(0, 120) }) : contact;

const selectByAddress = prepareQuery((db, workspaceId: string, channelId: string, scheme: string, value: string) =>
  db
    .selectFrom('contact_identities as i')
    .innerJoin('contacts as c', 'c.id', 'i.contact_id')
    .selectAll('c')
    .where('i.workspace_id', '=', workspaceId)
    .where('i.channel_id', '=', channelId)
    .where('i.scheme', '=', scheme as IdentityScheme)
    .where('i.value', '=', value),
);

function findByAddresses(work: Work, channelId: string, addresses: Named[]): ContactRow[] {
  const found = addresses.flatMap(({ scheme, value }) =>
    selectByAddress(work.db, work.workspace.id, channelId, scheme, value).all(),
  );
  return [...new Map(found.map((contact) => [contact.id, contact])).values()];
}

/** Deletes a duplicate whose conversations have moved to `contact`; its addresses and its opt-out move too. */
export async function deleteDuplicate(work: Work, duplicate: ContactRow, contact: ContactRow): Promise<void> {
  const { db, workspace } = work;
  const moved = { contact_id: contact.id };
  await updateRows(db, 'contact_identities', workspace.id, { contact_id: duplicate.id }, moved);
  await updateRows(db, 'contact_aliases', workspace.id, { contact_id: duplicate.id }, moved);
  for (const follow of work.provided('contactJoined')) await follow(work, duplicate, contact);
  // An opt-out holds for the person, under whichever address it was given.
  if (duplicate.opted_out_at !== null && contact.opted_out_at === null) {
    await updateContact(work, contact, { opted_out_at: duplicate.opted_out_at });
  }
  await deleteRow(db, 'contacts', workspace.id, duplicate.id);
  await forgetContact(db, duplicate);
  await releaseQuota(work, 'contacts');
}
