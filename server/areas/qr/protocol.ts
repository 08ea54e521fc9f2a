import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import type { ConversationEvent, MessageType, SendOutcome } from '../channels/index.ts';

/**
 * What the server and the client process of one channel say to each other. Nothing of the server is imported but types:
 * the client process has no database and needs none.
 */

const Nothing = z.null();

const Type = z.enum(['TEXT', 'AUDIO', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']) satisfies z.ZodType<MessageType>;

export const Address = z.strictObject({ scheme: z.enum(['phone', 'lid', 'bsuid', 'username']), value: z.string() });
const Person = z.strictObject({
  ...Address.shape,
  phone: z.string().nullable(),
  name: z.string().nullable(),
  aliases: z.array(Address),
});
export type Person = z.infer<typeof Person>;

/** One entry of the client's memory (its keys, its login), as text; null deletes it. */
const AuthEntry = z.strictObject({ type: z.string(), id: z.string(), value: z.string().nullable() });
export type AuthEntry = z.infer<typeof AuthEntry>;

const received = {
  providerEventId: z.string(),
  providerMessageId: z.string(),
  type: Type,
  content: z.string().nullable(),
  media: z
    .strictObject({ ref: z.string(), contentType: z.string().nullable(), fileName: z.string().nullable() })
    .nullable(),
  replyTo: z.string().nullable(),
  at: z.string(),
};

const ReceivedEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('message'), from: Person, ...received }),
  z.strictObject({ kind: z.literal('echo'), to: Person, ...received }),
  z.strictObject({ kind: z.literal('identity'), providerEventId: z.string(), person: Person }),
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

/** A message whose arrival the provider was told of before its content was stored. */
const JournalEntry = z.strictObject({ messageId: z.string(), chat: z.string(), from: Person, at: z.string() });
export type JournalEntry = z.infer<typeof JournalEntry>;

const Reason = z.enum(['not_on_app', 'rate_limited', 'restricted', 'media_invalid', 'unsupported', 'temporary']);

const Outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted'), providerMessageId: z.string() }),
  z.strictObject({ kind: z.literal('rejected'), reason: Reason, detail: z.string() }),
  z.strictObject({ kind: z.literal('unknown'), detail: z.string() }),
]) satisfies z.ZodType<SendOutcome>;
export type Outcome = z.infer<typeof Outcome>;

const Outgoing = z.strictObject({
  messageId: z.string(),
  to: Address,
  type: Type,
  content: z.string().nullable(),
  media: z.strictObject({ path: z.string(), contentType: z.string(), fileName: z.string() }).nullable(),
  replyTo: z.strictObject({ messageId: z.string(), fromMe: z.boolean(), text: z.string() }).nullable(),
});
export type Outgoing = z.infer<typeof Outgoing>;

/** How the connection fares. The code of a close is 0 where nobody gave one. */
const ConnectionChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('code'), qr: z.string(), lifetimeMs: z.int(), attempt: z.int() }),
  z.strictObject({ kind: z.literal('paired') }),
  z.strictObject({ kind: z.literal('open'), phone: z.string().nullable() }),
  z.strictObject({ kind: z.literal('closed'), code: z.int() }),
  z.strictObject({ kind: z.literal('blocked') }),
  z.strictObject({ kind: z.literal('limited'), until: z.string().nullable() }),
]);
export type ConnectionChange = z.infer<typeof ConnectionChange>;

/** What goes up or down with an attachment takes as long as the line needs. */
const transferMs = 10 * minuteMs;

/** What the client process answers to. */
export const clientCalls = {
  /** Opens the connection; the memory is handed over at the first time only. */
  open: {
    body: z.strictObject({
      auth: z.array(AuthEntry),
      url: z.string().nullable(),
      version: z.tuple([z.int(), z.int(), z.int()]).nullable(),
      codeLifetimeMs: z.int().nullable(),
    }),
    answer: Nothing,
  },
  /** Opens it again with what the process has in memory. */
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
  /** Writes a received attachment to a file. */
  download: {
    body: z.strictObject({ ref: z.string(), path: z.string() }),
    answer: Nothing,
    patienceMs: transferMs,
  },
  /** Asks the provider for a sign of life, and answers whether it gave one. Without one the connection is closed. */
  probe: { body: Nothing, answer: z.boolean() },
  /** Asks the phone for messages that may be lost. */
  askPhone: { body: z.array(JournalEntry), answer: Nothing },
};

/** What the server answers to; each answer comes after the commit. */
export const serverCalls = {
  keep: { body: z.array(AuthEntry), answer: Nothing },
  /** Notes that a message is on its way in, before the provider hears that it arrived. */
  journal: { body: JournalEntry, answer: Nothing },
  /** Takes what was received; `done` are the journal's entries that are settled with it. */
  receive: { body: z.strictObject({ events: z.array(ReceivedEvent), done: z.array(z.string()) }), answer: Nothing },
  /** Keeps the content of a message that is about to be written to the provider. */
  sending: { body: z.strictObject({ messageId: z.string(), content: z.string() }), answer: Nothing },
  /** What the provider said to a message, also when nobody waits for it any more. */
  settled: {
    body: z.strictObject({ messageId: z.string(), outcome: Outcome, isLate: z.boolean() }),
    answer: Nothing,
  },
  /** The content of a message that was sent: a customer's phone asks for it again. */
  recall: { body: z.strictObject({ messageId: z.string() }), answer: z.string().nullable() },
  connection: { body: ConnectionChange, answer: Nothing },
};
