import type { Operations } from '../../../http/operation.ts';
import { agentTarget } from '../../agents/index.ts';
import { AgentSourceChanges } from '../schemas.ts';
import * as sources from './build-source-operations.ts';

const agents = {
  path: '/api/ai-agents/{id}/knowledge',
  target: agentTarget,
  ownerOf: (agentId: string) => ({ agentId }),
} as const;

/** The sources of one agent. */
export const agentSourceOperations = {
  listAgentKnowledge: sources.listOperation(
    agents,
    "List an agent's own knowledge sources",
    'All sources of the agent, by name. Sources of its bases are listed at each base.',
  ),
  getAgentKnowledgeSource: sources.getOperation(agents, "Get one of an agent's knowledge sources"),
  createAgentKnowledgeText: sources.createTextOperation(agents, 'Add a text to the knowledge of an agent'),
  uploadAgentKnowledge: sources.uploadOperation(agents, 'Upload a document to the knowledge of an agent'),
  createAgentKnowledgeUrl: sources.createUrlOperation(agents, 'Add a web page to the knowledge of an agent'),
  updateAgentKnowledgeSource: sources.updateOperation(
    agents,
    'Enable or disable a knowledge source of an agent',
    'Takes effect at once, without reindexing.',
    AgentSourceChanges,
    [],
  ),
  deleteAgentKnowledgeSource: sources.deleteOperation(agents, 'Delete a knowledge source of an agent'),
  reindexAgentKnowledgeSource: sources.reindexOperation(agents, 'Reindex a knowledge source of an agent', 200),
  listAgentKnowledgeChunks: sources.listChunksOperation(agents, 'List the passages of a source of an agent'),
} satisfies Operations;
