import type { Job } from '../../../platform/work/jobs.ts';
import { embedJobs, embedRecurring } from '../embedding/embed-chunks.ts';
import { fetchJobs } from '../embedding/fetch-model.ts';
import { indexJobs } from '../passages/stage-chunks.ts';

export { closeEmbedder } from '../embedding/embed-texts.ts';
export { EmbedderDraft } from '../embedding/embedder.settings.ts';
export {
  clearEmbedder,
  type EmbedderStatus,
  type EmbedderTest,
  readEmbedder,
  saveEmbedder,
  testEmbedder,
} from '../embedding/embedder.ts';
export {
  fetchModel,
  type ModelFetch,
  ModelFiles,
  modelFolder,
  proposedModel,
  readModelFetch,
} from '../embedding/fetch-model.ts';
export { detectLanguage, type Language } from '../language/detect-language.ts';
export { type Chunk, chunkDocument, type DocumentBlock } from '../passages/chunk-document.ts';
export { listChunks } from '../passages/chunks.store.ts';
export { dropChunks, setSearchable, stageChunks, swapChunks } from '../passages/stage-chunks.ts';
export { type Example, type ExampleMatch, matchExamples } from '../search/match-examples.ts';
export { searchOperations } from '../search/search.operations.ts';
export {
  type KnowledgeAnswer,
  type KnowledgeHit,
  type KnowledgeQuery,
  searchKnowledge,
} from '../search/search-knowledge.ts';

export const retrievalJobs: Job<never>[] = [...indexJobs, ...embedJobs, ...fetchJobs];
export const retrievalRecurring = embedRecurring;
