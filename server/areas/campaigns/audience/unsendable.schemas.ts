import { z } from 'zod';

const count = z.int().min(0);

/** Recipients for whom the present template and mappings make no message. */
export const Unsendable = z.object({
  count: count.describe('Recipients for whom no message can be made. They will be FAILED; the others get theirs.'),
  tooLong: count.describe('Of these recipients, how many have a text longer than the channel accepts.'),
  rows: z
    .array(
      z.object({
        row: z.int().min(1).describe('Position in the audience, from 1.'),
        phone: z.string().nullable().describe('Null while the customer hides it.'),
        name: z.string().nullable().describe('Name in the audience; null without one.'),
        code: z.enum(['too_long', 'missing_variable']).describe('The `error` of the recipient after the start.'),
        message: z.string().describe('Description of the fault, for people.'),
        limit: z.int().optional().describe('For `too_long`: the limit, in UTF-16 units.'),
        length: z.int().optional().describe('For `too_long`: the length, in UTF-16 units.'),
      }),
    )
    .describe('The first 100.'),
});
export type Unsendable = z.infer<typeof Unsendable>;
