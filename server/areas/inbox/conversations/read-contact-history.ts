import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { completeMessages, listMessages, toMessage } from '../messages.store.ts';
import type { Conversation, Message } from '../schemas.ts';
import { conversationsOfContact, toConversation } from '../store.ts';

const latest = 20;

/** The inbox part of a contact's page: the latest 20 conversations, and the latest 20 messages in them. */
export async function readContactHistory(
  platform: Platform,
  db: Db,
  workspaceId: string,
  contactId: string,
): Promise<{ conversations: Conversation[]; recentMessages: Message[] }> {
  const now = platform.clock.now().toISOString();
  const rows = await conversationsOfContact(db, workspaceId, contactId, latest);
  const pages = await Promise.all(rows.map((row) => listMessages(db, workspaceId, row.id, { limit: latest })));
  const newest = pages.flat().sort((a, b) => b.seq - a.seq);
  const messages = await completeMessages(db, newest.slice(0, latest));
  return {
    conversations: rows.map((row) => toConversation(row, now)),
    recentMessages: messages.map((message) => toMessage(platform, message)),
  };
}
