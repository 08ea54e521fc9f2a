import { shorten } from '../../channels/index.ts';
import type { Conversation, LastMessage, Message } from '../../inbox/index.ts';

/** Longest text that a program reads of one message. */
const longestText = 4_096;

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

/**
 * A message as a tool shows it: `customerWrote` for the customer's words, `shopWrote` for the shop's,
 * `noWords` for a notice.
 */
export const showMessage = (one: LastMessage & Partial<Message>) => ({
  id: one.id,
  at: one.writtenAt,
  ...(one.type === 'TEXT' ? {} : { type: one.type }),
  ...(one.notice === null ? {} : { noWords: one.notice }),
  ...(one.editedAt ? { editedAt: one.editedAt } : {}),
  ...(one.deletedAt === null ? {} : { takenBackAt: one.deletedAt }),
  ...(one.direction === 'INBOUND'
    ? { customerWrote: cut(one.content) }
    : { shopWrote: cut(one.content), by: one.authorName ?? one.author, status: one.status }),
});

const cut = (text: string | null): string | null => text && shorten(text, longestText);
