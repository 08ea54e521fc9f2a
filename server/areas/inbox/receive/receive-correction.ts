import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work/work.ts';
import { type ChannelRow, type DeletionEvent, type EditEvent, toNotice } from '../../channels/index.ts';
import { identifyPerson } from '../../people/index.ts';
import { changeStatus, findOrOpenConversation, reload, shownChanged } from '../conversations/open-conversation.ts';
import { updateService } from '../conversations/service.ts';
import { messageReceived, messageStatus } from '../events.ts';
import { isAnsweredAfter } from '../message-log.ts';
import { completeMessage, findByProviderId, toMessage, updateMessage } from '../messages.store.ts';
import type { Message } from '../schemas.ts';
import { findConversation, type MessageRow } from '../store.ts';
import { afterCustomer, endedWait } from '../waits/waits.ts';
import { afterArrival, afterEcho, answeredByEcho, openForCustomer } from './after-arrival.ts';
import { emptyAt, insertEcho, insertInbound, isUnread } from './arrived-rows.ts';
import { composeContent } from './compose-content.ts';
import { toNamedPerson } from './vendor-person.ts';
import { writtenTime } from './written-time.ts';

type Correction = EditEvent | DeletionEvent;
type Earlier = Message['earlier'];

/** The earlier contents that are kept of one message. */
const mostEarlier = 20;

/**
 * Stores that an author corrected a message or took it back; keeps the earlier content. A correction that arrives before
 * its message, or whose message never arrives, is stored as a message: otherwise it would not be seen.
 */
export async function receiveCorrection(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: Correction,
): Promise<void> {
  const message = await findByProviderId(work.db, channel.id, event.providerMessageId);
  if (!message) await insertCorrected(platform, work, channel, event);
  else if (await isByAuthor(work, message, event)) await correct(platform, work, message, event);
  // A customer's text is shown even if it claims to correct somebody else's message.
  else if (event.by === 'CONTACT' && event.kind === 'edit')
    await insertCorrected(platform, work, channel, { ...event, providerMessageId: event.providerEventId });
}

async function correct(platform: Platform, work: Work, message: MessageRow, event: Correction): Promise<void> {
  const at = writtenTime(event.at, work.now);
  const present = message.deleted_at ?? message.edited_at ?? '';
  // Corrections may arrive in any order. Nothing follows a deletion.
  if (message.deleted_at !== null || (event.kind === 'edit' && present > at))
    return keepOvertaken(work, message, event);
  // The words of a message that could not be read are known by its correction, and its original is still to come.
  const wasUnread = isUnread(message);
  const row = await updateMessage(work.db, work.workspace.id, message.id, {
    ...(wasUnread
      ? { notice: null, error: null, sent_at: null }
      : { earlier: JSON.stringify(withEarlier(message, at)) }),
    ...(event.kind === 'edit'
      ? { ...shownAfterEdit(event, message, work), edited_at: at }
      : { content: null, deleted_at: at }),
    updated_at: work.now,
  });
  // A correction after an answer may need another answer.
  const isAsked = event.by === 'CONTACT' && event.kind === 'edit';
  const before = await reload(work, message.conversation_id);
  const conversation = isAsked && before.status === 'RESOLVED' ? await changeStatus(work, before, 'ACTIVE') : before;
  const isAnswered = isAsked && isAnsweredAfter(work.db, work.workspace.id, message.conversation_id, message.seq);
  await updateService(work, conversation, {
    ...shownChanged(conversation, row),
    ...(isAsked ? afterCustomer(work, conversation, at) : {}),
    ...(isAnswered || (isAsked && row.notice !== null) ? { waiting_since: conversation.waiting_since ?? at } : {}),
  });
  const shown = toMessage(platform, await completeMessage(work.db, row));
  if (wasUnread) await work.emit(messageReceived, shown);
  else await work.emit(messageStatus, shown, { content: message.content });
}

/** The columns that an edit changes. A text without words afterwards is a notice, so that it is seen. */
function shownAfterEdit(
  { content: words }: EditEvent,
  { type, enclosed }: Pick<MessageRow, 'type' | 'enclosed'>,
  work: Work,
): Pick<MessageRow, 'content' | 'notice'> {
  const message = { type, content: words, enclosed: enclosed === null ? null : JSON.parse(enclosed), media: null };
  const content = composeContent(message, work.workspace);
  return { content, notice: content === null && type === 'TEXT' ? JSON.stringify(toNotice('unknown', 'edit')) : null };
}

/** Keeps the text of a correction that a later one has overtaken on its way. */
async function keepOvertaken(work: Work, message: MessageRow, event: Correction): Promise<void> {
  if (event.kind === 'deletion' || event.content === null) return;
  const until = message.deleted_at ?? message.edited_at ?? work.now;
  const earlier = JSON.stringify(withEarlier({ ...message, content: event.content }, until));
  await updateMessage(work.db, work.workspace.id, message.id, { earlier, updated_at: work.now });
}

const withEarlier = ({ content, earlier }: MessageRow, until: string): Earlier =>
  [...(earlier === null ? [] : (JSON.parse(earlier) as Earlier)), { content, until }].slice(-mostEarlier);

/** Only the author of a message corrects it: the vendor's id alone is no proof. */
async function isByAuthor(work: Work, message: MessageRow, { by, person, at }: Correction): Promise<boolean> {
  if (message.direction !== (by === 'CONTACT' ? 'INBOUND' : 'OUTBOUND')) return false;
  if (by === 'SHOP' || person === null) return true;
  const conversation = await findConversation(work.db, work.workspace.id, message.conversation_id);
  const contact = await identifyPerson(work, toNamedPerson(person), { evidence: 'message', at });
  return conversation?.contact_id === contact.id;
}

/** Stores a correction whose message is unknown. Ignores a correction without a person, since it has no author to show. */
async function insertCorrected(platform: Platform, work: Work, channel: ChannelRow, event: Correction): Promise<void> {
  if (event.person === null) return;
  const at = writtenTime(event.at, work.now);
  const isInbound = event.by === 'CONTACT';
  const evidence = isInbound ? 'message' : 'echo';
  const contact = await identifyPerson(work, toNamedPerson(event.person), { evidence, at: event.at });
  const columns = {
    ...emptyAt(at),
    sent_at: null,
    provider_message_id: event.providerMessageId,
    ...(event.kind === 'edit' ? { ...shownAfterEdit(event, emptyAt(at), work), edited_at: at } : { deleted_at: at }),
  };
  if (!isInbound) {
    const conversation = await findOrOpenConversation(work, channel, contact);
    const answered = answeredByEcho(work, conversation, at);
    const ended = { ended_wait: endedWait(work, conversation, answered) };
    const row = await insertEcho(work, channel, conversation, { ...columns, ...ended });
    await afterEcho(work, conversation, row, answered);
    return;
  }
  const conversation = await openForCustomer(work, channel, contact);
  const row = await insertInbound(work, channel, conversation, columns);
  await afterArrival(work, conversation, row, { isNew: true, isForPerson: false });
  await work.emit(messageReceived, toMessage(platform, await completeMessage(work.db, row)));
}
