import type { Work } from '../../../platform/work/work.ts';
import { changeStatus } from '../conversations/open-conversation.ts';
import type { MessageAuthor } from '../schemas.ts';
import { type ConversationRow, updateConversation } from '../store.ts';

type Changes = Parameters<typeof updateConversation>[3];

/**
 * Updates a conversation in which the shop writes: what it shows, and what the message changes in the wait (`answered`).
 * A person who replies takes the conversation over: otherwise an agent could reply at the same time.
 */
export async function afterSending(
  work: Work,
  conversation: ConversationRow,
  shown: Changes,
  author: MessageAuthor,
  answered: Changes,
): Promise<void> {
  const changes = {
    ...shown,
    updated_at: work.now,
    // A campaign is no answer: the customer's earlier messages stay unread.
    unread_count: author === 'CAMPAIGN' ? conversation.unread_count : 0,
    ...answered,
  };
  if (author === 'HUMAN' && conversation.status === 'ACTIVE') {
    await changeStatus(work, conversation, 'HANDED_OFF', { ...changes, handoff_type: 'HUMAN_REPLY' });
  } else {
    await updateConversation(work.db, work.workspace.id, conversation.id, changes);
  }
}
