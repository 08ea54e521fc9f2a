import { z } from 'zod';
import { Fault, SpokenLanguage } from '../../http/common.schemas.ts';

export const KnowledgeBase = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    sourceCount: z.int().describe('A base with sources cannot be deleted.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'KnowledgeBase' });
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

const BaseName = z.string().trim().min(1).max(80);
const Description = z.string().trim().max(500);

export const KnowledgeBaseDraft = z.strictObject({ name: BaseName, description: Description.optional() });
export const KnowledgeBaseChanges = z.strictObject({ name: BaseName.optional(), description: Description.optional() });

export const sourceKinds = ['TEXT', 'FILE', 'URL'] as const;
export const sourceStatuses = ['PENDING', 'INDEXING', 'READY', 'FAILED'] as const;
const KnowledgeSourceStatus = z.enum(sourceStatuses).meta({ id: 'KnowledgeSourceStatus' });

export const KnowledgeSource = z
  .object({
    id: z.string(),
    aiAgentId: z.string().nullable().describe('The agent that owns the source; null for a source of a base.'),
    baseId: z.string().nullable().describe('The base that owns the source; null for a source of an agent.'),
    kind: z.enum(sourceKinds),
    name: z.string().describe("Defaults to the file's name or the URL's first 120 characters."),
    title: z.string().nullable().describe('Title in the document.'),
    url: z.string().nullable(),
    enabled: z.boolean().describe('A disabled source stays indexed and is not searched.'),
    status: KnowledgeSourceStatus.describe('PENDING waits to be indexed. FAILED has the reason in `error`.'),
    progress: z.int().min(0).max(100).describe('Progress of the indexing, in percent.'),
    error: Fault.nullable().describe('Error of the last indexing. Passages of an earlier indexing stay searchable.'),
    chunkCount: z.int().describe('Number of searchable passages.'),
    charCount: z.int(),
    contentType: z.string().nullable().describe('Type detected from the bytes; null until a URL was fetched.'),
    sizeBytes: z.int().nullable(),
    contentHash: z.string().nullable().describe('SHA-256 of the bytes, in hexadecimal.'),
    language: SpokenLanguage.nullable().describe('Language detected in the text.'),
    indexedAt: z.string().nullable(),
    lastFetchedAt: z.string().nullable().describe('When the URL last responded.'),
    nextFetchAt: z
      .string()
      .nullable()
      .describe(
        'When the URL is next fetched automatically; null after five consecutive failures, until a reindex succeeds.',
      ),
    failedFetches: z.int().describe('Consecutive failures of the URL.'),
    heldBack: z
      .array(
        z.object({
          aiAgentId: z.string(),
          state: z.enum(['TESTING', 'FAILED']),
          reason: z.string().nullable().describe('What to change if the tests failed; null if they could not be run.'),
        }),
      )
      .describe(
        'Published agents that do not answer from its current content: what they read is tested first. They answer ' +
          'from the content before it, if there was any.',
      ),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'KnowledgeSource' });
export type KnowledgeSource = z.infer<typeof KnowledgeSource>;

export const KnowledgeChunk = z
  .object({
    id: z.string(),
    position: z.int().describe('Position in the document, from 0.'),
    headingPath: z.array(z.string()).describe('The headings above the passage, outermost first.'),
    page: z.int().nullable().describe('The page on which it begins; null if the document has no pages.'),
    text: z.string(),
    tokenCount: z.int(),
  })
  .meta({ id: 'KnowledgeChunk' });

const SourceName = z.string().trim().min(1).max(120);

export const TextDraft = z.strictObject({
  name: SourceName,
  content: z.string().min(1).max(200_000).regex(/\S/, 'must contain some text'),
});
export const UrlDraft = z.strictObject({ url: z.string().trim().max(2_000) });
export const AgentSourceChanges = z.strictObject({ enabled: z.boolean() });
export const BaseSourceChanges = z.strictObject({ enabled: z.boolean().optional(), name: SourceName.optional() });

/** Bases that one agent may read. */
export const mostBases = 20;
export const AgentBasesDraft = z.strictObject({ baseIds: z.array(z.string()).max(mostBases) });
