import { z } from 'zod';
import { partTemplate, Text } from '../../../platform/text/fill.ts';
import { Language } from '../../../platform/text/languages.ts';

const Texts = z.array(Text).min(1);
const Dishes = z.array(z.strictObject({ name: Text, price: z.number() })).min(1);

const StoryText = partTemplate('name', 'item', 'drink', 'total', 'street', 'day', 'time', 'people');

const Story = z.strictObject({
  outcome: z
    .enum(['order', 'question', 'complaint', 'booking', 'quote'])
    .describe('Outcome of the conversation in the demo shop.'),
  turns: z
    .array(z.tuple([z.enum(['c', 'a', 'h']), StoryText]))
    .describe('`c` the customer, `a` the AI agent, `h` a person of the shop.'),
});
export type Story = z.infer<typeof Story>;

/** A demo shop in one language: the shape of `<language>.json`, checked by `test/content.test.ts`. */
export const DemoShop = z.strictObject({
  language: Language,
  name: Text,
  agentName: Text,
  country: Text,
  timezone: Text,
  currency: Text,
  phonePrefix: Text.describe('Digits before the four random ones of each phone number.'),
  firstNames: Texts,
  lastNames: Texts,
  streets: Texts,
  weekdays: Texts.length(7),
  menu: Dishes,
  categories: z.tuple([Text, Text, Text]).describe('Headings of the menu: dishes, drinks, extras.'),
  drinks: Dishes,
  extras: Dishes.describe('What the knowledge names a price of: an agent tells no others. The first is the delivery.'),
  orderNotes: Texts.describe('Notes on orders.'),
  stories: z.array(Story).min(1),
  quickReplies: z.array(z.strictObject({ shortcut: Text, content: Text })),
  deals: Texts.describe('Titles of cards in the sales board.'),
  dealNotes: Texts.describe('Comments on these cards.'),
  table: partTemplate('people').describe('Title of a booked table.'),
  tags: Texts,
  customers: z
    .strictObject({
      notes: Texts,
      fields: z.array(z.tuple([Text, Text])).min(1),
      answers: z.array(z.tuple([Text, Texts])).describe('What leads answered to a question.'),
      leadTags: Texts,
      view: z.strictObject({ name: Text, filter: Text }),
    })
    .describe('What the shop knows about its customers.'),
  knowledge: z.strictObject({ base: Text, source: Text, text: Text }),
  templateLanguage: Text.describe('Language code of a template, as the vendor spells it.'),
  campaign: z.strictObject({ name: Text, template: Text, body: Text }),
});
export type DemoShop = z.infer<typeof DemoShop>;
