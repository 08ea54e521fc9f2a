import { deleteRows, deleteSomeRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow } from '../people/index.ts';

/** Moves the duplicate's tags to the contact; tags that both carry are dropped. */
export async function joinTags({ db, workspace }: Work, duplicate: ContactRow, contact: ContactRow): Promise<void> {
  const tagsOfContact = db.selectFrom('contact_tags').select('tag_id').where('contact_seq', '=', contact.seq);
  await db
    .updateTable('contact_tags')
    .set({ contact_seq: contact.seq })
    .where('workspace_id', '=', workspace.id)
    .where('contact_seq', '=', duplicate.seq)
    .where('tag_id', 'not in', tagsOfContact)
    .execute();
  await deleteRows(db, 'contact_tags', workspace.id, { contact_seq: duplicate.seq });
}

/** A deleted contact carries no tags. */
export const dropTags = ({ db, workspace }: Work, { seq }: ContactRow): Promise<boolean> =>
  deleteSomeRows(db, 'contact_tags', workspace.id, { contact_seq: seq });
