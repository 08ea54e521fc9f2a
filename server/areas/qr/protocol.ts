import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import { Enclosed, Notice } from '../channels/contents.schemas.ts';
import type { ConversationEvent, SendOutcome } from '../channels/index.ts';
import { MessageType } from '../channels/schemas.ts';

/**
 * The calls between the server and the client process of one channel. Of the server it imports types and constants only:
 * the client process has no database and needs none.
 */

const Nothing = z.null();

export const Address = z.strictObject({ kind: z.enum(['phone', 'lid', 'bsuid', 'username']), value: z.string() });
const Person = z.strictObject({ addresses: z.array(Address), name: z.string().nullable() });
export type Person = z.infer<typeof Person>;

/** One entry of the client's auth state (keys, login), as text; null deletes it. */
const AuthEntry = z.strictObject({ type: z.string(), id: z.string(), value: z.string().nullable() });
export type AuthEntry = z.infer<typeof AuthEntry>;

const received = {
  providerEventId: z.string(),
  providerMessageId: z.string(),
  type: MessageType,
  content: z.string().nullable(),
  notice: Notice.nullable(),
  enclosed: Enclosed.nullable(),
  media: z
    .strictObject({ ref: z.string(), contentType: z.string().nullable(), fileName: z.string().nullable() })
    .nullable(),
  replyTo: z.string().nullable(),
  at: z.string(),
};

const SharedCard = z.strictObject({
  addresses: z.array(Address),
  name: z.string().nullable(),
  isOwn: z.boolean().nullable(),
});

const correction = {
  providerEventId: z.string(),
  by: z.enum(['CONTACT', 'SHOP']),
  person: Person,
  providerMessageId: z.string(),
  at: z.string(),
};

const ReceivedEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('message'), from: Person, ...received, card: SharedCard.nullable() }),
  z.strictObject({ kind: z.literal('echo'), to: Person, ...received }),
  z.strictObject({ kind: z.literal('edit'), ...correction, content: z.string().nullable() }),
  z.strictObject({ kind: z.literal('deletion'), ...correction }),
  z.strictObject({
    kind: z.literal('identity'),
    providerEventId: z.string(),
    person: Person,
    evidence: z.literal('mapping'),
    at: z.string(),
  }),
  z.strictObject({
    kind: z.literal('status'),
    providerEventId: z.string(),
    providerMessageId: z.string(),
    status: z.enum(['SENT', 'DELIVERED', 'READ', 'FAILED']),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    at: z.string(),
  }),
  z.strictObject({
    kind: z.literal('reaction'),
    providerEventId: z.string(),
    providerMessageId: z.string(),
    from: Person,
    emoji: z.string(),
    at: z.string(),
  }),
]) satisfies z.ZodType<ConversationEvent>;
export type ReceivedEvent = z.infer<typeof ReceivedEvent>;

/** An incoming message whose content may not be stored yet, although the vendor may count it as delivered. */
export const JournalEntry = z.strictObject({ messageId: z.string(), chat: z.string(), from: Person, at: z.string() });
export type JournalEntry = z.infer<typeof JournalEntry>;

const Reason = z.union([
  z.enum([
    'not_on_app',
    'unreachable',
    'not_now',
    'rate_limited',
    'restricted',
    'media_invalid',
    'unsupported',
    'temporary',
  ]),
  // A code that is not listed.
  z.templateLiteral([z.int()]),
]);

const Outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted'), providerMessageId: z.string() }),
  z.strictObject({ kind: z.literal('rejected'), reason: Reason, detail: z.string() }),
  z.strictObject({ kind: z.literal('unknown'), detail: z.string() }),
]) satisfies z.ZodType<SendOutcome>;
export type Outcome = z.infer<typeof Outcome>;

const Outgoing = z.strictObject({
  messageId: z.string(),
  to: Address,
  type: MessageType,
  content: z.string().nullable(),
  media: z.strictObject({ path: z.string(), contentType: z.string(), fileName: z.string() }).nullable(),
  replyTo: z.strictObject({ messageId: z.string(), fromMe: z.boolean(), text: z.string() }).nullable(),
});
export type Outgoing = z.infer<typeof Outgoing>;

/**
 * A change of the connection. The code of a close is 0 if the vendor gave none; `fault` is then the code of the network's
 * error, if there was one.
 */
const ConnectionChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('code'), qr: z.string(), lifetimeMs: z.int(), attempt: z.int() }),
  z.strictObject({ kind: z.literal('paired') }),
  z.strictObject({ kind: z.literal('open'), phone: z.string().nullable() }),
  z.strictObject({ kind: z.literal('closed'), code: z.int(), fault: z.string().nullable() }),
  z.strictObject({ kind: z.literal('blocked') }),
  z.strictObject({ kind: z.literal('limited'), until: z.string().nullable() }),
]);
export type ConnectionChange = z.infer<typeof ConnectionChange>;

/** The proxies of the machine by protocol, and the hosts reached without one. */
const Proxies = z.strictObject({ http: z.string().nullable(), https: z.string().nullable(), none: z.string() });
export type Proxies = z.infer<typeof Proxies>;

/** Timeout of calls that transfer an attachment, for slow connections. */
const transferMs = 10 * minuteMs;

/** The calls that the client process serves. */
export const clientCalls = {
  /** Opens the first connection with the stored auth state. */
  open: {
    body: z.strictObject({
      auth: z.array(AuthEntry),
      url: z.string().nullable(),
      version: z.tuple([z.int(), z.int(), z.int()]).nullable(),
      codeLifetimeMs: z.int().nullable(),
      proxy: Proxies.nullable().default(null),
    }),
    answer: Nothing,
  },
  /** Opens the connection again with the auth state in memory. */
  reopen: { body: Nothing, answer: Nothing },
  close: { body: Nothing, answer: Nothing },
  logout: { body: Nothing, answer: Nothing },
  send: { body: Outgoing, answer: Outcome, patienceMs: transferMs },
  react: {
    body: z.strictObject({
      messageId: z.string(),
      to: Address,
      target: z.strictObject({ messageId: z.string(), fromMe: z.boolean() }),
      emoji: z.string(),
    }),
    answer: Outcome,
    patienceMs: transferMs,
  },
  markRead: { body: z.strictObject({ to: Address, messageIds: z.array(z.string()) }), answer: Nothing },
  /** Writes a received attachment to a file; `lost` if it is neither at the provider nor on the phone, or too large. */
  download: {
    body: z.strictObject({ ref: z.string(), path: z.string() }),
    answer: z.enum(['written', 'lost']),
    patienceMs: transferMs,
  },
  /** Pings the vendor and returns whether it responded; closes the connection if not. */
  probe: { body: Nothing, answer: z.boolean() },
  /** Asks the phone to send messages again that may be lost. */
  askPhone: { body: z.array(JournalEntry), answer: Nothing },
};

/** The calls that the server serves; each responds after its commit. */
export const serverCalls = {
  keep: { body: z.array(AuthEntry), answer: Nothing },
  /** Stores an incoming message's journal entry before the vendor gets a receipt. */
  journal: { body: JournalEntry, answer: Nothing },
  /** Stores received events; `done` are the ids of journal entries that they settle. */
  receive: { body: z.strictObject({ events: z.array(ReceivedEvent), done: z.array(z.string()) }), answer: Nothing },
  /** Stores the content of a message before it is written to the vendor. */
  sending: { body: z.strictObject({ messageId: z.string(), content: z.string() }), answer: Nothing },
  /** Records the vendor's acknowledgement; `isLate` when no sender was waiting. */
  settled: {
    body: z.strictObject({ messageId: z.string(), outcome: Outcome, isLate: z.boolean() }),
    answer: Nothing,
  },
  /** Returns the content of a sent message, which a customer's phone requests again; null if unknown. */
  recall: { body: z.strictObject({ messageId: z.string() }), answer: z.string().nullable() },
  connection: { body: ConnectionChange, answer: Nothing },
};
