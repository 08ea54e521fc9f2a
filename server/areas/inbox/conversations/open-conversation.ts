import type { Work } from '../../../platform/work/work.ts';
import type { ChannelRow } from '../../channels/index.ts';
import { type ContactRow, countConversation } from '../../people/index.ts';
import { count } from '../counters.ts';
import {
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  conversationStatusChanged,
} from '../events.ts';
import type { ConversationStatus, LastMessage } from '../schemas.ts';
import type { MessageRow } from '../store.ts';
import {
  type ConversationRow,
  findConversation,
  findConversationWith,
  toConversation,
  updateConversation,
} from '../store.ts';

/** Returns the one conversation of a contact on a channel, created if absent, otherwise unchanged. */
export async function findOrOpenConversation(
  work: Work,
  channel: ChannelRow,
  contact: ContactRow,
): Promise<ConversationRow> {
  const found = await findConversationWith(work.db, work.workspace.id, channel.id, contact.id);
  if (found) return found;
  const id = work.newId('conv');
  await work.db
    .insertInto('conversations')
    .values({
      id,
      workspace_id: work.workspace.id,
      channel_id: channel.id,
      contact_id: contact.id,
      ai_agent_id: channel.ai_agent_id,
      status: 'ACTIVE',
      unread_count: 0,
      last_message_at: work.now,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute();
  await countConversation(work, contact.id);
  await count(work, 'opened');
  const row = await reload(work, id);
  await work.emit(conversationCreated, toConversation(row, work.now));
  return row;
}

/**
 * Changes the status and emits `conversation.status.changed`, plus the event of RESOLVED or HANDED_OFF. ACTIVE returns
 * the conversation to the agent, so it clears `handoff_type`.
 */
export async function changeStatus(
  work: Work,
  before: ConversationRow,
  status: ConversationStatus,
  changes: Parameters<typeof updateConversation>[3] = {},
): Promise<ConversationRow> {
  const handoff = status === 'ACTIVE' ? { handoff_type: null } : {};
  await updateConversation(work.db, work.workspace.id, before.id, {
    ...handoff,
    ...changes,
    status,
    updated_at: work.now,
  });
  const row = await reload(work, before.id);
  if (before.status === status) return row;
  const data = toConversation(row, work.now);
  await work.emit(conversationStatusChanged, data, { status: before.status });
  if (status === 'RESOLVED') {
    await count(work, 'resolved');
    await work.emit(conversationResolved, data, { status: before.status });
  }
  if (status === 'HANDED_OFF') {
    await count(work, 'handedOff');
    await work.emit(conversationEscalated, data, { status: before.status });
  }
  return row;
}

export async function reload(work: Work, id: string): Promise<ConversationRow> {
  const row = await findConversation(work.db, work.workspace.id, id);
  if (!row) throw new Error(`Conversation ${id} no longer exists`);
  return row;
}

/** JSON of the newest message, as stored in its conversation's `last_message`. */
export function toLastMessage(message: MessageRow): string {
  const last: LastMessage = {
    id: message.id,
    direction: message.direction,
    author: message.author,
    type: message.type,
    content: message.content === null ? null : [...message.content].slice(0, 200).join(''),
    createdAt: message.created_at,
  };
  return JSON.stringify(last);
}
