import { removeText } from '../../../platform/database/text-index.ts';
import { deleteRow, deleteRows, rowsAtOnce } from '../../../platform/database/workspace-rows.ts';
import { deleteFileIfUnused } from '../../../platform/files/delete-unused.ts';
import type { Work } from '../../../platform/work/work.ts';
import { findItemsWithImage } from '../../agents/index.ts';
import { messageSearch } from '../messages.store.ts';

/**
 * Deletes a part of the messages of a conversation with their reactions, their files and the copies of drivers. Returns
 * true if more may remain. The oldest go first, so that the conversation shows its latest message until the end.
 */
export async function eraseSomeMessages(work: Work, conversationId: string): Promise<boolean> {
  const { db, workspace } = work;
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'seq', 'channel_id', 'provider_message_id', 'file_id'])
    .where('workspace_id', '=', workspace.id)
    .where('conversation_id', '=', conversationId)
    .orderBy('seq')
    .limit(rowsAtOnce)
    .execute();
  for (const { id, seq } of messages) {
    await deleteRows(db, 'message_reactions', workspace.id, { message_id: id });
    await removeText(db, messageSearch, seq);
    await deleteRow(db, 'messages', workspace.id, id);
  }
  for (const [channelId, sent] of Map.groupBy(messages, ({ channel_id }) => channel_id)) {
    const ids = sent.flatMap(({ provider_message_id: id }) => (id === null ? [] : [id]));
    for (const eraseCopies of work.provided('messagesErased')) await eraseCopies(work, channelId, ids);
  }
  for (const fileId of new Set(messages.map(({ file_id }) => file_id))) {
    if (fileId !== null && !(await isNeeded(work, fileId))) await deleteFileIfUnused(work, fileId);
  }
  return messages.length === rowsAtOnce;
}

/** Returns true if another message or an item uses the file, which may have been sent to several customers. */
async function isNeeded({ db, workspace }: Work, fileId: string): Promise<boolean> {
  const query = db.selectFrom('messages').select('id').where('file_id', '=', fileId).limit(1);
  if ((await query.executeTakeFirst()) !== undefined) return true;
  return (await findItemsWithImage(db, workspace.id, fileId)).length > 0;
}
