import { deleteRows, rowsAtOnce } from '../../platform/database/workspace-rows.ts';
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

/** A deleted contact carries no tags; a tag that nobody carries now is forgotten with its name. */
export async function dropTags({ db, workspace }: Work, { seq }: ContactRow): Promise<boolean> {
  const carried = await db
    .deleteFrom('contact_tags')
    .where('workspace_id', '=', workspace.id)
    .where('contact_seq', '=', seq)
    .limit(rowsAtOnce)
    .returning('tag_id')
    .execute();
  for (const { tag_id } of carried) {
    const others = db.selectFrom('contact_tags').select('id').where('tag_id', '=', tag_id);
    await db
      .deleteFrom('tags')
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', tag_id)
      .where(({ not, exists }) => not(exists(others)))
      .execute();
  }
  return carried.length === rowsAtOnce;
}
