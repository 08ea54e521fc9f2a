import { rowsAtOnce } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow, Joining } from '../people/index.ts';
import { tagsOf } from './tags.store.ts';

/** Moves tags to the contact into which theirs is joined; drops tags that both carry. */
export async function joinTags({ work: { db, workspace }, rows, gone, kept }: Joining): Promise<boolean> {
  const carried = await tagsOf(db, workspace.id, [gone.seq, kept.seq]);
  const ofKept = new Set((carried.get(kept.seq) ?? []).map(({ id }) => id));
  for (const { id } of carried.get(gone.seq) ?? []) {
    if (ofKept.has(id)) await rows.remove('contact_tags', { tag_id: id, contact_seq: gone.seq });
  }
  return rows.move('contact_tags', { contact_seq: gone.seq }, { contact_seq: kept.seq }, 'id');
}

/** A deleted contact carries no tags. A tag without contacts is deleted with its name. */
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
