import { z } from 'zod';
import { SpokenLanguage } from '../../../http/common.schemas.ts';

export const KnowledgeSearch = z
  .strictObject({
    query: z.string().trim().min(1).max(2_000).describe('A question or some words, as a customer writes them.'),
    agentId: z.string().min(1).max(100).optional().describe("Searches this agent's sources and those of its bases."),
    baseIds: z.array(z.string().min(1).max(100)).min(1).max(20).optional().describe('Searches these bases.'),
    limit: z.int().min(1).max(20).default(5),
  })
  .refine(({ agentId, baseIds }) => agentId !== undefined || baseIds !== undefined, {
    path: ['agentId'],
    message: 'is needed unless baseIds is given',
  });

export const KnowledgeSearchResult = z.object({
  isAnswerable: z.boolean().describe('False if the hits are unlikely to contain the answer.'),
  confidence: z.number().min(0).max(1).describe('Probability that the first five hits contain the answer.'),
  hits: z.array(
    z.object({
      chunkId: z.string(),
      sourceId: z.string(),
      sourceName: z.string(),
      baseId: z.string().nullable(),
      agentId: z.string().nullable(),
      headingPath: z.array(z.string()).describe('The headings above the passage, outermost first.'),
      page: z.int().nullable(),
      text: z.string(),
      highlights: z
        .array(z.object({ start: z.int(), end: z.int() }))
        .describe('Character offsets of the matching words in `text`.'),
      score: z.number().min(0).max(1),
      language: SpokenLanguage.nullable(),
    }),
  ),
});

export const SynonymGroup = z
  .strictObject({
    language: SpokenLanguage.nullable().describe('Null applies to all languages.'),
    words: z
      .array(
        z
          .string()
          .trim()
          .regex(/^[\p{L}\p{N}]{1,40}$/u, 'must be one word of letters and digits'),
      )
      .min(2)
      .max(20),
  })
  .meta({ id: 'SynonymGroup' });

export const Synonyms = z.strictObject({
  groups: z
    .array(SynonymGroup)
    .max(500)
    .describe('Words that customers use interchangeably, in addition to the built-in ones.'),
});
