import { z } from 'zod';

/** Longest text within a notice or an enclosure, in characters. */
const longestPart = 1_000;
/** Longest list within a notice or an enclosure. */
const mostParts = 100;

const part = z.string().max(longestPart);
const parts = <Part extends z.ZodType>(schema: Part) => z.array(schema).max(mostParts);

export const noticeKinds = [
  'poll',
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

/** What came in place of words. Programs do not read it as words of the customer; people read its kind in their language. */
export const Notice = z
  .strictObject({
    kind: z
      .enum(noticeKinds)
      .describe(
        '`unreadable`: it could not be decrypted and is replaced if it arrives again; `unsupported`: the vendor does not ' +
          'pass it on; `reaction`: to a message that is not here; `unknown`: a kind that Frontdesk does not know.',
      ),
    title: part
      .nullable()
      .describe('The question of a poll, the name of a group, the emoji, the name of the kind; null without.'),
    lines: parts(part).describe('The options of a poll, the time and place of an event; else empty.'),
  })
  .meta({ id: 'MessageNotice' });
export type Notice = z.infer<typeof Notice>;

const OrderedItem = z.strictObject({
  id: part.describe("The item's id in the catalog."),
  name: part.nullable().describe('Null if no item of the shop has this id.'),
  quantity: z.number(),
  price: z.number().nullable().describe('Of one; null if unknown.'),
  currency: part.nullable(),
});

/** What came along with the words of a message. `content` contains it as lines for people. */
export const Enclosed = z
  .strictObject({
    cards: parts(z.strictObject({ name: part, phones: parts(part) })).describe('Contact cards.'),
    order: z
      .strictObject({
        items: parts(OrderedItem).describe('Empty if the vendor names only their number.'),
        itemCount: z.int().describe('How many pieces are in the cart.'),
        total: z.number().nullable().describe('Null if the vendor does not report it.'),
        currency: part.nullable(),
      })
      .describe('A cart from the catalog.'),
    answers: parts(z.strictObject({ name: part, value: part })).describe("A form's answers."),
    choice: z
      .strictObject({ title: part, description: part.nullable() })
      .describe('The choice from a list or of a button.'),
    place: z.strictObject({ name: part.nullable(), address: part.nullable() }).describe('The name of a LOCATION.'),
    ad: z
      .strictObject({
        id: part.nullable(),
        headline: part.nullable(),
        body: part.nullable(),
        url: part.nullable(),
        clickId: part.nullable().describe("The vendor's id of the click, for reports to the advertiser's account."),
      })
      .describe('The ad or post that the customer came from.'),
    marks: parts(z.enum(['sticker', 'viewOnce', 'ephemeral', 'forwarded', 'live'])).describe(
      'How the customer sent it: `ephemeral` disappears from the phone, `live` is a moving place.',
    ),
  })
  .partial()
  .meta({ id: 'MessageEnclosure' });
export type Enclosed = z.infer<typeof Enclosed>;
