import { z } from 'zod';

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

export const KnowledgeSource = z
  .object({
    id: z.string(),
    aiAgentId: z.string().nullable().describe('The agent that it belongs to; null in a base.'),
    baseId: z.string().nullable().describe('The base that it belongs to; null at an agent.'),
    kind: z.enum(sourceKinds),
    name: z.string().describe("Of a file its name, of a URL the URL's first 120 characters until it is renamed."),
    title: z.string().nullable().describe('What the document calls itself.'),
    url: z.string().nullable(),
    enabled: z.boolean().describe('A disabled source stays indexed and is not searched.'),
    status: z.enum(sourceStatuses).describe('PENDING waits for its turn. FAILED tells why in `error`.'),
    progress: z.int().min(0).max(100).describe('Percent of the indexing that is done.'),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe('Of the last indexing. What was indexed before it stays searchable.'),
    chunkCount: z.int().describe('Passages that can be found now.'),
    charCount: z.int(),
    contentType: z.string().nullable().describe('What the bytes say; null until a URL was fetched.'),
    sizeBytes: z.int().nullable(),
    contentHash: z.string().nullable().describe('SHA-256 of the bytes, in hexadecimal.'),
    language: z.enum(['pt', 'en', 'es']).nullable().describe('Recognised in the text.'),
    indexedAt: z.string().nullable(),
    lastFetchedAt: z.string().nullable().describe('When a URL last answered.'),
    nextFetchAt: z
      .string()
      .nullable()
      .describe('When a URL is fetched again by itself; null after five failures in a row, until a reindex succeeds.'),
    failedFetches: z.int().describe('Failures of a URL in a row.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'KnowledgeSource' });
export type KnowledgeSource = z.infer<typeof KnowledgeSource>;

export const KnowledgeChunk = z.object({
  id: z.string(),
  position: z.int().describe('From 0, in the order of the document.'),
  headingPath: z.array(z.string()).describe('The headings above the passage, from the outermost.'),
  page: z.int().nullable().describe('The page that it begins on, where the document has pages.'),
  text: z.string(),
  tokenCount: z.int(),
});

const SourceName = z.string().trim().min(1).max(120);

export const TextDraft = z.strictObject({
  name: SourceName,
  content: z.string().min(1).max(200_000).regex(/\S/, 'must hold some text'),
});
export const UrlDraft = z.strictObject({ url: z.string().trim().max(2_000) });
export const AgentSourceChanges = z.strictObject({ enabled: z.boolean() });
export const BaseSourceChanges = z.strictObject({ enabled: z.boolean().optional(), name: SourceName.optional() });

export const AgentBasesDraft = z.strictObject({ baseIds: z.array(z.string()).max(20) });
