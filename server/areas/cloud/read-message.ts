import { z } from 'zod';
import type {
  EchoEvent,
  EditEvent,
  IdentityEvent,
  InboundMessageEvent,
  MessageType,
  ReactionEvent,
} from '../channels/index.ts';
import { Card, describeCard, readCard } from './read-card.ts';
import { mayBeEmpty, type Named, System, toNotice, toPerson } from './read-person.ts';

/** A part of unknown form counts as absent, so that the message is still received. */
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const Media = z.object({
  id: z.string(),
  mime_type: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});
const Reply = z.object({ title: z.string() });

/** A message in a webhook, with the fields that we show of each type. Other fields are ignored. */
export const GraphInbound = z.object({
  from: mayBeEmpty,
  from_user_id: mayBeEmpty,
  from_parent_user_id: mayBeEmpty,
  /** In echoes: the customer. */
  to: mayBeEmpty,
  to_user_id: mayBeEmpty,
  to_parent_user_id: mayBeEmpty,
  id: z.string().min(1),
  timestamp: z.string().regex(/^\d{1,12}$/),
  type: z.string(),
  context: lenient(z.object({ id: z.string().optional() })),
  text: lenient(z.object({ body: z.string() })),
  image: lenient(Media),
  video: lenient(Media),
  audio: lenient(Media),
  document: lenient(Media),
  sticker: lenient(Media),
  location: lenient(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    }),
  ),
  contacts: lenient(z.array(Card)),
  reaction: lenient(z.object({ message_id: z.string(), emoji: z.string().optional() })),
  button: lenient(z.object({ text: z.string() })),
  interactive: lenient(
    z.object({
      button_reply: Reply.optional(),
      list_reply: Reply.optional(),
      nfm_reply: z.object({ body: z.string().optional(), response_json: z.string().optional() }).optional(),
    }),
  ),
  order: lenient(
    z.object({
      text: z.string().optional(),
      product_items: z.array(
        z.object({
          product_retailer_id: z.string(),
          quantity: z.number(),
          item_price: z.number(),
          currency: z.string(),
        }),
      ),
    }),
  ),
  system: lenient(System),
  /** In echoes: the new content of an earlier message. */
  edit: lenient(z.object({ original_message_id: z.string().min(1), message: z.looseObject({ type: z.string() }) })),
  errors: lenient(z.array(z.object({ title: z.string().optional(), message: z.string().optional() }))),
});
export type GraphInbound = z.infer<typeof GraphInbound>;

const longestText = 4_096;

/** The event of a received message. Types that cannot be shown become a text, so that no customer is overlooked. */
export function toEvent(
  message: GraphInbound,
  people: Named[],
  portfolio: string,
): InboundMessageEvent | ReactionEvent | IdentityEvent | null {
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
  const card = message.contacts ? readCard(message.contacts) : null;
  return { ...base, ...toBody(message), kind: 'message', from, ...(card && { card }) };
}

/** Returns the event of a message that the owner wrote or edited on the phone. Null if it names no recipient. */
export function toEcho(message: GraphInbound, people: Named[], portfolio: string): EchoEvent | EditEvent | null {
  const base = { providerEventId: message.id, at: toIso(message.timestamp) };
  const naming = { number: message.to, userId: message.to_user_id, parentId: message.to_parent_user_id };
  const to = toPerson(naming, people, portfolio);
  if (message.edit) {
    const changed = GraphInbound.safeParse({ ...message.edit.message, id: message.id, timestamp: message.timestamp });
    if (!changed.success) return null;
    const { content } = toBody(changed.data);
    const { original_message_id: providerMessageId } = message.edit;
    return { ...base, kind: 'edit', by: 'SHOP', person: to, providerMessageId, content };
  }
  return to && { ...base, ...toBody(message), kind: 'echo', to };
}

function toBody(message: GraphInbound) {
  const { type, content, media } = toContent(message);
  return {
    providerMessageId: message.id,
    type,
    content: content === null ? null : content.slice(0, longestText),
    media: media && { ref: media.id, contentType: media.mime_type ?? null, fileName: media.filename ?? null },
    replyTo: message.context?.id ?? null,
  };
}

export const toIso = (seconds: string): string => new Date(Number(seconds) * 1_000).toISOString();

interface Content {
  type: MessageType;
  content: string | null;
  media: z.infer<typeof Media> | null;
}

const text = (content: string): Content => ({
  type: 'TEXT',
  content: content.trim() || '[empty message]',
  media: null,
});

const mediaTypes = { image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO', document: 'DOCUMENT', sticker: 'IMAGE' } as const;

function toContent(message: GraphInbound): Content {
  const { type } = message;
  if (type in mediaTypes) {
    const kind = type as keyof typeof mediaTypes;
    const media = message[kind];
    if (media) return { type: mediaTypes[kind], content: media.caption ?? null, media };
  }
  if (message.text) return text(message.text.body);
  if (message.location) return { type: 'LOCATION', content: toGeo(message.location), media: null };
  if (message.contacts) return text(message.contacts.map(describeCard).join('\n'));
  if (message.button) return text(message.button.text);
  if (message.interactive) return text(describeInteractive(message.interactive));
  if (message.order) return text(describeOrder(message.order));
  if (message.system) return text(message.system.body ?? '[system message]');
  const fault = message.errors?.[0];
  return text(`[${type} message that cannot be shown here${fault ? `: ${fault.title ?? fault.message}` : ''}]`);
}

function toGeo({ latitude, longitude, name, address }: NonNullable<GraphInbound['location']>): string {
  const label = [name, address].filter(Boolean).join(', ').slice(0, 60);
  return `geo:${latitude},${longitude}${label ? `?q=${encodeURIComponent(label)}` : ''}`;
}

function describeInteractive({
  button_reply,
  list_reply,
  nfm_reply,
}: NonNullable<GraphInbound['interactive']>): string {
  const reply = button_reply ?? list_reply;
  if (reply) return reply.title;
  return nfm_reply?.response_json ?? nfm_reply?.body ?? '[interactive message]';
}

function describeOrder({ text: note, product_items: items }: NonNullable<GraphInbound['order']>): string {
  const lines = items.map(
    (item) => `${item.quantity} × ${item.product_retailer_id} (${item.item_price.toFixed(2)} ${item.currency})`,
  );
  return [...(note ? [note] : []), ...lines].join('\n');
}
