import { z } from 'zod';
import { Proposal } from '../decide/proposals/proposal.schemas.ts';
import { ReplyTrace } from '../trace.schemas.ts';

/** What an agent remembers of its replies in a conversation; the caller sends it back. */
const memory = {
  isMiss: z.boolean().describe('The customer got no answer.'),
  toldClosed: z.boolean().describe('It said that the shop is closed.'),
  proposal: Proposal.nullable().default(null).describe('The order or booking that waits for the yes of the customer.'),
};

const Line = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('CUSTOMER'), text: z.string().trim().min(1).max(4_096) }),
  z.strictObject({ from: z.literal('AGENT'), text: z.string().max(4_096), ...memory }),
]);
export type Line = z.output<typeof Line>;

export const TryDraft = z.strictObject({
  lines: z
    .array(Line)
    .min(1)
    .max(200)
    .refine((lines) => lines.at(-1)?.from === 'CUSTOMER', 'must end with a message of the customer')
    .describe('The conversation so far, oldest first.'),
});

export const Tried = z.object({
  kind: z.enum(['reply', 'fallback', 'out_of_hours', 'handoff', 'silent']),
  text: z.string().nullable(),
  reason: z.string().nullable().describe('Of a handoff, or of a silence.'),
  summary: z.string().nullable().describe('What the person who takes over reads.'),
  tools: z.array(z.string()).describe('What the model would have done, such as `create_order`.'),
  trace: ReplyTrace,
  ...memory,
});
