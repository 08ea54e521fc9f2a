import type { Job } from '../../../platform/jobs.ts';
import { embedJobs, embedRecurring } from './embed-chunks.ts';
import { fetchJobs } from './fetch-model.ts';
import { indexJobs } from './stage-chunks.ts';

export { type Chunk, chunkDocument, type DocumentBlock } from './chunk-document.ts';
export { listChunks } from './chunks.store.ts';
export { detectLanguage, type Language } from './detect-language.ts';
export { closeEmbedder } from './embed-texts.ts';
export { EmbedderDraft } from './embedder.settings.ts';
export {
  clearEmbedder,
  type EmbedderStatus,
  type EmbedderTest,
  readEmbedder,
  saveEmbedder,
  testEmbedder,
} from './embedder.ts';
export { fetchModel, type ModelFetch, ModelFiles, modelFolder, proposedModel, readModelFetch } from './fetch-model.ts';
export { type Example, type ExampleMatch, matchExamples } from './match-examples.ts';
export { searchOperations } from './search.operations.ts';
export { type KnowledgeAnswer, type KnowledgeHit, type KnowledgeQuery, searchKnowledge } from './search-knowledge.ts';
export { dropChunks, setSearchable, stageChunks, swapChunks } from './stage-chunks.ts';

export const retrievalJobs: Job<never>[] = [...indexJobs, ...embedJobs, ...fetchJobs];
export const retrievalRecurring = embedRecurring;
