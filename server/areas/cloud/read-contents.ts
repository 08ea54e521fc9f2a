import { z } from 'zod';
import {
  bounded,
  type Contents,
  type Enclosed,
  type MessageType,
  type Notice,
  readAnswers,
  toNotice,
} from '../channels/index.ts';
import { Card, describeCard } from './read-card.ts';
import { lenient, Numeric, Text } from './read-leniently.ts';
import { System } from './read-person.ts';

const Media = z.object({
  id: Text,
  mime_type: Text,
  caption: Text,
  filename: Text,
});
const Reply = lenient(z.object({ id: Text, title: Text, description: Text }));
const Item = z.object({ product_retailer_id: Text, quantity: Numeric, item_price: Numeric, currency: Text });

/** The contents of a message, with the fields that we show of each type. Other fields are ignored. */
export const GraphContents = z.object({
  type: z.string().min(1).catch('unknown'),
  context: lenient(
    z.object({
      id: Text,
      forwarded: lenient(z.boolean()),
      frequently_forwarded: lenient(z.boolean()),
      referred_product: lenient(z.object({ product_retailer_id: Text })),
    }),
  ),
  text: lenient(z.object({ body: z.string() })),
  image: lenient(Media),
  video: lenient(Media),
  audio: lenient(Media),
  document: lenient(Media),
  sticker: lenient(Media),
  location: lenient(z.object({ latitude: Numeric, longitude: Numeric, name: Text, address: Text })),
  contacts: lenient(z.array(lenient(Card))),
  button: lenient(z.object({ text: Text, payload: Text })),
  interactive: lenient(
    z.object({
      type: Text,
      button_reply: Reply,
      list_reply: Reply,
      nfm_reply: lenient(z.object({ body: Text, response_json: z.unknown() })),
    }),
  ),
  order: lenient(z.object({ text: Text, product_items: z.array(lenient(Item)) })),
  referral: lenient(z.object({ source_url: Text, source_id: Text, headline: Text, body: Text, ctwa_clid: Text })),
  system: lenient(System),
  unsupported: lenient(z.object({ type: Text })),
  errors: lenient(z.array(z.object({ title: Text, message: Text, error_data: lenient(z.object({ details: Text })) }))),
});
export type GraphContents = z.infer<typeof GraphContents>;

/** Reads what a message contains. Content that cannot be shown becomes a notice: otherwise the customer would be overlooked. */
export function readContents(message: GraphContents): Contents {
  const read = readMedia(message) ?? readWords(message) ?? readNotice(message);
  const enclosed: Enclosed = { ...read.enclosed, ...readCircumstances(message) };
  return {
    type: 'TEXT',
    content: null,
    media: null,
    ...read,
    ...bounded({ notice: read.notice ?? null, enclosed: Object.keys(enclosed).length > 0 ? enclosed : null }),
  };
}

const mediaTypes = { image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO', document: 'DOCUMENT', sticker: 'IMAGE' } as const;

function readMedia(message: GraphContents): Partial<Contents> | null {
  const [kind, type] =
    Object.entries(mediaTypes).find(([each]) => message.type === each || message[each as keyof typeof mediaTypes]) ??
    [];
  const media = kind === undefined ? undefined : message[kind as keyof typeof mediaTypes];
  if (!media) return null;
  const { id, mime_type: contentType = null, filename: fileName = null, caption: content = null } = media;
  // The words of a file that the vendor does not name are still seen.
  if (id === undefined) return content === null ? null : { content };
  return { type: type as MessageType, content, media: { ref: id, contentType, fileName } };
}

function readWords(message: GraphContents): Partial<Contents> | null {
  const { text, location, contacts, button, interactive, order } = message;
  if (text && text.body.trim() !== '') return { content: text.body };
  const place = location && readLocation(location);
  if (place) return place;
  const cards = (contacts ?? []).flatMap((card) => (card ? describeCard(card) : []));
  if (cards.length > 0) return { enclosed: { cards } };
  const choice = button?.text ?? button?.payload;
  if (choice !== undefined) return { enclosed: { choice: { title: choice, description: null } } };
  if (interactive) return readInteractive(interactive);
  return order ? readOrder(order) : null;
}

function readLocation({ latitude, longitude, name, address }: NonNullable<GraphContents['location']>) {
  if (latitude === undefined || longitude === undefined) return null;
  const place = name || address ? { place: { name: name ?? null, address: address ?? null } } : {};
  return { type: 'LOCATION' as const, content: `geo:${latitude},${longitude}`, enclosed: place };
}

function readInteractive({ button_reply, list_reply, nfm_reply }: NonNullable<GraphContents['interactive']>) {
  const { title, id, description } = button_reply ?? list_reply ?? {};
  const chosen = title ?? id;
  if (chosen !== undefined) return { enclosed: { choice: { title: chosen, description: description ?? null } } };
  const answers = readAnswers(nfm_reply?.response_json);
  if (answers && answers.length > 0) return { enclosed: { answers } };
  return nfm_reply?.body === undefined ? null : { content: nfm_reply.body };
}

function readOrder({ text, product_items }: NonNullable<GraphContents['order']>): Partial<Contents> {
  const items = product_items.flatMap((item) => {
    if (!item) return [];
    const { product_retailer_id: id = null, quantity = 1, item_price: price = null, currency = null } = item;
    return { id, name: null, quantity, price, currency };
  });
  const itemCount = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const isPriced = items.length > 0 && items.every(({ price }) => price !== null);
  // Sums of prices must not show the rounding of binary fractions.
  const cents = items.reduce((sum, { quantity, price }) => sum + Math.round(quantity * (price ?? 0) * 100), 0);
  const order = {
    title: null,
    items,
    itemCount,
    total: isPriced ? cents / 100 : null,
    currency: items[0]?.currency ?? null,
  };
  return { content: text ?? null, enclosed: { order } };
}

/** The vendor's names of kinds that it does not pass on, and that are no words. */
const kinds: [RegExp, Notice['kind']][] = [
  [/view_?once/i, 'viewOnce'],
  [/poll/i, 'poll'],
  [/^(?:missed_?|voice_?|video_?)*call$/i, 'call'],
  [/group_?invite/i, 'groupInvite'],
  [/^event|_event/i, 'event'],
  [/payment|invoice/i, 'payment'],
];

const kindOf = (name: string): Notice['kind'] | undefined => kinds.find(([names]) => names.test(name))?.[1];

function readNotice(message: GraphContents): Partial<Contents> {
  const { type, unsupported, errors, system, interactive } = message;
  const [fault] = errors ?? [];
  const lines = [fault?.error_data?.details ?? fault?.message ?? [], system?.body ?? []].flat();
  const isNamed = type !== 'unsupported' || (unsupported?.type !== undefined && unsupported.type !== 'unknown');
  const name = isNamed ? (unsupported?.type ?? system?.type ?? interactive?.type ?? type) : undefined;
  const kind = name === undefined ? undefined : kindOf(name);
  if (kind) return { notice: toNotice(kind) };
  if (type === 'unsupported') return { notice: toNotice('unsupported', name ?? fault?.title ?? null, lines) };
  return { notice: toNotice('unknown', name ?? type, lines) };
}

/** Returns the circumstances of the message: its ad, its product, whether it was forwarded. */
function readCircumstances({ type, referral, context, sticker }: GraphContents): Enclosed {
  const { source_id, headline, body, source_url, ctwa_clid } = referral ?? {};
  const productId = context?.referred_product?.product_retailer_id;
  const isForwarded = context?.forwarded || context?.frequently_forwarded;
  const marks: Enclosed['marks'] = [
    ...(type === 'sticker' && sticker ? (['sticker'] as const) : []),
    ...(isForwarded ? (['forwarded'] as const) : []),
  ];
  return {
    ...(productId === undefined ? {} : { product: { id: productId, name: null, price: null, currency: null } }),
    ...(referral
      ? {
          ad: {
            id: source_id ?? null,
            headline: headline ?? null,
            body: body ?? null,
            url: source_url ?? null,
            clickId: ctwa_clid ?? null,
          },
        }
      : {}),
    ...(marks.length > 0 ? { marks } : {}),
  };
}
