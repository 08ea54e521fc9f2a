import { z } from 'zod';
import type { GraphServer } from './graph-server.ts';
import { contactOf, type GraphCustomer, recipientOf, senderOf, toDigits } from './graph-server-people.ts';
import { GraphFailure, lost, newGraphId, type Route } from './graph-server-protocol.ts';

const Parameter = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), parameter_name: z.string().optional() }),
  z.strictObject({ type: z.literal('image'), image: z.strictObject({ id: z.string() }) }),
  z.strictObject({ type: z.literal('video'), video: z.strictObject({ id: z.string() }) }),
  z.strictObject({
    type: z.literal('document'),
    document: z.strictObject({ id: z.string(), filename: z.string().optional() }),
  }),
]);
const Captioned = z.strictObject({ id: z.string(), caption: z.string().max(1_024).optional() });

const base = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().min(1).optional(),
  recipient: z.string().min(1).optional(),
  context: z.strictObject({ message_id: z.string().startsWith('wamid.') }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};

/** The bodies of `POST /{phone}/messages` that we send. The real API has more types and rejects unknown fields too. */
const Message = z
  .discriminatedUnion('type', [
    z.strictObject({
      ...base,
      type: z.literal('text'),
      text: z.strictObject({ body: z.string().min(1).max(4_096), preview_url: z.boolean().optional() }),
    }),
    z.strictObject({ ...base, type: z.literal('image'), image: Captioned }),
    z.strictObject({ ...base, type: z.literal('video'), video: Captioned }),
    z.strictObject({ ...base, type: z.literal('audio'), audio: z.strictObject({ id: z.string() }) }),
    z.strictObject({
      ...base,
      type: z.literal('document'),
      document: Captioned.extend({ filename: z.string().optional() }),
    }),
    z.strictObject({
      ...base,
      type: z.literal('location'),
      location: z.strictObject({
        latitude: z.string().regex(/^-?\d{1,2}(\.\d+)?$/),
        longitude: z.string().regex(/^-?\d{1,3}(\.\d+)?$/),
        name: z.string().optional(),
        address: z.string().optional(),
      }),
    }),
    z.strictObject({
      ...base,
      type: z.literal('reaction'),
      reaction: z.strictObject({ message_id: z.string().startsWith('wamid.'), emoji: z.string() }),
    }),
    z.strictObject({
      ...base,
      type: z.literal('interactive'),
      interactive: z.strictObject({
        type: z.literal('request_contact_info'),
        body: z.strictObject({ text: z.string().min(1).max(1_024) }),
        action: z.strictObject({ name: z.literal('request_contact_info') }),
      }),
    }),
    z.strictObject({
      ...base,
      type: z.literal('template'),
      template: z.strictObject({
        name: z.string(),
        language: z.strictObject({ code: z.string(), policy: z.literal('deterministic').optional() }),
        components: z
          .array(
            z.strictObject({
              type: z.enum(['header', 'body', 'button']),
              sub_type: z.literal('url').optional(),
              index: z.string().optional(),
              parameters: z.array(Parameter).min(1),
            }),
          )
          .optional(),
      }),
    }),
  ])
  .refine((body) => (body.to === undefined) !== (body.recipient === undefined), 'either to or recipient');

export interface SentMessage {
  id: string;
  /** Digits of the number, or the business-scoped id. */
  to: string;
  at: number;
  body: z.infer<typeof Message>;
  status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';
}

const windowMs = 24 * 3_600_000;
const pairWindowMs = 6_000;
const pairBurst = 45;
const isPhone = /^\d{8,15}$/;

/** Sends with their window, pair limit and receipts, and customers' messages. */
export function messageRoutes(server: GraphServer) {
  const sent: SentMessage[] = [];
  const lastInbound = new Map<string, number>();
  const reactions = new Map<string, string>();
  const { webhooks, account } = server;
  const metadataOf = (numberId: string) => ({ display_phone_number: '15550783881', phone_number_id: numberId });
  const number = `(?:${account.phoneNumberId}|${server.secondNumberId})`;
  const seconds = (): string => String(Math.floor(server.now().getTime() / 1_000));
  const newWamid = (): string => `wamid.${Buffer.from(newGraphId()).toString('base64')}`;

  const tell = (field: string, value: object, numberId = account.phoneNumberId): void =>
    webhooks.tell({ field, value: { messaging_product: 'whatsapp', metadata: metadataOf(numberId), ...value } });

  /** The customer whom a send reached, with all that the vendor names of them. */
  const findCustomer = (to: string): GraphCustomer | undefined =>
    server.customers.find(({ phone, waId, userId }) => [toDigits(phone), waId, userId].includes(to));

  const tellStatus = (message: SentMessage, status: SentMessage['status'], code?: number): void => {
    message.status = status;
    const known = findCustomer(message.to);
    const to = isPhone.test(message.to) ? { recipient_id: message.to } : { recipient_user_id: message.to };
    const callback = message.body.biz_opaque_callback_data;
    const errors = [{ code, title: 'Refused', message: 'Refused', error_data: { details: `refused with ${code}` } }];
    tell('messages', {
      // The vendor names the customer of a failed message by the address of the send alone.
      ...(known && code === undefined ? { contacts: [contactOf(known)] } : {}),
      statuses: [
        {
          id: message.id,
          status,
          timestamp: seconds(),
          ...to,
          ...(known?.userId && code === undefined ? { recipient_user_id: known.userId } : {}),
          ...(callback === undefined ? {} : { biz_opaque_callback_data: callback }),
          ...(code === undefined
            ? { pricing: { billable: true, pricing_model: 'PMP', category: 'service', type: 'regular' } }
            : { errors }),
        },
      ],
    });
  };

  const settle = (message: SentMessage): void => {
    const later = server.failLater.shift();
    const isOpen = server.now().getTime() - (lastInbound.get(message.to) ?? 0) < windowMs;
    const isFree = message.body.type === 'template' || isOpen;
    if (later !== undefined || !isFree) {
      tellStatus(message, 'failed', later ?? 131047);
      return;
    }
    tellStatus(message, 'sent');
    tellStatus(message, 'delivered');
  };

  const take = (body: unknown): SentMessage | 'dropped' => {
    const parsed = Message.safeParse(body);
    if (!parsed.success) {
      throw new GraphFailure(400, {
        code: 100,
        message: `Invalid parameter: ${parsed.error.issues[0]?.path.join('.')}`,
      });
    }
    const message = parsed.data;
    server.media.assertUsable(message);
    if (message.type === 'template') server.management.assertSendable(message.template);
    const to = message.recipient ?? message.to ?? '';
    // A business-scoped id in `to` is accepted and silently dropped.
    if (message.to !== undefined && !isPhone.test(message.to)) return 'dropped';
    const recent = sent.filter((entry) => entry.to === to && server.now().getTime() - entry.at < pairWindowMs);
    if (recent.length >= pairBurst) throw new GraphFailure(400, { code: 131056 });
    return { id: newWamid(), to, at: server.now().getTime(), body: message, status: 'accepted' };
  };

  const routes: Route[] = [
    [
      'POST',
      new RegExp(`^/${number}/messages$`),
      'whatsapp_business_messaging',
      async ({ json }) => {
        const fault = server.failNext.shift();
        if (fault) throw new GraphFailure(fault.status ?? 400, fault);
        const message = take(json);
        const id = message === 'dropped' ? newWamid() : message.id;
        if (message !== 'dropped') {
          sent.push(message);
          if (message.body.type === 'reaction') {
            reactions.set(message.body.reaction.message_id, message.body.reaction.emoji);
          } else settle(message);
        }
        if (server.answerDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, server.answerDelayMs));
        if (server.loseAnswers > 0) {
          server.loseAnswers -= 1;
          return lost;
        }
        const input = json.to ?? json.recipient;
        const known = findCustomer(input);
        const named = json.to ? { wa_id: known?.waId ?? json.to } : { user_id: json.recipient };
        const contact = { input, ...named, ...(known?.userId && { user_id: known.userId }) };
        return { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id }] };
      },
    ],
    [
      'GET',
      new RegExp(`^/${account.phoneNumberId}/message_history$`),
      'whatsapp_business_messaging',
      ({ query }) => {
        const message = sent.find((entry) => entry.id === query.get('message_id'));
        if (!message) return { data: [] };
        const events = (['sent', 'delivered', 'read', 'failed'] as const)
          .slice(0, ['accepted', 'sent', 'delivered', 'read', 'failed'].indexOf(message.status))
          .filter((status) => message.status !== 'failed' || status === 'failed')
          .map((status) => ({
            id: newGraphId(),
            delivery_status: status.toUpperCase(),
            timestamp: Number(seconds()),
          }));
        return { data: [{ id: newGraphId(), message_id: message.id, events: { data: events } }] };
      },
    ],
  ];

  return {
    routes,
    sent,
    reactions,
    tellStatus,

    /** A customer sends a message of any type; `content` is the value under the type's name. Returns its id. */
    customerSends(
      from: GraphCustomer,
      type: string,
      content: unknown,
      more: object = {},
      numberId = account.phoneNumberId,
    ): string {
      const id = newWamid();
      lastInbound.set(from.waId ?? toDigits(from.phone) ?? from.userId ?? '', server.now().getTime());
      const message = { ...senderOf(from), id, timestamp: seconds(), type, [type]: content, ...more };
      tell('messages', { contacts: [contactOf({ name: 'Customer', ...from })], messages: [message] }, numberId);
      return id;
    },

    /** The notice that a customer has another number, and with it another id. It has no contacts. */
    customerMoves(before: GraphCustomer, after: GraphCustomer): void {
      const digits = toDigits(after.phone);
      const body = `User changed from ${toDigits(before.phone)} to ${digits}`;
      const ids = { user_id: after.userId, previous_user_id: before.userId };
      const system = { body, type: 'user_changed_number', wa_id: digits, ...ids };
      const message = { ...senderOf(before), id: newWamid(), timestamp: seconds(), type: 'system', system };
      tell('messages', { messages: [message] });
    },

    /** The owner writes to a customer in the business app on the phone. Returns the message's id. */
    ownerSends(to: GraphCustomer, type: string, content: unknown): string {
      const id = newWamid();
      const echo = { from: '15550783881', ...recipientOf(to), id, timestamp: seconds(), type, [type]: content };
      tell('smb_message_echoes', { message_echoes: [echo] });
      return id;
    },

    /** The owner corrects a message in the business app on the phone. */
    ownerEdits(original: string, to: GraphCustomer, body: string): void {
      const message = { type: 'text', text: { body } };
      const echo = { from: '15550783881', ...recipientOf(to), id: newWamid(), timestamp: seconds() };
      const edit = { original_message_id: original, message };
      tell('smb_message_echoes', { message_echoes: [{ ...echo, type: 'edit', edit }] });
    },

    /** The customer opens the chat. */
    customerReads(phone: string): void {
      for (const message of sent) {
        if (
          message.to === phone.replace('+', '') &&
          message.status === 'delivered' &&
          message.body.type !== 'reaction'
        ) {
          tellStatus(message, 'read');
        }
      }
    },
  };
}
