import type { Conversation, Message } from '../../inbox/index.ts';

/** A conversation as a tool shows it. What the customer wrote stands under a name that says so. */
export const showConversation = (one: Conversation) => ({
  id: one.id,
  customer: one.contact,
  status: one.status,
  assignedTo: one.assignedTo,
  aiAgentId: one.aiAgentId,
  waitingSince: one.waitingSince,
  unreadCount: one.unreadCount,
  canReply: one.canReply,
  lastMessageAt: one.lastMessageAt,
  lastMessage: one.lastMessage && showMessage(one.lastMessage),
});

/** A message as a tool shows it: `customerWrote` for the customer's words, `shopWrote` for the shop's. */
export const showMessage = (
  one: Pick<Message, 'id' | 'direction' | 'author' | 'type' | 'content' | 'createdAt'> & Partial<Message>,
) => ({
  id: one.id,
  at: one.createdAt,
  ...(one.type === 'TEXT' ? {} : { type: one.type }),
  ...(one.direction === 'INBOUND'
    ? { customerWrote: one.content }
    : { shopWrote: one.content, by: one.authorName ?? one.author, status: one.status }),
});
