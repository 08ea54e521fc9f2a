import { z } from 'zod';

/** Longest text within a notice or an enclosure, in characters. */
const longestPart = 1_000;
/** Longest list within a notice or an enclosure; phones send at most 257 cards at once. */
const mostParts = 300;

const part = z.string().max(longestPart);
const parts = <Part extends z.ZodType>(schema: Part) => z.array(schema).max(mostParts);

const noticeKinds = [
  'poll',
  'pollVote',
  'call',
  'videoCall',
  'viewOnce',
  'unreadable',
  'unsupported',
  'groupInvite',
  'event',
  'payment',
  'reaction',
  'unknown',
] as const;

const NoticeKind = z.enum(noticeKinds).meta({
  id: 'NoticeKind',
  description:
    '`pollVote`: a vote in a poll of the shop; `unreadable`: it could not be decrypted and is replaced if it arrives ' +
    'again; `unsupported`: the vendor does not pass it on; `reaction`: to a message that is not here; `unknown`: a ' +
    'kind that Frontdesk does not know.',
});

const MessageMark = z.enum(['sticker', 'viewOnce', 'ephemeral', 'forwarded', 'live']).meta({
  id: 'MessageMark',
  description: 'How a message was sent: `ephemeral` disappears from the phone, `live` is a live location.',
});

/** A message without words. Programs do not read it as words of the customer; people read its kind in their language. */
export const Notice = z
  .strictObject({
    kind: NoticeKind,
    title: part
      .nullable()
      .describe(
        'The question of a poll, the name of a group, an amount, the emoji, the name of the kind; null without.',
      ),
    lines: parts(part).describe('The options of a poll, the time and place of an event, a note; else empty.'),
  })
  .meta({ id: 'MessageNotice' });
export type Notice = z.infer<typeof Notice>;

const product = {
  id: part.nullable().describe("The item's id in the catalog; null if the vendor does not name it."),
  name: part.nullable().describe('Null if no item of the shop has this id.'),
  price: z.number().nullable().describe('Price of one piece; null if unknown.'),
  currency: part.nullable().describe('ISO 4217; null if unknown.'),
};

/** Data enclosed in a message. `content` contains it as lines for people, except `ad` and `marks`. */
export const Enclosed = z
  .strictObject({
    cards: parts(
      z.strictObject({
        name: part.describe('Empty if the card names nobody.'),
        phones: parts(part).describe('As the card spells them.'),
        emails: parts(part).describe('The mail addresses of the card.'),
      }),
    ).describe('Contact cards.'),
    product: z.strictObject(product).describe('The item of the catalog that the customer asks about.'),
    order: z
      .strictObject({
        title: part.nullable().describe("The vendor's title of the cart; null without one."),
        items: parts(z.strictObject({ ...product, quantity: z.number().describe('Number of pieces.') })).describe(
          'Empty if the vendor names only their number.',
        ),
        itemCount: z.number().describe('Number of pieces in the cart.'),
        total: z.number().nullable().describe('Null if the vendor does not report it.'),
        currency: part.nullable().describe('Currency of the total, ISO 4217; null if unknown.'),
      })
      .describe('A cart from the catalog.'),
    answers: parts(
      z.strictObject({
        name: part.describe("The form's name for the field; dots join the names of nested fields."),
        value: part.describe('As text; several values are joined by commas.'),
      }),
    ).describe("A form's answers."),
    choice: z
      .strictObject({
        title: part.describe('The title that the customer saw and chose.'),
        description: part.nullable().describe('The second line of a row of a list; null without one.'),
      })
      .describe('The choice from a list or of a button.'),
    place: z
      .strictObject({
        name: part.nullable().describe('Null without one.'),
        address: part.nullable().describe('Null without one.'),
      })
      .describe('The name of a LOCATION.'),
    ad: z
      .strictObject({
        id: part.nullable(),
        headline: part.nullable().describe('Null if unknown.'),
        body: part.nullable().describe('Its text; null if unknown.'),
        url: part.nullable().describe('Its address; null if unknown.'),
        clickId: part.nullable().describe("The vendor's id of the click, for reports to the advertiser's account."),
      })
      .describe('The ad or post that the customer came from.'),
    marks: parts(MessageMark).describe('How the message was sent.'),
  })
  .partial()
  .meta({ id: 'MessageEnclosure' });
export type Enclosed = z.infer<typeof Enclosed>;

/** A notice of that kind. */
export const toNotice = (kind: Notice['kind'], title: string | null = null, lines: string[] = []): Notice => ({
  kind,
  title,
  lines,
});

/** Cuts a text to a number of characters, the last of which marks the cut. */
export function shorten(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const characters = [...whole];
  return characters.length <= most ? whole : `${characters.slice(0, most - 1).join('')}…`;
}

/** Cuts the texts and lists of a notice or an enclosure to the sizes that its schema allows. */
export function bounded<Value>(value: Value): Value {
  if (typeof value === 'string') return shorten(value, longestPart) as Value;
  if (Array.isArray(value)) return value.slice(0, mostParts).map(bounded) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bounded(each)])) as Value;
}
