import { z } from 'zod';
import { Language } from '../../../platform/text/languages.ts';

export const KnowledgeSearch = z
  .strictObject({
    query: z.string().trim().min(1).max(2_000).describe('A question or some words, as a customer writes them.'),
    agentId: z.string().min(1).max(100).optional().describe("Searches this agent's sources and those of its bases."),
    baseIds: z.array(z.string().min(1).max(100)).min(1).max(20).optional().describe('Searches these bases.'),
    limit: z.int().min(1).max(20).default(5).describe('The most hits.'),
  })
  .refine(({ agentId, baseIds }) => agentId !== undefined || baseIds !== undefined, {
    path: ['agentId'],
    message: 'is needed unless baseIds is given',
  });

export const KnowledgeSearchResult = z.object({
  isAnswerable: z.boolean().describe('False if the hits are unlikely to contain the answer.'),
  confidence: z.number().min(0).max(1).describe('Probability that the first five hits contain the answer.'),
  hits: z
    .array(
      z.object({
        chunkId: z.string().describe('Id of the passage.'),
        sourceId: z.string().describe('Id of the source that holds it.'),
        sourceName: z.string().describe('What people read of that source.'),
        baseId: z.string().nullable().describe('Id of the base of the source; null for a source of an agent.'),
        agentId: z.string().nullable().describe('Id of the agent of the source; null for a source of a base.'),
        headingPath: z.array(z.string()).describe('The headings above the passage, outermost first.'),
        page: z.int().nullable().describe('The page on which it begins; null if the document has no pages.'),
        text: z.string().describe('The words of the passage.'),
        highlights: z
          .array(
            z.object({
              start: z.int().describe('Where it begins, in UTF-16 code units from 0.'),
              end: z.int().describe('Where it ends, exclusive.'),
            }),
          )
          .describe('Where the matching words stand in `text`.'),
        score: z
          .number()
          .min(0)
          .max(1)
          .describe(
            'Probability that this passage answers, 0 to 1; the order may differ, since it counts meaning, too.',
          ),
        language: Language.nullable().describe('The language of its source; null if it is none of these.'),
      }),
    )
    .describe('The passages, the best first.'),
});

export const SynonymGroup = z
  .strictObject({
    language: Language.nullable().describe('Null applies to all languages.'),
    words: z
      .array(
        z
          .string()
          .trim()
          .regex(/^[\p{L}\p{N}]{1,40}$/u, 'must be one word of letters and digits'),
      )
      .min(2)
      .max(20)
      .describe('Single words, of which each is understood as the others.'),
  })
  .meta({ id: 'SynonymGroup' });

export const Synonyms = z.strictObject({
  groups: z
    .array(SynonymGroup)
    .max(500)
    .describe('Words that customers use interchangeably, in addition to the built-in ones.'),
});
