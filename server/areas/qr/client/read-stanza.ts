import { type BinaryNode, getBinaryNodeChildren, isLidUser, isPnUser } from 'baileys';
import type { JournalEntry, ReceivedEvent } from '../protocol.ts';
import { readPerson } from './read-message.ts';

/**
 * Readers of the vendor's raw stanzas, for facts that the library reports late, merged or not at all: receipts, and
 * messages that are on their way.
 */

const toTime = (seconds: string | undefined): string =>
  new Date(seconds === undefined ? Date.now() : Number(seconds) * 1_000).toISOString();

/** The journal entry for a customer's incoming message; null for any other stanza. */
export function readArrival(node: BinaryNode, phoneOf: (lid: string) => string | null): JournalEntry | null {
  const { id, from, t, notify, category, recipient, sender_pn: number, sender_lid: linkedId } = node.attrs;
  if (!id || !from || category === 'peer' || recipient) return null;
  if (!isPnUser(from) && !isLidUser(from)) return null;
  return { messageId: id, chat: from, from: readPerson(from, number ?? linkedId, phoneOf, notify), at: toTime(t) };
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
    at: toTime(t),
  }));
}
