import { z } from 'zod';

const sourceKinds = ['faq', 'catalog', 'service', 'hours', 'knowledge', 'rule', 'greeting'] as const;

/** The reasons for a reply. */
export const ReplyTrace = z
  .object({
    engine: z.enum(['local', 'openai_compatible']),
    fellBack: z
      .boolean()
      .describe('Whether the model failed or made an unsupported claim, so that the local engine replied.'),
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
      .describe('Sources of the reply.'),
    scores: z
      .record(z.string(), z.number())
      .describe('Score of each kind of source, 0 to 1; `threshold` is the score it had to reach.'),
    tokens: z.object({ in: z.int(), out: z.int() }).nullable(),
    milliseconds: z.number(),
  })
  .meta({ id: 'ReplyTrace' });
export type ReplyTrace = z.infer<typeof ReplyTrace>;
