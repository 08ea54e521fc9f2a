import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  Contents,
  DeletionEvent,
  EchoEvent,
  EditEvent,
  IdentityEvent,
  InboundMessageEvent,
  ReactionEvent,
  VendorPerson,
} from '../channels/index.ts';
import { readCard } from './read-card.ts';
import { GraphContents, readContents } from './read-contents.ts';
import { lenient, Text } from './read-leniently.ts';
import { mayBeEmpty, type Named, toNotice, toPerson } from './read-person.ts';

const Original = lenient(z.object({ original_message_id: Text, message_id: Text, id: Text }));

/** A message in a webhook. Only what is no object is rejected: a message must be seen whatever its form. */
export const GraphInbound = GraphContents.extend({
  from: mayBeEmpty,
  from_user_id: mayBeEmpty,
  from_parent_user_id: mayBeEmpty,
  /** In echoes: the customer. */
  to: mayBeEmpty,
  to_user_id: mayBeEmpty,
  to_parent_user_id: mayBeEmpty,
  id: Text,
  timestamp: Text,
  reaction: lenient(z.object({ message_id: z.string().min(1), emoji: z.string().optional() })),
  /** The new content of an earlier message. */
  edit: lenient(z.object({ original_message_id: z.string().min(1), message: lenient(GraphContents) })),
  /** The message that its author took back. */
  revoke: Original,
  revoked: Original,
  delete: Original,
}).transform((message) => ({ ...message, id: message.id ?? toId(message) }));
export type GraphInbound = z.infer<typeof GraphInbound>;

/** The id of a message that the vendor does not name; the same each time. */
const toId = (message: object): string =>
  `unnamed.${createHash('sha256').update(JSON.stringify(message)).digest('base64url')}`;

type Base = Pick<InboundMessageEvent, 'providerEventId' | 'at'>;

/** The event of a received message. Null if the message names no person. */
export function toEvent(
  message: GraphInbound,
  people: Named[],
  portfolio: string,
): InboundMessageEvent | ReactionEvent | IdentityEvent | EditEvent | DeletionEvent | null {
  const naming = { number: message.from, userId: message.from_user_id, parentId: message.from_parent_user_id };
  const base = { providerEventId: message.id, at: toIso(message.timestamp) };
  const notice = message.system && toNotice(message.system, naming, base, portfolio);
  if (notice) return notice;
  const from = toPerson(naming, people, portfolio);
  if (from === null) return null;
  if (message.type === 'reaction' && message.reaction) {
    const { message_id: providerMessageId, emoji = '' } = message.reaction;
    return { ...base, kind: 'reaction', providerMessageId, from, emoji };
  }
  const correction = toCorrection(message, 'CONTACT', from, base);
  if (correction) return correction;
  const card = message.contacts ? readCard(message.contacts) : null;
  return { ...base, ...toBody(message), kind: 'message', from, ...(card && { card }) };
}

/** The event of a message that the owner wrote, corrected or took back on the phone. Null if it names no recipient. */
export function toEcho(
  message: GraphInbound,
  people: Named[],
  portfolio: string,
): EchoEvent | EditEvent | DeletionEvent | null {
  const base = { providerEventId: message.id, at: toIso(message.timestamp) };
  const naming = { number: message.to, userId: message.to_user_id, parentId: message.to_parent_user_id };
  const to = toPerson(naming, people, portfolio);
  return toCorrection(message, 'SHOP', to, base) ?? (to && { ...base, ...toBody(message), kind: 'echo', to });
}

/** A correction; null for any other message, and for one whose new content cannot be read. */
function toCorrection(
  message: GraphInbound,
  by: EditEvent['by'],
  person: VendorPerson | null,
  base: Base,
): EditEvent | DeletionEvent | null {
  const { edit, type } = message;
  const { content, notice } = edit?.message ? readContents(edit.message) : {};
  if (edit && content !== undefined && !notice) {
    return { ...base, kind: 'edit', by, person, providerMessageId: edit.original_message_id, content };
  }
  const { original_message_id, message_id, id } = message.revoke ?? message.revoked ?? message.delete ?? {};
  const providerMessageId = original_message_id ?? message_id ?? id;
  if (!deletionTypes.has(type) || providerMessageId === undefined) return null;
  return { ...base, kind: 'deletion', by, person, providerMessageId };
}

const deletionTypes = new Set(['revoke', 'revoked', 'delete', 'deleted']);

const toBody = (message: GraphInbound): Contents & Pick<EchoEvent, 'providerMessageId' | 'replyTo'> => ({
  providerMessageId: message.id,
  ...readContents(message),
  replyTo: message.context?.id ?? null,
});

/** Beyond this, a time is given in milliseconds instead of seconds. */
const latestSeconds = 1e11;

/** The vendor's time, UTC; long ago if it has an unknown form, so that the time of arrival counts. */
export function toIso(time: string | undefined): string {
  const number = Number(time);
  const ms = number > latestSeconds ? number : number * 1_000;
  return new Date(ms > 0 && ms < 8.64e15 ? ms : 0).toISOString();
}
