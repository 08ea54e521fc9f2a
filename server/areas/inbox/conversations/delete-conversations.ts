import { removeText } from '../../../platform/database/text-index.ts';
import { deleteRow, deleteRows, deleteSomeRows, rowsAtOnce } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { ContactRow } from '../../people/index.ts';
import { messageSearch } from '../messages.store.ts';

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /**
     * Called before a conversation is deleted with its person, in one transaction after the other until all return false:
     * deletes a part of what belongs to it, and returns whether there may be more.
     */
    conversationDeleted: (work: Work, conversationId: string) => Promise<boolean>;
  }
}

/**
 * Deletes the conversations of a contact that is deleted, with messages, reactions and notes, or a part of them. Returns
 * whether there may be more.
 */
export async function deleteConversations(work: Work, contact: ContactRow): Promise<boolean> {
  const { db, workspace } = work;
  const conversations = await db
    .selectFrom('conversations')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('contact_id', '=', contact.id)
    .execute();
  for (const { id } of conversations) {
    for (const deletePart of work.provided('conversationDeleted')) {
      if (await deletePart(work, id)) return true;
    }
    if (await deleteSomeMessages(work, id)) return true;
    if (await deleteSomeRows(db, 'conversation_notes', workspace.id, { conversation_id: id })) return true;
    await deleteRow(db, 'conversations', workspace.id, id);
  }
  return false;
}

/** The oldest go first: until the last one goes, the conversation shows what it is about. */
async function deleteSomeMessages({ db, workspace }: Work, conversationId: string): Promise<boolean> {
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'seq'])
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
  return messages.length === rowsAtOnce;
}
