import { z } from 'zod';

/** What a search finds, in the order in which it is shown. */
export const hitKinds = ['contact', 'order', 'appointment', 'lead', 'message'] as const;

export const MarkedText = z
  .object({
    text: z.string().describe('What was found, or the part of it around the first match.'),
    matches: z.array(z.tuple([z.int(), z.int()])).describe('Matched ranges [start, end) in UTF-16 code units.'),
  })
  .describe('Plain text with the ranges that the search matched.');
export type MarkedText = z.infer<typeof MarkedText>;

const Hit = z.object({
  kind: z.enum(hitKinds),
  id: z.string(),
  title: MarkedText,
  snippet: MarkedText.nullable().default(null),
  at: z.string().nullable().default(null).describe('When it was sent, ordered or noted; of an appointment, its start.'),
  status: z.string().nullable().default(null).describe('Status of an order or an appointment.'),
  amount: z.number().nullable().default(null).describe('Total of an order, in the currency of the shop.'),
  conversationId: z
    .string()
    .nullable()
    .describe('The conversation that contains it, or the latest one with its person; null without any.'),
});
export type Hit = z.input<typeof Hit>;

export const SearchQuery = z.object({ q: z.string().trim().min(2).max(100).describe('Beginnings of words.') });

export const SearchResult = z.object({
  currency: z.string().nullable().describe('ISO 4217, of the shop’s country; null for a country without one.'),
  data: z.array(Hit).describe('At most five of each kind, the newest ones, grouped by kind.'),
});
