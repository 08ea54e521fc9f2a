import { z } from 'zod';
import { Language } from '../../platform/text/languages.ts';
import { ReplyEngine } from '../agents/schemas.ts';

const sourceKinds = ['faq', 'catalog', 'service', 'hours', 'knowledge', 'rule', 'greeting'] as const;
const ReplySourceKind = z.enum(sourceKinds).meta({
  id: 'ReplySourceKind',
  description: 'What a reply is made of: a part of the agent (`greeting` is its own text) or a passage of `knowledge`.',
});

const Source = z.object({
  kind: ReplySourceKind,
  id: z
    .string()
    .nullable()
    .describe('Id of the FAQ, item, service, rule or source of knowledge; null for a kind without ids.'),
  title: z.string().describe('What people know it by.'),
  score: z.number().describe('Probability that it answers, 0 to 1.'),
});

const outcomes = ['answered', 'asked_back', 'unsure', 'unknown'] as const;

const UnderstoodQuestion = z.object({
  question: z.string().describe('The words of this question, abbreviations and spelling resolved.'),
  about: z.string().nullable().describe('What the conversation adds to it, such as the item named before; or null.'),
  outcome: z.enum(outcomes).describe('`unsure`: something was found below the threshold. `unknown`: nothing was.'),
  found: z.array(Source).describe('The best candidates, best first, three at most.'),
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
const CutReason = z.enum(cutReasons).meta({
  id: 'CutReason',
  description: 'The kind of claim that no fact supports.',
});

/** The reasons for a reply. */
export const ReplyTrace = z
  .object({
    engine: ReplyEngine,
    fellBack: z
      .boolean()
      .describe('Whether the model failed or made an unsupported claim, so that the local engine replied.'),
    language: Language.describe('The language of the reply.'),
    sources: z.array(Source).describe('What the reply was made of; empty if nothing answered.'),
    scores: z
      .record(z.string(), z.number())
      .describe('Score of each kind of source, 0 to 1; `threshold` is the score it had to reach.'),
    understood: z
      .array(UnderstoodQuestion)
      .describe('What the local engine read in the message, a question each, in order; empty if it was not asked.'),
    cut: z
      .array(z.object({ text: z.string().describe('The sentence.'), why: CutReason }))
      .describe('Sentences of the model that were not sent.'),
    tokens: z
      .object({ in: z.int().describe('Tokens that it read.'), out: z.int().describe('Tokens that it wrote.') })
      .nullable()
      .describe('What the language model used; null if it was not asked.'),
    milliseconds: z.number().describe('How long the decision took.'),
  })
  .meta({ id: 'ReplyTrace' });
export type ReplyTrace = z.infer<typeof ReplyTrace>;
