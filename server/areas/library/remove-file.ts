import { deleteFileAlias } from '../../platform/files/file-aliases.ts';
import type { Work } from '../../platform/work/work.ts';
import * as store from './files.store.ts';
import { listLinkUses } from './list-file-uses.ts';
import { changeQuickReply, listRepliesWithFile } from './quick-replies.store.ts';

/** Deletes an entry, takes it off the quick replies, and ends its link unless something has it. */
export async function removeFile(work: Work, id: string): Promise<void> {
  const { db, workspace, now } = work;
  const row = await store.findFile(db, workspace.id, id);
  if (!row) return;
  for (const reply of await listRepliesWithFile(db, workspace.id, id)) {
    const fileIds = reply.fileIds.filter((each) => each !== id);
    await changeQuickReply(db, workspace.id, reply.id, { fileIds }, now);
  }
  const uses = await listLinkUses(db, work.provided, row);
  await store.deleteFile(db, workspace.id, id);
  if (row.alias_id !== null && uses.length === 0) await deleteFileAlias(work, row.alias_id);
}
