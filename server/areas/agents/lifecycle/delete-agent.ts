import type { z } from 'zod';
import { releaseQuota } from '../../../platform/access/quotas.ts';
import type { Db } from '../../../platform/database/database.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import type { Provided } from '../../../platform/wiring.ts';
import type { Work } from '../../../platform/work/work.ts';
import { agentDeleted } from '../events.ts';
import type { Agent, DeletionImpact } from '../schemas.ts';
import { deleteAgentRow, findAgent } from '../store.ts';
import { isBusinessData } from './agent-data.ts';

/** Counts each kind of data that names the agent, and tells which would go with it and which keeps it. */
export async function readDeletionImpact(
  { db, provided }: { db: Db; provided: Provided },
  workspaceId: string,
  agentId: string,
): Promise<z.input<typeof DeletionImpact>> {
  const blocking: Record<string, number> = {};
  const removed: Record<string, number> = {};
  for (const data of provided('agentData')) {
    const counts = isBusinessData(data) ? blocking : removed;
    counts[data.kind] = await data.count(db, workspaceId, agentId);
  }
  return { agentId, canDelete: Object.values(blocking).every((count) => count === 0), blocking, removed };
}

/** Deletes an agent with its configuration. Throws 409 with the impact when it has business data. */
export async function deleteAgent(work: Work, agent: Agent): Promise<void> {
  const impact = await readDeletionImpact(work, work.workspace.id, agent.id);
  if (!impact.canDelete) {
    const present = Object.entries(impact.blocking).filter(([, count]) => count > 0);
    const counts = present.map(([kind, count]) => `${count} ${kind}`).join(', ');
    throw new Problem('agent_has_data', `The agent has ${counts}: reassign them to another agent, or archive it`, {
      extra: { impact },
    });
  }
  await removeAgent(work, agent);
}

/**
 * Gives all business data of an agent to another one and deletes it, in one transaction.
 * Throws 400 for the agent itself, 404 for a target that there is not, 409 for one that is archived.
 */
export async function reassignAgent(work: Work, agent: Agent, targetId: string): Promise<void> {
  if (targetId === agent.id) throw invalid('path.targetId', 'must be another agent than the one that is deleted');
  const target = await findAgent(work.db, work.workspace.id, targetId);
  if (!target) throw new Problem('not_found', 'The agent that targetId names does not exist');
  if (target.status === 'ARCHIVED') {
    throw new Problem('agent_archived', 'The target is archived: it takes nothing over until it is unarchived');
  }
  for (const data of work.provided('agentData')) await data.reassign?.(work, agent.id, targetId);
  await removeAgent(work, agent);
}

async function removeAgent(work: Work, agent: Agent): Promise<void> {
  for (const data of work.provided('agentData')) await data.remove?.(work, agent.id);
  await deleteAgentRow(work.db, work.workspace.id, agent.id);
  await releaseQuota(work, 'agents');
  await work.emit(agentDeleted, agent);
}
