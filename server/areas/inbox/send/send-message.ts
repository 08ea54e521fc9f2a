import { consumeQuota } from '../../../platform/access/quotas.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import { findFile, type StoredFile } from '../../../platform/files/files.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem, unknownReference } from '../../../platform/problem.ts';
import { assertSendingAllowed } from '../../../platform/work/sending-pause.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import {
  type Address,
  type OutgoingMessage,
  refusalOf,
  releaseWaiting,
  type SendOutcome,
  tooLong,
} from '../../channels/index.ts';
import { findReplyAddress, recognizePerson } from '../../people/index.ts';
import { type FilledTemplate, fillChatTemplate, findUsableTemplate } from '../../templates/index.ts';
import { shownAfter, shownChanged } from '../conversations/open-conversation.ts';
import { count } from '../counters.ts';
import { messageSent, messageStatus } from '../events.ts';
import type { MessageDraft } from '../message-draft.schemas.ts';
import { findMessageById } from '../message-log.ts';
import {
  completeMessage,
  findByIdempotencyKey,
  findMessage,
  insertMessage,
  toMessage,
  updateMessage,
} from '../messages.store.ts';
import { toNamedPerson } from '../receive/vendor-person.ts';
import type { Message, MessageAuthor } from '../schemas.ts';
import { type ConversationRow, channelOf, type MessageRow } from '../store.ts';
import { restoreAnswer, takeBackAnswer } from '../waits/failed-answers.ts';
import { afterShop, endedWait } from '../waits/waits.ts';
import { afterSending } from './after-sending.ts';
import { canReach, idKindOf } from './can-reach.ts';
import { assertKind, hashOf, keepMedia, kindOfMedia, type SendingMedia } from './fetch-media.ts';
import { findTooLongIn } from './find-too-long.ts';
import { canReply } from './messaging-window.ts';
import { askForNumber, languageOf } from './words.ts';

/** A message to send and its author. Areas that send (agents, flows, campaigns, orders) pass it like operations. */
export interface Sending {
  author: MessageAuthor;
  draft: Partial<MessageDraft>;
  /** A repeat returns the first message, which is retried only if it was certainly not sent. */
  idempotencyKey: string | null;
}

/**
 * Stores a message as PENDING in the caller's transaction, so that every sent message is on disk first. Throws if
 * a text is too long (400) or sending is paused (503), for the channel (409, 503), the template (409, 400) or the
 * messaging window (409), the quota (403) and the message replied to (404).
 * A repeated idempotency key returns the stored message; `fresh` is whether the caller must deliver it.
 */
export async function storeOutgoing(
  platform: Platform,
  work: Work,
  conversation: ConversationRow,
  sending: Sending,
  media: SendingMedia,
): Promise<{ message: MessageRow; outgoing: OutgoingMessage; fresh: boolean }> {
  const { draft } = sending;
  if (draft.replyToMessageId !== undefined) await assertAnswerable(work, conversation, draft.replyToMessageId);
  const earlier =
    sending.idempotencyKey === null
      ? null
      : await findByIdempotencyKey(work.db, conversation.id, sending.idempotencyKey);
  if (earlier && !(await isSameMessage(work, earlier, draft, media))) {
    throw new Problem('idempotency_conflict', 'This idempotencyKey was used with another message');
  }
  if (earlier && !wasSurelyNotSent(earlier)) {
    return { message: earlier, outgoing: await toOutgoing(work, conversation, earlier), fresh: false };
  }
  assertKind(draft.type, media);
  const type = draft.type ?? kindOfMedia(media) ?? 'TEXT';
  const faults = findTooLongIn(conversation.provider, type, draft);
  if (faults.length > 0) throw tooLong(faults);
  assertSendingAllowed(work.db);
  const connection = platform.services.channelHub.connected(channelOf(conversation));
  const filled = draft.template ? await fillDraft(work, conversation, draft.template, media) : null;
  if (!draft.template && !canReply(conversation.provider, conversation.last_inbound_at, work.now)) {
    throw new Problem('window_closed', 'The customer has not written for 24 hours: only a template may be sent');
  }
  if (earlier) {
    const answered = afterShop(work, conversation, sending.author);
    const message = await updateMessage(work.db, work.workspace.id, earlier.id, {
      status: 'PENDING',
      error: null,
      ended_wait: endedWait(work, conversation, answered),
      updated_at: work.now,
    });
    await afterSending(work, conversation, shownChanged(conversation, message), message.author, answered);
    return { message, outgoing: await toOutgoing(work, conversation, message, filled), fresh: true };
  }
  await consumeQuota(work, 'messagesPerMonth');
  const file = await keepMedia(work, media);
  const answered = afterShop(work, conversation, sending.author);
  const message = await insertMessage(work.db, {
    id: work.newId('msg'),
    workspace_id: work.workspace.id,
    conversation_id: conversation.id,
    channel_id: conversation.channel_id,
    provider_message_id: connection.allocateMessageId(),
    direction: 'OUTBOUND',
    author: sending.author,
    author_id: work.actor.id,
    author_name: sending.author === 'HUMAN' || sending.author === 'AGENT' ? work.actor.name : null,
    type,
    content: filled?.text ?? draft.content ?? defaultText(work, conversation, draft),
    file_id: file?.id ?? null,
    template: draft.template ? JSON.stringify(draft.template) : null,
    request: draft.request ?? null,
    reply_to_message_id: draft.replyToMessageId ?? null,
    status: 'PENDING',
    error: null,
    idempotency_key: sending.idempotencyKey,
    correlation_id: draft.correlationId ?? null,
    ended_wait: endedWait(work, conversation, answered),
    created_at: work.now,
  });
  await afterSending(work, conversation, await shownAfter(work, conversation, message), message.author, answered);
  return { message, outgoing: await toOutgoing(work, conversation, message, filled), fresh: true };
}

/** Sends a stored message to the vendor and records the outcome. Returns the message as stored afterwards. */
export async function deliver(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  stored: { message: MessageRow; outgoing: OutgoingMessage },
): Promise<{ message: Message; outcome: SendOutcome }> {
  const { message } = stored;
  const hub = platform.services.channelHub;
  const outcome = await hub.send(message.channel_id, message.conversation_id, stored.outgoing);
  const { row, released } = await platform.work(workspace, actor, async (work) => {
    await learnAddressee(work, outcome, stored.outgoing.to);
    return recordOutcome(platform, work, message.id, outcome);
  });
  if (released) hub.inbox.wake(message.channel_id);
  return { message: row, outcome };
}

/** Stores the vendor's spelling of the addressee's number, and its ids: they identify the recipient of the message. */
async function learnAddressee(work: Work, outcome: SendOutcome, to: Address): Promise<void> {
  if (outcome.kind !== 'accepted' || !outcome.person) return;
  // Of two spellings of a number, the vendor's is the present one.
  const person = { ...outcome.person, previous: [to] };
  await recognizePerson(work, toNamedPerson(person), { evidence: 'answer', at: work.now });
}

/** Records the outcome of a send, unless a receipt was first: a status never moves back. */
export async function recordOutcome(
  platform: Platform,
  work: Work,
  messageId: string,
  outcome: SendOutcome,
): Promise<{ row: Message; released: boolean }> {
  const present = findMessageById(work.db, work.workspace.id, messageId) as MessageRow;
  if (present.status !== 'PENDING' || outcome.kind === 'unknown') {
    return { row: toMessage(platform, await completeMessage(work.db, present)), released: false };
  }
  const accepted = outcome.kind === 'accepted';
  const error = accepted ? null : JSON.stringify({ code: outcome.reason, message: outcome.detail });
  const providerId = accepted ? outcome.providerMessageId : present.provider_message_id;
  const row = await updateMessage(work.db, work.workspace.id, messageId, {
    status: accepted ? 'SENT' : 'FAILED',
    error,
    // Only when it was learned: SQLite writes the index anew even for the same value.
    provider_message_id: providerId === present.provider_message_id ? undefined : providerId,
    sent_at: accepted ? work.now : null,
    updated_at: work.now,
  });
  // A person reads the refusal in the response; agents and flows call a person when they give up. Notices do neither:
  // their first refusal calls one, and the repeat that the vendor accepts takes that back.
  const isNotice = row.author === 'SYSTEM';
  const isRepeat = present.updated_at !== present.created_at;
  if (!accepted) await takeBackAnswer(work, row, isNotice && !isRepeat);
  else if (isNotice && isRepeat) await restoreAnswer(work, row);
  const shown = toMessage(platform, await completeMessage(work.db, row));
  if (accepted) {
    await count(work, 'sent');
    await work.emit(messageSent, shown);
  }
  await work.emit(messageStatus, shown, { status: 'PENDING' });
  // A receipt can only be waiting if the vendor chose the id: ours was stored before the send.
  const learned = accepted && providerId !== null && providerId !== present.provider_message_id;
  const released = learned && (await releaseWaiting(work.db, row.channel_id, providerId));
  return { row: shown, released };
}

/** The problem of a rejection on which the caller must act; null when status FAILED and `error` say enough. */
export function toRefusal(outcome: SendOutcome): Problem | null {
  if (outcome.kind !== 'rejected') return null;
  const { reason, detail, retryAfterMs = 30_000 } = outcome;
  if (reason === 'window_closed') return new Problem('window_closed', detail);
  if (reason === 'template_unusable') return new Problem('template_unusable', detail);
  if (refusalOf(reason).holds === 'moment') {
    const headers = { 'Retry-After': String(Math.ceil(retryAfterMs / 1_000)) };
    return new Problem('provider_unreachable', `Nothing was sent: ${detail}`, { headers });
  }
  return null;
}

/** FAILED before it was sent, with an error that proves that the vendor does not have the message. */
const wasSurelyNotSent = (message: MessageRow): boolean =>
  message.status === 'FAILED' && message.sent_at === null && !message.error?.includes('"unknown_outcome"');

const isSameText = (message: MessageRow, { content, request }: Partial<MessageDraft>): boolean =>
  message.content === (content ?? null) || (request !== undefined && content === undefined);

/** Compares media by their bytes: the signed link to a file changes daily. */
async function isSameMessage(
  work: Work,
  message: MessageRow,
  draft: Partial<MessageDraft>,
  media: SendingMedia,
): Promise<boolean> {
  const file = await findMessageFile(work, message);
  return (
    // The stored content of a template is its filled text; the content of a request may be the default text. Their
    // other fields are compared below.
    (draft.template !== undefined || isSameText(message, draft)) &&
    message.request === (draft.request ?? null) &&
    message.template === (draft.template ? JSON.stringify(draft.template) : null) &&
    message.reply_to_message_id === (draft.replyToMessageId ?? null) &&
    (draft.type === undefined || message.type === draft.type) &&
    (file?.hash ?? null) === hashOf(media)
  );
}

const defaultText = (work: Work, conversation: ConversationRow, { request }: Partial<MessageDraft>): string | null =>
  request ? askForNumber(languageOf(work.db, work.workspace, conversation)) : null;

const findMessageFile = async (work: Work, message: MessageRow): Promise<StoredFile | null> =>
  message.file_id === null ? null : findFile(work.db, work.workspace.id, message.file_id);

async function assertAnswerable(work: Work, conversation: ConversationRow, id: string): Promise<void> {
  if (await findMessage(work.db, work.workspace.id, conversation.id, id)) return;
  throw unknownReference('body.replyToMessageId', 'No such message in this conversation');
}

/** Fills the draft's template. Throws 409 if the channel has no approved template of that name and language. */
async function fillDraft(
  work: Work,
  conversation: ConversationRow,
  { name, language, variables }: NonNullable<MessageDraft['template']>,
  media: SendingMedia,
): Promise<FilledTemplate> {
  const row = await findUsableTemplate(work.db, work.workspace.id, conversation.channel_id, name, language);
  if (!row) {
    const detail = `The channel has no approved template ${name} in ${language}`;
    throw new Problem('template_unusable', detail);
  }
  const { contact_id: id, contact_phone: phone } = conversation;
  if (!canReach(work.db, { id, phone }, conversation, row)) {
    throw new Problem('template_unusable', 'The customer hides the number, which this template or channel needs');
  }
  return fillChatTemplate(row, variables, { media: kindOfMedia(media), field: 'body.template.variables' });
}

async function toOutgoing(
  work: Work,
  conversation: ConversationRow,
  message: MessageRow,
  filled: FilledTemplate | null = null,
): Promise<OutgoingMessage> {
  const file = await findMessageFile(work, message);
  const answered =
    message.reply_to_message_id === null
      ? null
      : await findMessage(work.db, work.workspace.id, conversation.id, message.reply_to_message_id);
  return {
    providerMessageId: message.provider_message_id ?? '',
    reference: message.id,
    to: await findAddress(work, conversation),
    type: message.type,
    content: message.content,
    media: file && {
      fileId: file.id,
      hash: file.hash,
      contentType: file.contentType,
      fileName: file.fileName,
      sizeBytes: file.sizeBytes,
    },
    template: filled?.outgoing ?? null,
    request: message.request,
    replyTo: answered?.provider_message_id ?? null,
  };
}

/** The address at which the conversation's contact is reached on its channel. */
export async function findAddress(work: Pick<Work, 'db'>, conversation: ConversationRow): Promise<Address> {
  const { contact_id: id, contact_phone: phone, provider } = conversation;
  const address = findReplyAddress(work.db, { id, phone }, idKindOf(provider));
  if (!address) throw new Error(`Contact ${id} has no address`);
  return { kind: address.kind, value: address.value };
}
