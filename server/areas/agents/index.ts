import type { Area } from '../../http/area.ts';
import type { Db } from '../../platform/database.ts';
import { Problem } from '../../platform/problem.ts';
import { channelLinkOperations } from './channel-link.operations.ts';
import { agentOperations } from './operations.ts';
import type { Agent } from './schemas.ts';
import { agentExists, findAgent } from './store.ts';

export { isOpenAt } from './business-hours.ts';
export { type CatalogItemRow, findCatalogItems, insertCatalogItem, listCatalogItems } from './catalog-items.store.ts';
export type { Agent } from './schemas.ts';
export { agentExists, findAgent } from './store.ts';

/** The agent that a request names in `field`; throws 400 `unknown_reference` when there is none. */
export async function requireAgent(db: Db, workspaceId: string, id: string, field: string): Promise<Agent> {
  const agent = await findAgent(db, workspaceId, id);
  if (agent) return agent;
  throw unknownAgent(field);
}

/** Like `requireAgent`, for who needs nothing of the agent. */
export async function assertAgent(db: Db, workspaceId: string, id: string, field: string): Promise<void> {
  if (!(await agentExists(db, workspaceId, id))) throw unknownAgent(field);
}

/** Like `assertAgent` for a filter that may be absent. */
export async function assertAgentFilter(db: Db, workspaceId: string, id: string | undefined): Promise<void> {
  if (id !== undefined) await assertAgent(db, workspaceId, id, 'query.aiAgentId');
}

function unknownAgent(field: string): Problem {
  const message = 'No such agent';
  return new Problem('unknown_reference', message, {
    errors: [{ field, code: 'unknown_reference', message }],
    status: 400,
  });
}

export const agents: Area = {
  name: 'agents',
  title: 'AI agents',
  operations: { ...agentOperations, ...channelLinkOperations },
};
