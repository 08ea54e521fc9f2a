import { jidDecode, proto, type WAMessage, type WAMessageKey } from 'baileys';
import { toNotice } from '../../channels/contents.schemas.ts';
import type { Contents, Notice } from '../../channels/index.ts';
import type { Person, ReceivedEvent } from '../protocol.ts';
import type { MessageSecrets } from './message-secrets.ts';
import { contextOf } from './read-circumstances.ts';
import { readContents } from './read-contents.ts';
import { toTime } from './read-values.ts';
import { readSharedCard } from './read-vcard.ts';
import { unwrap } from './unwrap.ts';

/** Facts about the account that reading a message needs. */
export interface Knowledge {
  /** The E.164 number behind a linked id; null if no mapping is known. */
  phoneOf(lid: string): string | null;
  secrets: MessageSecrets;
  /** The account's own addresses, as jids. */
  own(): string[];
}

type ProtocolType = proto.Message.ProtocolMessage.Type;
const { Type } = proto.Message.ProtocolMessage;
const { MESSAGE_EDIT, REVOKE } = Type;

/** Messages between devices and about the chat, without content for people. Every other type is shown. */
export const silentProtocolTypes: ReadonlySet<ProtocolType> = new Set([
  Type.EPHEMERAL_SETTING,
  Type.EPHEMERAL_SYNC_RESPONSE,
  Type.HISTORY_SYNC_NOTIFICATION,
  Type.APP_STATE_SYNC_KEY_SHARE,
  Type.APP_STATE_SYNC_KEY_REQUEST,
  Type.MSG_FANOUT_BACKFILL_REQUEST,
  Type.INITIAL_SECURITY_NOTIFICATION_SETTING_SYNC,
  Type.APP_STATE_FATAL_EXCEPTION_NOTIFICATION,
  Type.SHARE_PHONE_NUMBER,
  Type.PEER_DATA_OPERATION_REQUEST_MESSAGE,
  Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
  Type.REQUEST_WELCOME_MESSAGE,
  Type.BOT_FEEDBACK_MESSAGE,
  Type.MEDIA_NOTIFY_MESSAGE,
  Type.CLOUD_API_THREAD_CONTROL_NOTIFICATION,
  Type.LID_MIGRATION_MAPPING_SYNC,
  Type.REMINDER_MESSAGE,
  Type.BOT_MEMU_ONBOARDING_MESSAGE,
  Type.STATUS_MENTION_MESSAGE,
  Type.STOP_GENERATION_MESSAGE,
  Type.LIMIT_SHARING,
  Type.AI_PSI_METADATA,
  Type.AI_QUERY_FANOUT,
  Type.GROUP_MEMBER_LABEL_CHANGE,
]);

/**
 * Reads a received stanza: a message, the phone's own message, a correction or a reaction. Null if its author says nothing
 * in it. A form that cannot be read becomes a notice.
 */
export function readMessage(message: WAMessage, knowledge: Knowledge): ReceivedEvent | null {
  const { key } = message;
  if (!key.id || !key.remoteJid) return null;
  const person = readPerson(key.remoteJid, key.remoteJidAlt, knowledge.phoneOf, key.fromMe ? null : message.pushName);
  try {
    return readEvent(message, knowledge, person);
  } catch {
    return toEvent(message, person, asNotice(toNotice('unknown')));
  }
}

function readEvent(message: WAMessage, knowledge: Knowledge, person: Person): ReceivedEvent | null {
  const { key } = message;
  if (!message.message) return readStub(message, person);
  knowledge.secrets.remember(message);
  const { content } = unwrap(message.message);
  const { reactionMessage, protocolMessage, secretEncryptedMessage, pollUpdateMessage } = content;
  if (reactionMessage) return readReaction(message, reactionMessage, person);
  if (protocolMessage) return readProtocolMessage(message, protocolMessage, person);
  if (secretEncryptedMessage) {
    const opened = knowledge.secrets.openEdit(secretEncryptedMessage, addressesOf(key, person, knowledge));
    const edit = opened && readSecretEdit(message, secretEncryptedMessage, opened, person);
    if (edit) return edit;
  }
  const contents = readContents(message);
  if (!contents) return null;
  if (pollUpdateMessage) {
    const voters = addressesOf(key, person, knowledge);
    const vote = knowledge.secrets.openVote(pollUpdateMessage, [...knowledge.own(), ...voters], voters);
    if (vote) return toEvent(message, person, asNotice(toNotice('pollVote', vote.question, vote.options)));
  }
  return toEvent(message, person, contents, content);
}

/** Reads a message without content: a missed call, or content that the vendor withholds from linked devices. */
function readStub(message: WAMessage, person: Person): ReceivedEvent | null {
  const { key, messageStubType: stub } = message;
  const { CALL_MISSED_VOICE, CALL_MISSED_VIDEO } = proto.WebMessageInfo.StubType;
  if (stub === CALL_MISSED_VOICE) return toEvent(message, person, asNotice(toNotice('call')));
  if (stub === CALL_MISSED_VIDEO) return toEvent(message, person, asNotice(toNotice('videoCall')));
  return key.isViewOnce ? toEvent(message, person, asNotice(toNotice('viewOnce'))) : null;
}

export const asNotice = (notice: Notice) => ({
  type: 'TEXT' as const,
  content: null,
  notice,
  enclosed: null,
  media: null,
});

function toEvent(
  message: WAMessage,
  person: Person,
  contents: Contents,
  content: proto.IMessage = {},
): ReceivedEvent | null {
  const { key } = message;
  if (!key.id) return null;
  const ids = { providerEventId: key.id, providerMessageId: key.id };
  const replyTo = contextOf(content).stanzaId || null;
  const event = { ...ids, notice: null, enclosed: null, ...contents, replyTo, at: timeOf(message) };
  if (key.fromMe) return { kind: 'echo', to: person, ...event };
  const { vcard, displayName } = content.contactMessage ?? {};
  return { kind: 'message', from: person, ...event, card: vcard ? readSharedCard(vcard, displayName) : null };
}

const timeOf = ({ messageTimestamp }: WAMessage): string => toTime(messageTimestamp, 1_000) ?? new Date().toISOString();

function readProtocolMessage(
  message: WAMessage,
  protocol: proto.Message.IProtocolMessage,
  person: Person,
): ReceivedEvent | null {
  const { type, key: target, editedMessage } = protocol;
  if (target?.id && (type ?? REVOKE) === REVOKE) return toCorrection(message, person, target.id, null);
  if (target?.id && type === MESSAGE_EDIT && editedMessage) {
    const edit = readEdit(message, editedMessage, person, target.id);
    if (edit) return edit;
  }
  if (type != null && silentProtocolTypes.has(type)) return null;
  const name = type == null ? 'protocolMessage' : (Type[type] ?? `protocolMessage ${type}`);
  return toEvent(message, person, asNotice(toNotice('unknown', name)));
}

function readSecretEdit(
  message: WAMessage,
  { targetMessageKey: target }: proto.Message.ISecretEncryptedMessage,
  opened: proto.IMessage,
  person: Person,
): ReceivedEvent | null {
  const { protocolMessage } = unwrap(opened).content;
  if (protocolMessage) return readProtocolMessage(message, { key: target ?? null, ...protocolMessage }, person);
  return target?.id ? readEdit(message, opened, person, target.id) : null;
}

/** The correction of a message; null if its new content shows nothing. */
function readEdit(message: WAMessage, content: proto.IMessage, person: Person, target: string): ReceivedEvent | null {
  const contents = readContents({ ...message, message: content });
  return contents && !contents.notice ? toCorrection(message, person, target, contents) : null;
}

/** The deletion of a message if it has no new contents. */
function toCorrection(
  message: WAMessage,
  person: Person,
  providerMessageId: string,
  contents: Contents | null,
): ReceivedEvent | null {
  const { key } = message;
  if (!key.id) return null;
  const by = key.fromMe ? ('SHOP' as const) : ('CONTACT' as const);
  const event = { providerEventId: key.id, by, person, providerMessageId, at: timeOf(message) };
  return contents ? { kind: 'edit', ...event, content: contents.content } : { kind: 'deletion', ...event };
}

/** The addresses of a message's author, as jids; any of them may be part of the key of what is encrypted. */
function addressesOf({ fromMe }: WAMessageKey, person: Person, { own }: Knowledge): string[] {
  if (fromMe) return own();
  return person.addresses.flatMap(({ kind, value }) => {
    if (kind === 'lid') return `${value}@lid`;
    return kind === 'phone' ? `${value.replace('+', '')}@s.whatsapp.net` : [];
  });
}

/** The person behind a chat, with their other address if the stanza or an earlier mapping names it. */
export function readPerson(
  jid: string,
  otherJid: string | null | undefined,
  phoneOf: (lid: string) => string | null,
  name: string | null | undefined,
): Person {
  const address = toAddress(jid);
  const other = otherJid ? toAddress(otherJid) : null;
  const mapped = address.kind === 'lid' && other?.kind !== 'phone' ? phoneOf(address.value) : null;
  const number = mapped === null ? [] : [{ kind: 'phone' as const, value: mapped }];
  return { addresses: [address, ...(other ? [other] : []), ...number], name: name ?? null };
}

export function toAddress(jid: string): { kind: 'phone' | 'lid'; value: string } {
  const { user, server } = jidDecode(jid) ?? { user: jid, server: 's.whatsapp.net' };
  return server === 'lid' || server === 'hosted.lid'
    ? { kind: 'lid', value: user }
    : { kind: 'phone', value: `+${user}` };
}

/** A customer's reaction; null for one of the phone. */
function readReaction(
  message: WAMessage,
  { key: target, text }: proto.Message.IReactionMessage,
  from: Person,
): ReceivedEvent | null {
  const { key } = message;
  if (!key.id || key.fromMe) return null;
  if (!target?.id) return toEvent(message, from, asNotice(toNotice('unknown', 'reactionMessage')));
  const emoji = text ?? '';
  const at = timeOf(message);
  return { kind: 'reaction', providerEventId: key.id, providerMessageId: target.id, from, emoji, at };
}
