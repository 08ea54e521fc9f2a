import { releaseQuota } from '../../platform/access/quotas.ts';
import type { Db } from '../../platform/database/database.ts';
import { deleteRow, deleteRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { forgetJoins } from './joins.store.ts';
import { rememberOptOut } from './opt-out-hashes.ts';
import { type ContactRow, forgetContact } from './store.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /**
     * Called before a contact is deleted, in one transaction after the other until all return false: deletes a part of what
     * cannot be without the person, and returns whether there may be more.
     */
    contactDeleted: (work: Work, contact: ContactRow) => Promise<boolean>;
    /** Lists the ids of a contact's records since a time (UTC). Logs and other copies name the person by these ids. */
    contactMarks: (db: Db, contact: ContactRow, since: string) => Promise<string[]>;
    /**
     * Called before the deletion of a contact whose books become anonymous, in successive transactions until all return
     * false: removes name, e-mail, number, address and notes from a part of the books, and returns true if more may
     * remain.
     */
    booksAnonymized: (work: Work, contact: ContactRow) => Promise<boolean>;
  }
}

/**
 * Deletes a contact with its addresses and whatever the areas delete along with it; of much, only a part, which no other
 * write waits long for. Returns whether the contact is gone: if not, the caller repeats it in another transaction.
 */
export async function deleteContact(work: Work, contact: ContactRow): Promise<boolean> {
  const { db, workspace } = work;
  for (const deletePart of work.provided('contactDeleted')) {
    if (await deletePart(work, contact)) return false;
  }
  await rememberOptOut(work, contact);
  await forgetJoins(work, contact.id);
  await deleteRows(db, 'contact_addresses', workspace.id, { contact_id: contact.id });
  await deleteRow(db, 'contacts', workspace.id, contact.id);
  await forgetContact(db, contact);
  await releaseQuota(work, 'contacts');
  return true;
}
