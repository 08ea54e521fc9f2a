import type { Db, Row } from '../../../platform/database/database.ts';
import { unindexed } from '../../../platform/database/prepared-query.ts';
import type { Platform } from '../../../platform/platform.ts';
import { byPlace, completeMessages, listMessages, toMessage } from '../messages.store.ts';
import type { Conversation, Message } from '../schemas.ts';
import { conversationsOfContact, type MessageRow, toConversation } from '../store.ts';

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
  const newest = pages.flat().sort(byPlace).reverse();
  const messages = await completeMessages(db, newest.slice(0, latest));
  return {
    conversations: rows.map((row) => toConversation(row, now)),
    recentMessages: messages.map((message) => toMessage(platform, message)),
  };
}

/** A page of what happened, newest first: at or before a moment (UTC text). */
export interface MomentPage {
  until: string;
  limit: number;
}

/** The newest messages and notes of a contact's conversations. */
export async function readContactMoments(
  db: Db,
  workspaceId: string,
  contactId: string,
  { until, limit }: MomentPage,
): Promise<{ messages: MessageRow[]; notes: Row<'conversation_notes'>[] }> {
  const own = db
    .selectFrom('conversations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('contact_id', '=', contactId);
  const messages = await db
    .selectFrom('messages')
    .selectAll()
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('conversation_id', 'in', own)
    .where('written_at', '<=', until)
    .orderBy('written_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  const notes = await db
    .selectFrom('conversation_notes')
    .selectAll()
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('conversation_id', 'in', own)
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return { messages, notes };
}
