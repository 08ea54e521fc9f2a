import { insertFile, type StoredFile } from '../../../platform/files/files.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work/work.ts';
import {
  type ChannelRow,
  type EchoEvent,
  type GapEvent,
  type InboundMessageEvent,
  noteInbound,
  type ReceivedMedia,
  releaseWaiting,
} from '../../channels/index.ts';
import { identifyPerson } from '../../people/index.ts';
import {
  announceWait,
  changeStatus,
  findOrOpenConversation,
  reload,
  shownAfter,
} from '../conversations/open-conversation.ts';
import { count } from '../counters.ts';
import { messageReceived, messageSent } from '../events.ts';
import { completeMessage, findByProviderId, insertMessage, toMessage, updateMessage } from '../messages.store.ts';
import { type ConversationRow, type MessageRow, updateConversation } from '../store.ts';
import { afterCustomer, afterShop } from '../waits/waits.ts';
import { learnOwnCard } from './learn-own-card.ts';
import { toNamedPerson } from './vendor-person.ts';

const possiblyMissed = JSON.stringify({
  code: 'possibly_missed',
  message:
    'A message arrived during an interruption. The phone was asked to send it again; if it stays empty, look there',
});
const mediaUnavailable = JSON.stringify({ code: 'media_unavailable', message: 'The attachment could not be fetched' });

export async function receiveMessage(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: InboundMessageEvent,
  media: ReceivedMedia | null,
): Promise<void> {
  // The vendor's message id identifies a repeat, whichever event carries it.
  const earlier = await findByProviderId(work.db, channel.id, event.providerMessageId);
  if (earlier && earlier.error !== possiblyMissed) return;
  const sender = await identifyPerson(work, toNamedPerson(event.from), { evidence: 'message', at: event.at });
  const contact = await learnOwnCard(work, channel, sender, event);
  const opened = await findOrOpenConversation(work, channel, contact);
  const conversation = opened.status === 'RESOLVED' ? await changeStatus(work, opened, 'ACTIVE') : opened;
  const file = media && (await insertFile(work, media.blob, media.fileName, { force: true }));
  const received = { ...(await toColumns(work, channel, event, file)), status: 'RECEIVED' as const, sent_at: event.at };
  const row = earlier
    ? await updateMessage(work.db, work.workspace.id, earlier.id, { ...received, updated_at: work.now })
    : await insertMessage(work.db, {
        ...identify(work, channel, conversation, event.providerMessageId),
        ...received,
        direction: 'INBOUND',
        author: 'CONTACT',
        author_id: contact.id,
      });
  await updateConversation(work.db, work.workspace.id, conversation.id, {
    ...(await shownAfter(work, conversation, row)),
    ...afterCustomer(work, conversation),
    // A late arrival must not shorten the window that a newer message has opened.
    last_inbound_at: event.at > (conversation.last_inbound_at ?? '') ? event.at : conversation.last_inbound_at,
    unread_count: conversation.unread_count + (earlier ? 0 : 1),
  });
  await announceWait(work, conversation, await reload(work, conversation.id));
  noteInbound(work.db, work.workspace.id, channel.id, work.now);
  await count(work, 'received');
  await work.emit(messageReceived, toMessage(platform, await completeMessage(work.db, row)));
}

/** Stores a message that the owner wrote on the phone as HUMAN and marks the conversation as read. */
export async function receiveEcho(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: EchoEvent,
  media: ReceivedMedia | null,
): Promise<void> {
  if (await findByProviderId(work.db, channel.id, event.providerMessageId)) return;
  const contact = await identifyPerson(work, toNamedPerson(event.to), { evidence: 'echo', at: event.at });
  const conversation = await findOrOpenConversation(work, channel, contact);
  const file = media && (await insertFile(work, media.blob, media.fileName, { force: true }));
  const row = await insertMessage(work.db, {
    ...identify(work, channel, conversation, event.providerMessageId),
    ...(await toColumns(work, channel, event, file)),
    direction: 'OUTBOUND',
    author: 'HUMAN',
    author_id: null,
    status: 'SENT',
    sent_at: event.at,
  });
  const shown = {
    ...(await shownAfter(work, conversation, row)),
    unread_count: 0,
    ...afterShop(work, conversation, 'HUMAN'),
  };
  // An answer on the phone takes the conversation over, so that no agent replies at the same time.
  if (conversation.status === 'ACTIVE') {
    await changeStatus(work, conversation, 'HANDED_OFF', { ...shown, handoff_type: 'HUMAN_REPLY' });
  } else {
    await updateConversation(work.db, work.workspace.id, conversation.id, shown);
  }
  await count(work, 'sent');
  await work.emit(messageSent, toMessage(platform, await completeMessage(work.db, row)));
  if (await releaseWaiting(work.db, channel.id, event.providerMessageId))
    platform.services.channelHub.inbox.wake(channel.id);
}

/** Stores an empty message where one may be lost; the message itself replaces it if it still arrives. */
export async function receiveGap(work: Work, channel: ChannelRow, event: GapEvent): Promise<void> {
  if (await findByProviderId(work.db, channel.id, event.providerMessageId)) return;
  const contact = await identifyPerson(work, toNamedPerson(event.from), { evidence: 'message', at: event.at });
  const conversation = await findOrOpenConversation(work, channel, contact);
  const row = await insertMessage(work.db, {
    ...identify(work, channel, conversation, event.providerMessageId),
    direction: 'INBOUND',
    author: 'CONTACT',
    author_id: contact.id,
    type: 'TEXT',
    content: null,
    file_id: null,
    reply_to_message_id: null,
    status: 'RECEIVED',
    error: possiblyMissed,
    sent_at: event.at,
  });
  await updateConversation(work.db, work.workspace.id, conversation.id, {
    ...(await shownAfter(work, conversation, row)),
    ...afterCustomer(work, conversation),
    unread_count: conversation.unread_count + 1,
  });
  await announceWait(work, conversation, await reload(work, conversation.id));
}

const identify = (work: Work, channel: ChannelRow, conversation: ConversationRow, providerMessageId: string) => ({
  id: work.newId('msg'),
  workspace_id: work.workspace.id,
  conversation_id: conversation.id,
  channel_id: channel.id,
  provider_message_id: providerMessageId,
  template: null,
  idempotency_key: null,
  correlation_id: null,
  created_at: work.now,
});

async function toColumns(
  work: Work,
  channel: ChannelRow,
  event: InboundMessageEvent | EchoEvent,
  file: StoredFile | null,
): Promise<Pick<MessageRow, 'type' | 'content' | 'file_id' | 'reply_to_message_id' | 'error'>> {
  const answered = event.replyTo === null ? null : await findByProviderId(work.db, channel.id, event.replyTo);
  return {
    type: event.type,
    content: event.content,
    file_id: file?.id ?? null,
    reply_to_message_id: answered?.id ?? null,
    error: event.media !== null && file === null ? mediaUnavailable : null,
  };
}
