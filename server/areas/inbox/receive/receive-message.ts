import { findFile, insertFile } from '../../../platform/files/files.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work/work.ts';
import {
  type ChannelRow,
  type EchoEvent,
  type Enclosed,
  type GapEvent,
  type InboundMessageEvent,
  type Notice,
  noteInbound,
  queueMedia,
  releaseWaiting,
  toNotice,
} from '../../channels/index.ts';
import { identifyPerson } from '../../people/index.ts';
import { findOrOpenConversation } from '../conversations/open-conversation.ts';
import { count } from '../counters.ts';
import { messageReceived, messageSent, messageStatus } from '../events.ts';
import { completeMessage, findByProviderId, toMessage, updateMessage } from '../messages.store.ts';
import type { MessageRow } from '../store.ts';
import { endedWait } from '../waits/waits.ts';
import { afterArrival, afterEcho, answeredByEcho, openForCustomer } from './after-arrival.ts';
import {
  type Columns,
  emptyAt,
  insertEcho,
  insertInbound,
  isUnread,
  lacksOriginal,
  possiblyMissed,
  withOriginal,
} from './arrived-rows.ts';
import { composeContent } from './compose-content.ts';
import { learnOwnCard } from './learn-own-card.ts';
import { nameItems } from './name-items.ts';
import { toNamedPerson } from './vendor-person.ts';
import { credibleTime, writtenTime } from './written-time.ts';

export async function receiveMessage(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: InboundMessageEvent,
): Promise<void> {
  // The vendor's message id identifies a repeat, whichever event carries it.
  const earlier = await findByProviderId(work.db, channel.id, event.providerMessageId);
  if (earlier && !isPlaceholder(earlier)) return;
  const sender = await identifyPerson(work, toNamedPerson(event.from), { evidence: 'message', at: event.at });
  const contact = await learnOwnCard(work, channel, sender, event);
  const conversation = await openForCustomer(work, channel, contact);
  const received = await toColumns(work, channel, event);
  const row = earlier
    ? await updateMessage(work.db, work.workspace.id, earlier.id, {
        ...withOriginal(earlier, received),
        updated_at: work.now,
      })
    : await insertInbound(work, channel, conversation, { ...received, provider_message_id: event.providerMessageId });
  awaitMedia(work, row, event);
  const isOwnCard = contact.id !== sender.id || contact.phone !== sender.phone;
  await afterArrival(work, conversation, row, { isNew: !earlier, isForPerson: !isOwnCard && isNoWord(row) });
  noteInbound(work.db, work.workspace.id, channel.id, work.now);
  await count(work, 'received');
  const shown = toMessage(platform, await completeMessage(work.db, row));
  // Its correction was announced as the message: rules take each message once.
  if (earlier && lacksOriginal(earlier)) await work.emit(messageStatus, shown, { content: earlier.content });
  else await work.emit(messageReceived, shown);
  await takeUpWaiting(platform, work, channel, event);
}

/** Takes up the events that were handed over before their message. */
async function takeUpWaiting(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  { providerMessageId }: InboundMessageEvent | EchoEvent,
): Promise<void> {
  if (await releaseWaiting(work.db, channel.id, providerMessageId)) platform.services.channelHub.inbox.wake(channel.id);
}

const isPlaceholder = (row: MessageRow): boolean => isUnread(row) || lacksOriginal(row);

/** Returns true for what only a person can answer: a notice, contact cards and a cart. */
function isNoWord({ notice, enclosed }: MessageRow): boolean {
  const { cards, order } = enclosed === null ? {} : (JSON.parse(enclosed) as Enclosed);
  return notice !== null || cards !== undefined || order !== undefined;
}

/** Stores a message that the owner wrote on the phone as HUMAN and marks the conversation as read. */
export async function receiveEcho(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: EchoEvent,
): Promise<void> {
  const earlier = await findByProviderId(work.db, channel.id, event.providerMessageId);
  if (earlier && !lacksOriginal(earlier)) return;
  const contact = await identifyPerson(work, toNamedPerson(event.to), { evidence: 'echo', at: event.at });
  const conversation = await findOrOpenConversation(work, channel, contact);
  const columns = await toColumns(work, channel, event);
  const answered = answeredByEcho(work, conversation, columns.written_at);
  const row = earlier
    ? await updateMessage(work.db, work.workspace.id, earlier.id, {
        ...withOriginal(earlier, columns),
        updated_at: work.now,
      })
    : await insertEcho(work, channel, conversation, {
        ...columns,
        provider_message_id: event.providerMessageId,
        ended_wait: endedWait(work, conversation, answered),
      });
  awaitMedia(work, row, event);
  await afterEcho(work, conversation, row, answered);
  await count(work, 'sent');
  await work.emit(messageSent, toMessage(platform, await completeMessage(work.db, row)));
  await takeUpWaiting(platform, work, channel, event);
}

/** Stores an empty message where one may be lost; the message itself replaces it if it still arrives. */
export async function receiveGap(platform: Platform, work: Work, channel: ChannelRow, event: GapEvent): Promise<void> {
  if (await findByProviderId(work.db, channel.id, event.providerMessageId)) return;
  const contact = await identifyPerson(work, toNamedPerson(event.from), { evidence: 'message', at: event.at });
  const conversation = await openForCustomer(work, channel, contact);
  const notice = { kind: 'unreadable', title: null, lines: [] } satisfies Notice;
  const row = await insertInbound(work, channel, conversation, {
    ...emptyAt(writtenTime(event.at, work.now)),
    provider_message_id: event.providerMessageId,
    notice: JSON.stringify(notice),
    error: possiblyMissed,
  });
  await afterArrival(work, conversation, row, { isNew: true, isForPerson: true });
  // `message.received` follows with the message itself: programs decide on each message once.
  await work.emit(messageStatus, toMessage(platform, await completeMessage(work.db, row)));
}

/** The message is shown at once; its attachment follows when it has been fetched. */
function awaitMedia(work: Work, row: MessageRow, { media }: InboundMessageEvent | EchoEvent): void {
  if (media && row.file_id === null)
    queueMedia(work, { id: row.id, channelId: row.channel_id, chat: row.conversation_id }, media);
}

async function toColumns(work: Work, channel: ChannelRow, event: InboundMessageEvent | EchoEvent): Promise<Columns> {
  const answered = event.replyTo === null ? null : await findByProviderId(work.db, channel.id, event.replyTo);
  const enclosed = event.enclosed ? await nameItems(work, event.enclosed) : null;
  const content = composeContent({ ...event, enclosed }, work.workspace);
  // A text of spaces shows nothing, and would be overlooked.
  const notice = event.notice ?? (content === null && event.type === 'TEXT' ? toNotice('unknown') : null);
  return {
    type: event.type,
    content,
    notice: notice && JSON.stringify(notice),
    enclosed: enclosed && JSON.stringify(enclosed),
    file_id: await keepStored(work, event.media),
    reply_to_message_id: answered?.id ?? null,
    error: null,
    sent_at: credibleTime(event.at, work.now),
    written_at: writtenTime(event.at, work.now),
  };
}

/** Returns the id of a new file with the bytes of an attachment that the shop stores already; null for any other. */
async function keepStored(work: Work, media: InboundMessageEvent['media']): Promise<string | null> {
  const stored = media?.fileId === undefined ? null : await findFile(work.db, work.workspace.id, media.fileId);
  return stored && (await insertFile(work, stored, stored.fileName, { force: true })).id;
}
