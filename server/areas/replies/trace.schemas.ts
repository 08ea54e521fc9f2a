import { z } from 'zod';

const sourceKinds = ['faq', 'catalog', 'service', 'hours', 'knowledge', 'rule', 'greeting'] as const;

/** Why an agent said what it said. */
export const ReplyTrace = z
  .object({
    engine: z.enum(['local', 'openai_compatible']),
    fellBack: z.boolean().describe('The model failed or said what nothing supports; the local engine answered.'),
    language: z.enum(['pt', 'en', 'es']),
    sources: z
      .array(
        z.object({
          kind: z.enum(sourceKinds),
          id: z.string().nullable(),
          title: z.string(),
          score: z.number(),
        }),
      )
      .describe('What the answer rests on.'),
    scores: z
      .record(z.string(), z.number())
      .describe('How sure it was of each kind of source, 0 to 1; `threshold` is what it needed.'),
    tokens: z.object({ in: z.int(), out: z.int() }).nullable(),
    milliseconds: z.number(),
  })
  .meta({ id: 'ReplyTrace' });
export type ReplyTrace = z.infer<typeof ReplyTrace>;
