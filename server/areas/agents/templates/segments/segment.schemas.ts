import { z } from 'zod';
import { ruleKinds } from '../../configuration/configuration.schemas.ts';

const Text = z.string().trim().min(1);

/** What an agent of a segment says: the shape of `<language>/<segment>.json`. `test/content.test.ts` holds the files against it. */
export const SegmentWords = z.strictObject({
  name: Text.describe('The segment as its owners call it.'),
  description: Text,
  tone: Text,
  greetingMessage: Text,
  fallbackMessage: Text,
  outOfHoursMessage: Text,
  services: z
    .array(z.strictObject({ name: Text, description: Text, durationMinutes: z.int().optional() }))
    .describe('Without prices: those are the shop’s own to set, and none must be invented.'),
  rules: z.record(z.enum(ruleKinds), z.array(Text)),
  handoffKeywords: z.array(Text),
  faqs: z.array(z.strictObject({ question: Text, answer: Text })).describe('No prices here either.'),
});
export type SegmentWords = z.infer<typeof SegmentWords>;
