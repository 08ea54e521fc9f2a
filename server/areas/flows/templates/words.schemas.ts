import { z } from 'zod';
import { Text } from '../../../platform/text/fill.ts';

const words = <Name extends string>(...names: Name[][]) =>
  z.strictObject({
    name: Text.max(100),
    description: Text.describe('What the flow does and when, for the owner.'),
    texts: z.record(z.enum(names.flat()), Text).describe('`[[…]]` is what the shop has to fill in.'),
  });

const keywords = { keywords: z.array(Text).min(1) };

/** Texts of the ready-made flows. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const TemplateWords = z.strictObject({
  greeting: words(
    ['hello', 'question', 'productsChoice', 'placeChoice', 'personChoice', 'products', 'place', 'more'],
    ['yes', 'no', 'bye', 'person'],
  ),
  order: words(
    ['item', 'first', 'second', 'third', 'quantity', 'how', 'delivery', 'pickup', 'address'],
    ['payment', 'cash', 'card', 'transfer', 'done', 'failed'],
  ).extend(keywords),
  booking: words(['service', 'first', 'second', 'slot', 'done', 'person']).extend(keywords),
  outsideHours: words(['closed', 'thanks', 'tag']),
  questions: words(
    ['question', 'first', 'second', 'third', 'person'],
    ['firstAnswer', 'secondAnswer', 'thirdAnswer', 'more', 'yes', 'no', 'bye', 'handoff'],
  ).extend(keywords),
  deliveryStatus: words(['preparing', 'onTheWay', 'delivered']),
  satisfaction: words(['question', 'thanks', 'reason', 'sorry']),
  quote: words(['tag', 'question', 'yes', 'doubt', 'no', 'goOn', 'ask', 'farewell']),
  lead: words(['name', 'email', 'interest', 'interestLabel', 'tag', 'thanks']).extend(keywords),
  handover: words(['reason', 'reference', 'tag', 'person']).extend(keywords),
});
export type TemplateWords = z.infer<typeof TemplateWords>;
