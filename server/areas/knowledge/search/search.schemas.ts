import { z } from 'zod';
import { languages } from '../language/detect-language.ts';

export const KnowledgeSearch = z
  .strictObject({
    query: z.string().trim().min(1).max(2_000).describe('A question or some words, as a customer writes them.'),
    agentId: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Searches what this agent knows: its own sources and those of its bases.'),
    baseIds: z.array(z.string().min(1).max(100)).min(1).max(20).optional().describe('Searches these bases.'),
    limit: z.int().min(1).max(20).default(5),
  })
  .refine(({ agentId, baseIds }) => agentId !== undefined || baseIds !== undefined, {
    path: ['agentId'],
    message: 'agentId or baseIds must say what is searched',
  });

export const KnowledgeSearchResult = z.object({
  isAnswerable: z.boolean().describe('False says "I do not know": what was found is only about the same.'),
  confidence: z.number().min(0).max(1).describe('How likely it is that the answer is among the first five hits.'),
  hits: z.array(
    z.object({
      chunkId: z.string(),
      sourceId: z.string(),
      sourceName: z.string(),
      baseId: z.string().nullable(),
      agentId: z.string().nullable(),
      headingPath: z.array(z.string()).describe('The headings that the passage stands under, the highest first.'),
      page: z.int().nullable(),
      text: z.string(),
      highlights: z
        .array(z.object({ start: z.int(), end: z.int() }))
        .describe('Where the words of the query stand in `text`.'),
      score: z.number().min(0).max(1),
      language: z.enum(languages).nullable(),
    }),
  ),
});

export const SynonymGroup = z.strictObject({
  language: z.enum(languages).nullable().describe('Null for all languages.'),
  words: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[\p{L}\p{N}]{1,40}$/u, 'must be one word of letters and digits'),
    )
    .min(2)
    .max(20),
});

export const Synonyms = z.strictObject({
  groups: z.array(SynonymGroup).max(500).describe('Words that customers use for one another, beside those built in.'),
});
