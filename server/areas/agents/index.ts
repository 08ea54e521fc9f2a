import { type Area, asJob } from '../../http/area.ts';
import type { Db } from '../../platform/database/database.ts';
import { unknownReference } from '../../platform/problem.ts';
import { relinkChannels } from '../channels/index.ts';
import { catalogItemOperations } from './catalog/catalog-items.operations.ts';
import { faqOperations } from './configuration/faqs.operations.ts';
import { referenceOperations } from './configuration/reference.operations.ts';
import { ruleOperations } from './configuration/rules.operations.ts';
import type { AgentData } from './lifecycle/agent-data.ts';
import { channelLinkOperations } from './lifecycle/channel-link.operations.ts';
import { dropRest } from './lifecycle/delete-agent.ts';
import { lifecycleOperations } from './lifecycle/lifecycle.operations.ts';
import { agentOperations } from './operations.ts';
import { publishedOperations } from './published/published.operations.ts';
import type { Agent } from './schemas.ts';
import { agentExists, findAgent } from './store.ts';
import { templateOptionOperations } from './templates/template-options.operations.ts';

export { type AgentBrief, findAgentBrief, hasPublishedAgent, isPublished, readAgentNames } from './agent-brief.ts';
export { agentTarget } from './agent-target.ts';
export { addCatalogItem, mostItems } from './catalog/add-catalog-item.ts';
export { CatalogItem } from './catalog/catalog-items.schemas.ts';
export {
  type CatalogItemRow,
  findCatalogItems,
  findItemsWithImage,
  insertCatalogItem,
  listCatalogItems,
  toCatalogItem,
} from './catalog/catalog-items.store.ts';
export type { Opening } from './configuration/business-hours.ts';
export {
  hoursOfDay,
  isOpenAt,
  mergeSpans,
  openBetween,
  openSpans,
  type Span,
} from './configuration/business-hours.ts';
export { configurationHash } from './configuration/configuration-hash.ts';
export { readOpening } from './configuration/read-opening.ts';
export { addFaq, changeFaq } from './configuration/save-faq.ts';
export type { AgentData } from './lifecycle/agent-data.ts';
export { createAgent } from './lifecycle/create-agent.ts';
export { type GateCase, GateEngine, GateRun, gateEngines } from './lifecycle/gate.schemas.ts';
export { insertGateRun, latestGateRun } from './lifecycle/gate-runs.store.ts';
export { publishAgent } from './lifecycle/publish-agent.ts';
export { findPublishGate, type PublishGate } from './lifecycle/publish-gate.ts';
export type { HeldBack } from './published/published.schemas.ts';
export { type AgentVersion, findPublishedAgent, findSnapshot } from './published/snapshots.store.ts';
export type { Agent, Faq } from './schemas.ts';
export { agentExists, findAgent, listAgents, touchAgents } from './store.ts';

const noAgent = 'No such agent';

/** The agent that a request names in `field`. Throws `unknown_reference` if it does not exist. */
export async function requireAgent(db: Db, workspaceId: string, id: string, field: string): Promise<Agent> {
  const agent = await findAgent(db, workspaceId, id);
  if (agent) return agent;
  throw unknownReference(field, noAgent);
}

/** Like `requireAgent`, without loading the agent. */
export async function assertAgent(db: Db, workspaceId: string, id: string, field: string): Promise<void> {
  if (!(await agentExists(db, workspaceId, id))) throw unknownReference(field, noAgent);
}

/** Like `assertAgent` for a filter that may be absent. */
export async function assertAgentFilter(db: Db, workspaceId: string, id: string | undefined): Promise<void> {
  if (id !== undefined) await assertAgent(db, workspaceId, id, 'query.aiAgentId');
}

const agentData: AgentData[] = [
  { kind: 'faqs', table: 'agent_faqs', column: 'agent_id', remove: true },
  { kind: 'catalogItems', table: 'catalog_items', column: 'agent_id', remove: true },
  { kind: 'snapshots', table: 'agent_snapshots', column: 'agent_id', remove: true },
  { kind: 'gateRuns', table: 'gate_runs', column: 'agent_id', remove: true },
  // The channels area is below this one and cannot register its own rows.
  {
    kind: 'channels',
    table: 'channels',
    column: 'ai_agent_id',
    reassign: relinkChannels,
    remove: (work, agentId) => relinkChannels(work, agentId, null),
  },
];

export const agents = {
  name: 'agents',
  title: 'AI agents',
  about: 'Assistants that answer customers: what they know, sell and may do, their tests, versions and publication.',
  operations: {
    ...agentOperations,
    ...ruleOperations,
    ...faqOperations,
    ...catalogItemOperations,
    ...referenceOperations,
    ...templateOptionOperations,
    ...lifecycleOperations,
    ...publishedOperations,
    ...channelLinkOperations,
  },
  jobs: [asJob(dropRest)],
  provides: { agentData },
} satisfies Area;
