import { z } from 'zod';

/** A page of a list, as the API returns it. */
export interface Page<Item> {
  data: Item[];
  total: number;
}

/** How many results a tool returns: few by default, since an assistant reads them all. */
export const fewest = z.int().min(1).max(50).default(10);

/** An `Idempotency-Key`: a repeat with the same one has no second effect. */
export const repeatKey = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Any text; repeat it when you retry, to act only once');
