import { insertFile } from '../../platform/files.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/work.ts';
import type {
  ChannelRow,
  Handled,
  InboundMessageEvent,
  ReactionEvent,
  ReceivedMedia,
  StatusEvent,
} from '../channels/index.ts';
import { findOrCreateContact, rememberIdentity } from '../people/index.ts';
import { count } from './counters.ts';
import { completeMessage, findByProviderId, insertMessage, toMessage, updateMessage } from './messages.store.ts';
import { changeStatus, findOrOpenConversation, toLastMessage } from './open-conversation.ts';
import { type MessageRow, updateConversation } from './store.ts';

/** Handles what a provider told of messages. Everything here may come twice and in any order. */
export async function receiveEvent(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: InboundMessageEvent | StatusEvent | ReactionEvent,
  media: ReceivedMedia | null,
): Promise<Handled> {
  if (event.kind === 'message') return receiveMessage(platform, work, channel, event, media);
  const message = await findByProviderId(work.db, channel.id, event.providerMessageId);
  if (!message) return { waitsFor: event.providerMessageId };
  if (event.kind === 'status') await receiveStatus(platform, work, message, event);
  else await setReaction(work, message.id, 'CONTACT', event.emoji, event.at);
  return 'done';
}

async function receiveMessage(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: InboundMessageEvent,
  media: ReceivedMedia | null,
): Promise<Handled> {
  // The provider's own id says whether we have it, under whatever event it came.
  if (await findByProviderId(work.db, channel.id, event.providerMessageId)) return 'done';
  const contact = await findOrCreateContact(work, event.from, { force: true });
  await rememberIdentity(work, { ...event.from, channelId: channel.id, contactId: contact.id });
  const opened = await findOrOpenConversation(work, channel, contact);
  const conversation = opened.status === 'RESOLVED' ? await changeStatus(work, opened, 'ACTIVE') : opened;
  const file = media && (await insertFile(work, media.blob, media.fileName, { force: true }));
  const answered = event.replyTo === null ? null : await findByProviderId(work.db, channel.id, event.replyTo);
  const lost = event.media !== null && file === null;
  const row = await insertMessage(work.db, {
    id: work.newId('msg'),
    workspace_id: work.workspace.id,
    conversation_id: conversation.id,
    channel_id: channel.id,
    provider_message_id: event.providerMessageId,
    direction: 'INBOUND',
    author: 'CONTACT',
    author_id: contact.id,
    type: event.type,
    content: event.content,
    file_id: file?.id ?? null,
    template: null,
    reply_to_message_id: answered?.id ?? null,
    status: 'RECEIVED',
    error: lost ? JSON.stringify({ code: 'media_unavailable', message: 'The attachment could not be fetched' }) : null,
    idempotency_key: null,
    correlation_id: null,
    sent_at: event.at,
    created_at: work.now,
  });
  await updateConversation(work.db, work.workspace.id, conversation.id, {
    last_message: toLastMessage(row),
    last_message_at: work.now,
    // Out of order arrivals must not shorten the window that a newer message has opened.
    last_inbound_at: event.at > (conversation.last_inbound_at ?? '') ? event.at : conversation.last_inbound_at,
    unread_count: conversation.unread_count + 1,
    updated_at: work.now,
  });
  await work.db.updateTable('channels').set({ last_inbound_at: work.now }).where('id', '=', channel.id).execute();
  await count(work, 'received');
  await work.emit('message.received', toMessage(platform, await completeMessage(work.db, row)));
  return 'done';
}

const ladder = { RECEIVED: 0, PENDING: 0, SENT: 1, DELIVERED: 2, READ: 3 };

/** A status only climbs; FAILED is taken as long as nothing says that the message arrived. */
async function receiveStatus(platform: Platform, work: Work, message: MessageRow, event: StatusEvent): Promise<void> {
  if (message.direction !== 'OUTBOUND') return;
  const present = message.status === 'FAILED' ? 0 : ladder[message.status];
  const climbs = event.status === 'FAILED' ? present < ladder.DELIVERED : ladder[event.status] > present;
  if (!climbs || event.status === message.status) return;
  const row = await updateMessage(work.db, work.workspace.id, message.id, {
    status: event.status,
    error: event.status === 'FAILED' ? JSON.stringify(event.error) : null,
    sent_at: message.sent_at ?? (event.status === 'FAILED' ? null : event.at),
    delivered_at: event.status === 'DELIVERED' || event.status === 'READ' ? (message.delivered_at ?? event.at) : null,
    read_at: event.status === 'READ' ? event.at : null,
    updated_at: work.now,
  });
  const shown = toMessage(platform, await completeMessage(work.db, row));
  // A receipt may be the first to tell that the message was taken: the answer was lost or is still on its way.
  if (message.sent_at === null && event.status !== 'FAILED') {
    await count(work, 'sent');
    await work.emit('message.sent', shown);
  }
  await work.emit('message.status', shown, { status: message.status });
}

/** One reaction a side and message; an empty emoji takes it back. One that is older than what is known changes nothing. */
export async function setReaction(
  work: Work,
  messageId: string,
  author: 'CONTACT' | 'HUMAN',
  emoji: string,
  at: string,
): Promise<void> {
  if (emoji === '') {
    const mine = work.db.deleteFrom('message_reactions').where('message_id', '=', messageId);
    await mine.where('author', '=', author).where('at', '<=', at).execute();
    return;
  }
  await work.db
    .insertInto('message_reactions')
    .values({ message_id: messageId, author, emoji, at })
    .onConflict((conflict) =>
      conflict.columns(['message_id', 'author']).doUpdateSet({ emoji, at }).where('message_reactions.at', '<=', at),
    )
    .execute();
}
