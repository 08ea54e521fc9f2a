import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, isLidUser, isPnUser } from 'baileys';
import { toNotice } from '../../channels/contents.schemas.ts';
import type { JournalEntry, ReceivedEvent } from '../protocol.ts';
import { asNotice, readPerson } from './read-message.ts';
import { toTime } from './read-values.ts';

/**
 * Readers of the vendor's raw stanzas, for facts that the library reports late, merged or not at all: receipts, and
 * messages that are on their way.
 */

/** The vendor's time of a stanza, UTC; now if it is missing or unreadable. */
export const toStanzaTime = (seconds: string | undefined): string =>
  new Date(toTime(seconds === undefined ? null : Number(seconds), 1_000) ?? Date.now()).toISOString();

/** The journal entry for a customer's incoming message; null for any other stanza. */
export function readArrival(node: BinaryNode, phoneOf: (lid: string) => string | null): JournalEntry | null {
  const { id, from, t, notify, category, recipient, sender_pn: number, sender_lid: linkedId } = node.attrs;
  if (!id || !from || category === 'peer' || recipient) return null;
  if (!isPnUser(from) && !isLidUser(from)) return null;
  return {
    messageId: id,
    chat: from,
    from: readPerson(from, number ?? linkedId, phoneOf, notify),
    at: toStanzaTime(t),
  };
}

/** The vendor's reasons for withholding content from linked devices for good. */
const withheld: ReadonlyMap<string, 'viewOnce' | 'unsupported'> = new Map([
  ['view_once', 'viewOnce'],
  ['view_once_unavailable_fanout', 'viewOnce'],
  ['hosted_unavailable_fanout', 'unsupported'],
  ['bot_unavailable_fanout', 'unsupported'],
]);

/** The notice for a message that can be seen on the phone only; null for any other. */
export function readWithheld(node: BinaryNode, { messageId, from, at }: JournalEntry): ReceivedEvent | null {
  const kind = withheld.get(getBinaryNodeChild(node, 'unavailable')?.attrs.type ?? '');
  return kind === undefined ? null : toNoticeEvent(messageId, from, kind, at);
}

export function toNoticeEvent(
  id: string,
  from: JournalEntry['from'],
  kind: Parameters<typeof toNotice>[0],
  at: string,
): Extract<ReceivedEvent, { kind: 'message' }> {
  const ids = { providerEventId: id, providerMessageId: id };
  return { kind: 'message', ...ids, from, ...asNotice(toNotice(kind)), replyTo: null, card: null, at };
}

const statuses: ReadonlyMap<string, 'DELIVERED' | 'READ'> = new Map([
  ['', 'DELIVERED'],
  ['inactive', 'DELIVERED'],
  ['read', 'READ'],
  ['played', 'READ'],
]);

/** Reads a customer's receipt, for one message or several. */
export function readReceipt(node: BinaryNode): Extract<ReceivedEvent, { kind: 'status' }>[] {
  const { id, from, t, type, recipient } = node.attrs;
  const status = statuses.get(type ?? '');
  if (!id || !from || recipient || !status || (!isPnUser(from) && !isLidUser(from))) return [];
  const [list] = Array.isArray(node.content) ? node.content : [];
  const others = list ? getBinaryNodeChildren(list, 'item').map((item) => item.attrs.id ?? '') : [];
  return [id, ...others].map((messageId) => ({
    kind: 'status',
    providerEventId: `${messageId}:${status}`,
    providerMessageId: messageId,
    status,
    error: null,
    at: toStanzaTime(t),
  }));
}
