import { z } from 'zod';
import { SpokenLanguage } from '../../http/common.schemas.ts';

const sourceKinds = ['faq', 'catalog', 'service', 'hours', 'knowledge', 'rule', 'greeting'] as const;

const outcomes = ['answered', 'asked_back', 'unsure', 'unknown'] as const;

const UnderstoodQuestion = z.object({
  question: z.string().describe('The words of this question, abbreviations and spelling resolved.'),
  about: z.string().nullable().describe('What the conversation adds to it, such as the item named before; or null.'),
  outcome: z.enum(outcomes).describe('`unsure`: something was found below the threshold. `unknown`: nothing was.'),
  found: z
    .array(z.object({ kind: z.enum(sourceKinds), id: z.string().nullable(), title: z.string(), score: z.number() }))
    .describe('The best candidates, best first, three at most. `score` is the probability that it answers.'),
});

/** Why a sentence of the model was cut: the kind of claim that no fact supports. */
const cutReasons = [
  'price',
  'number',
  'link',
  'phone',
  'name',
  'item',
  'availability',
  'promise',
  'action',
  'rule',
  'unsupported',
] as const;
const CutReason = z.enum(cutReasons).meta({ id: 'CutReason' });

/** The reasons for a reply. */
export const ReplyTrace = z
  .object({
    engine: z.enum(['local', 'openai_compatible']),
    fellBack: z
      .boolean()
      .describe('Whether the model failed or made an unsupported claim, so that the local engine replied.'),
    language: SpokenLanguage,
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
    understood: z
      .array(UnderstoodQuestion)
      .describe('What the local engine read in the message, a question each, in order; empty if it was not asked.'),
    cut: z.array(z.object({ text: z.string(), why: CutReason })).describe('Sentences of the model that were not sent.'),
    tokens: z.object({ in: z.int(), out: z.int() }).nullable(),
    milliseconds: z.number(),
  })
  .meta({ id: 'ReplyTrace' });
export type ReplyTrace = z.infer<typeof ReplyTrace>;
