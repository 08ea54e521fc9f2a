import { releaseQuota } from '../../platform/access/quotas.ts';
import { deleteRow, updateRows } from '../../platform/database/workspace-rows.ts';
import { joinMarks, readMark } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { presentNumber, presentUsername } from './addresses.ts';
import { type ContactRow, findContactById, forgetContact, updateContact } from './store.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Called when two contacts turn out to be one person, before the duplicate is deleted: moves an area's rows. */
    contactJoined: (work: Work, duplicate: ContactRow, contact: ContactRow) => Promise<void>;
  }
}

/**
 * Makes two contacts one: the rows of all areas and the addresses of `duplicate` move to `contact`, which gains the fields that
 * it lacks and is returned. An opt-out holds for the person, under whichever address it was given.
 */
export async function joinContacts(work: Work, duplicate: ContactRow, contact: ContactRow): Promise<ContactRow> {
  const { db, workspace } = work;
  await updateRows(db, 'contact_addresses', workspace.id, { contact_id: duplicate.id }, { contact_id: contact.id });
  for (const follow of work.provided('contactJoined')) await follow(work, duplicate, contact);
  await deleteRow(db, 'contacts', workspace.id, duplicate.id);
  await forgetContact(db, duplicate);
  await releaseQuota(work, 'contacts');
  const present = findContactById(db, workspace.id, contact.id) as ContactRow;
  const changes = {
    phone: present.phone ?? presentNumber(db, present),
    username: presentUsername(db, present.id),
    opted_out_at: present.opted_out_at ?? duplicate.opted_out_at,
    name: present.name ?? duplicate.name,
    email: present.email ?? duplicate.email,
    notes: [present.notes, duplicate.notes].filter((text) => text !== null).join('\n\n') || null,
    fields: JSON.stringify({ ...JSON.parse(duplicate.fields), ...JSON.parse(present.fields) }),
  };
  const unconfirmed = joinMarks(readMark(present.unconfirmed), readMark(duplicate.unconfirmed));
  return updateContact(work, present, changes, unconfirmed);
}
