import { z } from 'zod';
import { Text } from '../../../../platform/text/fill.ts';
import { AgentRuleKind } from '../../configuration/configuration.schemas.ts';

/** Texts of a segment. Schema of `<language>/<segment>.json`, checked by `test/content.test.ts`. */
export const SegmentWords = z.strictObject({
  name: Text.describe('Name of the segment.'),
  description: Text,
  tone: Text,
  greetingMessage: Text,
  fallbackMessage: Text,
  outOfHoursMessage: Text,
  services: z
    .array(z.strictObject({ name: Text, description: Text, durationMinutes: z.int().optional() }))
    .describe('Without prices, which only the shop can set.'),
  rules: z.record(AgentRuleKind, z.array(Text)),
  handoffKeywords: z.array(Text),
  faqs: z.array(z.strictObject({ question: Text, answer: Text })).describe('Without prices.'),
});
export type SegmentWords = z.infer<typeof SegmentWords>;
