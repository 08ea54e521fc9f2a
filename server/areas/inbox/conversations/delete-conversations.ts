import { removeText } from '../../../platform/database/text-index.ts';
import { deleteRow, deleteRows } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { ContactRow } from '../../people/index.ts';
import { messageSearch } from '../messages.store.ts';

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /** Called before a conversation is deleted with its person. */
    conversationDeleted: (work: Work, conversationId: string) => Promise<void>;
  }
}

/** Deletes the conversations of a contact that is deleted, with messages, reactions and notes. */
export async function deleteConversations(work: Work, contact: ContactRow): Promise<void> {
  const { db, workspace } = work;
  const conversations = await db
    .selectFrom('conversations')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('contact_id', '=', contact.id)
    .execute();
  for (const { id } of conversations) {
    for (const follow of work.provided('conversationDeleted')) await follow(work, id);
    await deleteMessages(work, id);
    await deleteRows(db, 'conversation_notes', workspace.id, { conversation_id: id });
    await deleteRow(db, 'conversations', workspace.id, id);
  }
}

async function deleteMessages({ db, workspace }: Work, conversationId: string): Promise<void> {
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'seq'])
    .where('workspace_id', '=', workspace.id)
    .where('conversation_id', '=', conversationId)
    .execute();
  for (const { id, seq } of messages) {
    await deleteRows(db, 'message_reactions', workspace.id, { message_id: id });
    await removeText(db, messageSearch, seq);
  }
  await deleteRows(db, 'messages', workspace.id, { conversation_id: conversationId });
}
