import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { ChannelRow } from '../../channels/index.ts';
import { findOrCreateContact, type Person } from '../../people/index.ts';
import { changeStatus, findOrOpenConversation, reload, shownAfter } from '../conversations/open-conversation.ts';
import { count } from '../counters.ts';
import { insertMessage } from '../messages.store.ts';
import type { ConversationStatus, MessageAuthor } from '../schemas.ts';
import { type ConversationRow, updateConversation } from '../store.ts';
import { afterCustomer, afterShop } from '../waits/waits.ts';

/** A message of the past; it was never exchanged with a vendor. */
export interface PastMessage {
  author: Extract<MessageAuthor, 'CONTACT' | 'AGENT' | 'HUMAN'>;
  /** Name of the agent or the person of the shop, if it is known. */
  authorName?: string;
  text: string;
  /** UTC. */
  at: string;
}

/**
 * Imports a past conversation, each message at its own time: outgoing messages are READ, and the counters of those days
 * include them. `end` is the status of the conversation after the last message.
 */
export async function importHistory(
  platform: Platform,
  workAt: (at: string) => Work,
  history: { channel: ChannelRow; person: Person; messages: PastMessage[]; end: ConversationStatus; isUnread: boolean },
): Promise<ConversationRow> {
  const { channel, person, messages, end, isUnread } = history;
  const [first] = messages;
  if (!first) throw new Error('A conversation needs a message');
  const begin = workAt(first.at);
  const contact = await findOrCreateContact(begin, person, { force: true });
  const conversation = await findOrOpenConversation(begin, channel, contact);
  let last = first;
  for (const message of messages) {
    const work = workAt(message.at);
    await insertPast(platform, work, channel, await reload(work, conversation.id), message);
    last = message;
  }
  const work = workAt(last.at);
  if (isUnread) await updateConversation(work.db, work.workspace.id, conversation.id, { unread_count: 1 });
  const before = await reload(work, conversation.id);
  if (end === 'ACTIVE') return before;
  if (end === 'RESOLVED') return changeStatus(work, before, end);
  // Whoever has had an answer does not wait.
  return changeStatus(work, before, end, { handoff_type: 'HUMAN_REPLY', waiting_since: before.unanswered_since });
}

async function insertPast(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  conversation: ConversationRow,
  { author, authorName, text, at }: PastMessage,
): Promise<void> {
  const isInbound = author === 'CONTACT';
  const message = await insertMessage(work.db, {
    id: work.newId('msg'),
    workspace_id: work.workspace.id,
    conversation_id: conversation.id,
    channel_id: channel.id,
    provider_message_id: platform.services.channelHub.connected(channel).allocateMessageId(),
    direction: isInbound ? 'INBOUND' : 'OUTBOUND',
    author,
    author_id: isInbound ? conversation.contact_id : null,
    author_name: authorName ?? null,
    type: 'TEXT',
    content: text,
    file_id: null,
    template: null,
    reply_to_message_id: null,
    status: isInbound ? 'RECEIVED' : 'READ',
    error: null,
    idempotency_key: null,
    correlation_id: null,
    sent_at: at,
    ...(isInbound ? {} : { delivered_at: at, read_at: at }),
    created_at: at,
  });
  await updateConversation(work.db, work.workspace.id, conversation.id, {
    ...(await shownAfter(work, conversation, message)),
    ...(isInbound ? afterCustomer(work, conversation, at) : afterShop(work, conversation, author)),
    ...(isInbound ? { last_inbound_at: at } : { unread_count: 0 }),
  });
  await count(work, isInbound ? 'received' : 'sent');
}
