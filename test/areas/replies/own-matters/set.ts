import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Kinds = z.partialRecord(
  z.enum(['cancel', 'reschedule', 'confirm', 'late', 'own_booking', 'own_order', 'order_change', 'refund']),
  z.array(z.string()),
);
const Sentences = z.strictObject({
  /** Wishes about a customer's own booking or order, even if the books have none. */
  wishes: Kinds,
  /** Wishes only if the books have one. */
  withBooking: Kinds,
  /** Near misses, which are asked of the shop. */
  questions: z.array(z.string()),
});

export const spoken = ['pt', 'es', 'en'] as const;
export type Spoken = (typeof spoken)[number];

/** Messages of customers as they type them, by what they want. */
export const readSentences = (language: Spoken) =>
  Sentences.parse(JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')));
