import { type Area, asJob } from '../../http/area.ts';
import type { AgentData } from '../agents/index.ts';
import { baseAgentOperations } from './bases/base-agents.operations.ts';
import { baseOperations } from './bases/bases.operations.ts';
import { embedJobs, embedRecurring } from './embedding/embed-chunks.ts';
import { closeEmbedder } from './embedding/embed-texts.ts';
import { fetchJobs } from './embedding/fetch-model.ts';
import { OnnxModel } from './embedding/onnx-model.ts';
import { indexJobs } from './passages/stage-chunks.ts';
import { hashSources } from './review/hash-sources.ts';
import { forgetReader, knowledgeSpeaking, testSource } from './review/review-sources.ts';
import { searchOperations } from './search/search.operations.ts';
import { agentSourceOperations } from './sources/agent-sources.operations.ts';
import { baseSourceOperations } from './sources/base-sources.operations.ts';
import { deleteSource } from './sources/change-source.ts';
import { indexSource } from './sources/index-source.ts';
import { listStoppedSources } from './sources/list-stopped.ts';
import { refreshSources } from './sources/refresh-sources.ts';
import { listSources, restartRefreshWaits } from './sources/sources.store.ts';

export { insertBase, replaceAgentBases } from './bases/bases.store.ts';
export {
  clearEmbedder,
  type EmbedderStatus,
  type EmbedderTest,
  readEmbedder,
  saveEmbedder,
  testEmbedder,
} from './embedding/configure-embedder.ts';
export { EmbedderDraft } from './embedding/embedder.settings.ts';
export {
  fetchModel,
  type ModelFetch,
  ModelFiles,
  modelFolder,
  proposedModel,
  readModelFetch,
} from './embedding/fetch-model.ts';
export { extractPdfLines } from './extract/extract-document.ts';
export { isStopWord, stemWord } from './language/analyse-text.ts';
export { abbreviations, chat, emojiConcepts, firstWordOf, isSpoken, type PhraseList } from './language/chat.ts';
export { isThing } from './language/concepts.ts';
export { detectLanguage } from './language/detect-language.ts';
export { findConcepts, findSimilarWords, isInLexicon, soundsLike } from './language/lexicon.ts';
export { isOwnMatter, type OwnMatter, ownMatters } from './language/own-matters.ts';
export { indexSounds, soundOf } from './language/sound.ts';
export {
  findTopics,
  howTelling,
  isUsual,
  nearness,
  noSense,
  prepareTopics,
  type Sense,
  senseOfStem,
} from './language/topics.ts';
export { countEdits, mostEdits } from './passages/vocabulary.store.ts';
export { groupByMeaning, sameMeaning } from './search/group-by-meaning.ts';
export { type Example, type ExampleMatch, matchExamples } from './search/match-examples.ts';
export type { KnowledgeSearchResult } from './search/search.schemas.ts';
export {
  type KnowledgeAnswer,
  type KnowledgeHit,
  type KnowledgeQuery,
  searchKnowledge,
} from './search/search-knowledge.ts';
export { addStoredSource } from './sources/change-source.ts';
export { receiveText } from './sources/receive-source.ts';
export { type SampledPassage, samplePassages } from './sources/sample-passages.ts';
export { SourceFault } from './sources/source-fault.ts';
export { untilRead } from './sources/until-read.ts';

const agentData: AgentData[] = [
  {
    kind: 'knowledgeSources',
    table: 'knowledge_sources',
    column: 'agent_id',
    async remove(work, agentId) {
      for (const row of await listSources(work.db, work.workspace.id, { agentId })) await deleteSource(work, row);
    },
  },
  { kind: 'knowledgeApprovals', table: 'knowledge_approvals', column: 'agent_id', remove: forgetReader },
  { kind: 'knowledgeBases', table: 'agent_knowledge_bases', column: 'agent_id', remove: true },
];

export const knowledge = {
  name: 'knowledge',
  title: 'Knowledge',
  about: 'What agents look up to answer: texts, files and web pages, and their search.',
  operations: {
    ...baseOperations,
    ...baseAgentOperations,
    ...baseSourceOperations,
    ...agentSourceOperations,
    ...searchOperations,
  },
  jobs: [asJob(indexSource), asJob(testSource), ...indexJobs, ...embedJobs, ...fetchJobs],
  recurring: [{ name: 'knowledge refresh', cron: '41 * * * *', run: refreshSources }, ...embedRecurring],
  waits: [{ restart: restartRefreshWaits }],
  provides: {
    agentData,
    stoppedParts: [listStoppedSources],
    hashPart: [hashSources],
    speakingChange: [knowledgeSpeaking],
    textIndex: [
      { index: 'knowledge_index', table: 'knowledge_chunks', row: 'row' },
      { index: 'knowledge_spelling', table: 'knowledge_vocabulary', row: 'id' },
    ],
  },
  services: () => ({
    exampleVectors: new Map(),
    embedderPause: { untilMs: 0, model: '' },
    localModel: new OnnxModel(),
  }),
  stop: closeEmbedder,
} satisfies Area;
