// In the making (retrieval helper). The signatures are settled: code against them.
// For the helper of the sources: retrieval joins your tables, so please name their columns so:
//   knowledge_sources (id, workspace_id, base_id null, agent_id null, name, language, enabled, …)
//   agent_knowledge_bases (workspace_id, agent_id, base_id)   -- which bases an agent reads
// chunkDocument and detectLanguage: import './chunk-document.ts' and './detect-language.ts' directly in the worker (light).
import type { Operations } from '../../../http/operation.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work.ts';
import type { Chunk } from './chunk-document.ts';

export { type Chunk, chunkDocument, type DocumentBlock, type ExtractedDocument } from './chunk-document.ts';
export { detectLanguage, type Language } from './detect-language.ts';

export interface StagedSource {
  id: string;
  workspaceId: string;
  language: string | null;
  title: string;
}

export interface KnowledgeHit {
  chunkId: string;
  sourceId: string;
  sourceName: string;
  baseId: string | null;
  agentId: string | null;
  headingPath: string[];
  page: number | null;
  text: string;
  highlights: { start: number; end: number }[];
  /** 0 to 1. */
  score: number;
  language: string | null;
}

export interface KnowledgeAnswer {
  isAnswerable: boolean;
  /** Calibrated, 0 to 1. */
  confidence: number;
  hits: KnowledgeHit[];
}

export interface KnowledgeQuery {
  query: string;
  agentId?: string;
  baseIds?: string[];
  limit: number;
}

export async function stageChunks(
  _platform: Platform,
  _source: StagedSource,
  _generation: string,
  _chunks: Chunk[],
  _onProgress: (percent: number) => Promise<void>,
): Promise<void> {}
export async function swapChunks(_work: Work, _sourceId: string, _generation: string): Promise<void> {}
export async function dropChunks(_work: Work, _sourceId: string): Promise<void> {}
export async function setSearchable(_work: Work, _sourceId: string, _searchable: boolean): Promise<void> {}
export async function searchKnowledge(
  _platform: Platform,
  _workspaceId: string,
  _query: KnowledgeQuery,
): Promise<KnowledgeAnswer> {
  return { isAnswerable: false, confidence: 0, hits: [] };
}
export async function matchExamples(
  _platform: Platform,
  _workspaceId: string,
  _text: string,
  _examples: { id: string; text: string }[],
  _language?: string,
): Promise<{ id: string; score: number }[]> {
  return [];
}
export const searchOperations: Operations = {};
