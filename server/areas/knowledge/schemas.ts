import { z } from 'zod';
import { changesOf } from '../../http/changes-of.ts';
import { Fault } from '../../http/common.schemas.ts';
import { Language } from '../../platform/text/languages.ts';

export const KnowledgeBase = z
  .object({
    id: z.string(),
    name: z.string().describe('What people read; unique, regardless of case and accents.'),
    description: z.string().nullable().describe('What it holds, for people; null for none.'),
    sourceCount: z.int().describe('How many sources it holds; with any it cannot be deleted.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'KnowledgeBase' });
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

const BaseName = z.string().trim().min(1).max(80).describe('What people read; unique, regardless of case and accents.');
const Description = z.string().trim().max(500).describe('What it holds, for people; empty for none.');

export const KnowledgeBaseDraft = z.strictObject({ name: BaseName, description: Description.optional() });
export const KnowledgeBaseChanges = changesOf(KnowledgeBase, { name: BaseName, description: Description });

export const sourceKinds = ['TEXT', 'FILE', 'URL'] as const;
export const sourceStatuses = ['PENDING', 'INDEXING', 'READY', 'FAILED'] as const;
const KnowledgeSourceStatus = z.enum(sourceStatuses).meta({
  id: 'KnowledgeSourceStatus',
  description: 'PENDING waits to be indexed; FAILED has the reason in `error`.',
});

export const KnowledgeSource = z
  .object({
    id: z.string(),
    aiAgentId: z.string().nullable().describe('The agent that owns the source; null for a source of a base.'),
    baseId: z.string().nullable().describe('The base that owns the source; null for a source of an agent.'),
    kind: z.enum(sourceKinds).describe('Pasted text, an uploaded file, or a web page.'),
    name: z.string().describe("Defaults to the file's name or the URL's first 120 characters."),
    title: z.string().nullable().describe('Title in the document; null without one.'),
    url: z.string().nullable().describe('The address of a URL, without its fragment; null for texts and files.'),
    enabled: z.boolean().describe('A disabled source stays indexed and is not searched.'),
    status: KnowledgeSourceStatus,
    progress: z.int().min(0).max(100).describe('Progress of the indexing, in percent.'),
    error: Fault.nullable().describe(
      'Error of the last indexing; null if it went well. Passages of an earlier indexing stay searchable.',
    ),
    chunkCount: z.int().describe('Number of searchable passages.'),
    charCount: z.int().describe('Characters of the text that was read.'),
    contentType: z.string().nullable().describe('Type detected from the bytes; null until a URL was fetched.'),
    sizeBytes: z.int().nullable().describe('The size in bytes; null until a URL was fetched.'),
    contentHash: z.string().nullable().describe('SHA-256 of the bytes, in hexadecimal; null until a URL was fetched.'),
    language: Language.nullable().describe(
      'Language detected in the text; null before the indexing, and for any other.',
    ),
    indexedAt: z.string().nullable().describe('When the current passages were made; null before the first indexing.'),
    lastFetchedAt: z
      .string()
      .nullable()
      .describe('When the URL last responded; null if it never did, and for texts and files.'),
    nextFetchAt: z
      .string()
      .nullable()
      .describe(
        'When the URL is next fetched automatically; null for texts and files, and after five consecutive failures, until ' +
          'a reindex succeeds.',
      ),
    failedFetches: z.int().describe('Consecutive failures of the URL.'),
    heldBack: z
      .array(
        z.object({
          aiAgentId: z.string(),
          state: z.enum(['TESTING', 'FAILED']).describe('Whether the tests still run, or have failed.'),
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
    text: z.string().describe('The words of the passage.'),
    tokenCount: z.int().describe('Its length in tokens of a language model, estimated from its words.'),
  })
  .meta({ id: 'KnowledgeChunk' });

const SourceName = z.string().trim().min(1).max(120).describe('What people read; unique among the sources beside it.');

export const TextDraft = z.strictObject({
  name: SourceName,
  content: z.string().min(1).max(200_000).regex(/\S/, 'must contain some text').describe('Plain text or Markdown.'),
});
export const UrlDraft = z.strictObject({
  url: z.string().trim().max(2_000).describe('An http(s) address; its fragment is left out.'),
});
const Enabled = z.boolean().describe('Whether agents answer from it; it stays indexed.');
export const AgentSourceChanges = z.strictObject({ enabled: Enabled });
export const BaseSourceChanges = z.strictObject({ enabled: Enabled.optional(), name: SourceName.optional() });

/** Bases that one agent may read. */
export const mostBases = 20;
export const AgentBasesDraft = z.strictObject({
  baseIds: z.array(z.string()).max(mostBases).describe('Ids of all bases that it is to read.'),
});
