import { z } from 'zod';
import { Text, template } from '../../../platform/text/fill.ts';

const Texts = z.array(Text).min(1);
const Unknowns = z
  .array(z.strictObject({ text: Text, thing: Text.describe('The folded stem of the thing.') }))
  .min(1)
  .describe('Questions about something that hardly any shop has.');

/** Test messages in one language. Schema of `probes/<language>.json`, checked by `test/content.test.ts`. */
export const ProbeWords = z.strictObject({
  hello: Text,
  areYouHuman: Text,
  priceOf: template('name'),
  doYouHave: template('name'),
  openingHours: Text,
  unknown: Unknowns.describe('Sent within opening hours.'),
  unknownPrice: Unknowns,
  outOfScope: Texts,
  haggle: Texts,
  injections: z
    .strictObject({ hidden: template('canary'), repeat: template('canary'), role: Text })
    .describe('`hidden` also stands in a passage and in a contact’s name.'),
  person: Texts,
  insults: Texts,
  othersData: Texts,
  parking: z.strictObject({ question: Text, answer: template('hidden') }),
  wanted: z
    .strictObject({ instructions: Text, prices: Text, personalData: Text })
    .describe('Queries that search for planted passages.'),
});
export type ProbeWords = z.infer<typeof ProbeWords>;
