import { type Area, asJob } from '../../http/area.ts';
import type { Db } from '../../platform/database/database.ts';
import { type AgentData, countRows, deleteRows } from '../agents/index.ts';
import { baseOperations } from './bases/bases.operations.ts';
import { OnnxModel } from './embedding/onnx-model.ts';
import { closeEmbedder, retrievalJobs, retrievalRecurring, searchOperations } from './retrieval/index.ts';
import { agentSourceOperations } from './sources/agent-sources.operations.ts';
import { baseSourceOperations } from './sources/base-sources.operations.ts';
import { deleteSource } from './sources/change-source.ts';
import { indexSource } from './sources/index-source.ts';
import { refreshSources } from './sources/refresh-sources.ts';
import { listReadSources, listSources, restartRefreshWaits } from './sources/sources.store.ts';

export { insertBase, replaceAgentBases } from './bases/bases.store.ts';
export { extractPdfLines } from './extract/extract-document.ts';
export {
  clearEmbedder,
  detectLanguage,
  EmbedderDraft,
  type EmbedderStatus,
  type EmbedderTest,
  type Example,
  type ExampleMatch,
  fetchModel,
  type KnowledgeAnswer,
  type KnowledgeHit,
  type KnowledgeQuery,
  type ModelFetch,
  ModelFiles,
  matchExamples,
  modelFolder,
  proposedModel,
  readEmbedder,
  readModelFetch,
  saveEmbedder,
  searchKnowledge,
  testEmbedder,
} from './retrieval/index.ts';
export { addStoredSource } from './sources/change-source.ts';
export { receiveText } from './sources/receive-source.ts';
export { type SampledPassage, samplePassages } from './sources/sample-passages.ts';
export { SourceFault } from './sources/source-fault.ts';

const agentData: AgentData[] = [
  {
    kind: 'knowledgeSources',
    table: 'knowledge_sources',
    count: countRows('knowledge_sources', 'agent_id'),
    async remove(work, agentId) {
      for (const row of await listSources(work.db, work.workspace.id, { agentId })) await deleteSource(work, row);
    },
  },
  {
    kind: 'knowledgeBases',
    table: 'agent_knowledge_bases',
    count: countRows('agent_knowledge_bases', 'agent_id'),
    remove: deleteRows('agent_knowledge_bases', 'agent_id'),
  },
];

const sourceHashes = async (db: Db, workspaceId: string, agentId: string) =>
  (await listReadSources(db, workspaceId, agentId)).map((row) => [row.id, row.content_hash]);

export const knowledge = {
  name: 'knowledge',
  title: 'Knowledge',
  operations: { ...baseOperations, ...baseSourceOperations, ...agentSourceOperations, ...searchOperations },
  jobs: [asJob(indexSource), ...retrievalJobs],
  recurring: [{ name: 'knowledge refresh', cron: '41 * * * *', run: refreshSources }, ...retrievalRecurring],
  waits: [{ restart: restartRefreshWaits }],
  provides: { agentData, hashPart: [sourceHashes] },
  services: () => ({
    exampleVectors: new Map(),
    embedderPause: { untilMs: 0, model: '' },
    localModel: new OnnxModel(),
  }),
  stop: closeEmbedder,
} satisfies Area;
