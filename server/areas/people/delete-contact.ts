import { releaseQuota } from '../../platform/access/quotas.ts';
import { deleteRow, deleteRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { type ContactRow, forgetContact } from './store.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Called before a contact is deleted, so that what cannot be without the person goes too. */
    contactDeleted: (work: Work, contact: ContactRow) => Promise<void>;
  }
}

/** Deletes a contact with its addresses and whatever the areas delete along with it. */
export async function deleteContact(work: Work, contact: ContactRow): Promise<void> {
  const { db, workspace } = work;
  for (const follow of work.provided('contactDeleted')) await follow(work, contact);
  await deleteRows(db, 'contact_identities', workspace.id, { contact_id: contact.id });
  await deleteRows(db, 'contact_aliases', workspace.id, { contact_id: contact.id });
  await deleteRow(db, 'contacts', workspace.id, contact.id);
  await forgetContact(db, contact);
  await releaseQuota(work, 'contacts');
}
