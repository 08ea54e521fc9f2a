import type { Db } from '../../../platform/database/database.ts';
import { deleteRow, deleteSomeRows } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { ContactRow } from '../../people/index.ts';
import { eraseSomeMessages } from './erase-messages.ts';

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /**
     * Called before a conversation is deleted with its person, in one transaction after the other until all return false:
     * deletes a part of what belongs to it, and returns whether there may be more.
     */
    conversationDeleted: (work: Work, conversationId: string) => Promise<boolean>;
  }
}

/** The conversations of a contact, as named in events and jobs. */
export async function listConversationIds(db: Db, contact: ContactRow): Promise<string[]> {
  const rows = await db.selectFrom('conversations').select('id').where('contact_id', '=', contact.id).execute();
  return rows.map(({ id }) => id);
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
    if (await eraseSomeMessages(work, id)) return true;
    if (await deleteSomeRows(db, 'conversation_notes', workspace.id, { conversation_id: id })) return true;
    await deleteRow(db, 'conversations', workspace.id, id);
  }
  return false;
}
