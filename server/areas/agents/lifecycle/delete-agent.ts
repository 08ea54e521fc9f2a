import { z } from 'zod';
import { releaseQuota } from '../../../platform/access/quotas.ts';
import type { Db } from '../../../platform/database/database.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import type { Provided } from '../../../platform/wiring.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { agentDeleted } from '../events.ts';
import type { Agent, DeletionImpact } from '../schemas.ts';
import { deleteAgentRow, findAgent } from '../store.ts';
import { countAgentData, reassignAgentData, reassignPart, removeAgentData, removeLeft } from './agent-data.ts';

/** Counts each kind of rows that refer to the agent, by whether it blocks the deletion or is removed with it. */
export async function readDeletionImpact(
  { db, provided }: { db: Db; provided: Provided },
  workspaceId: string,
  agentId: string,
): Promise<z.input<typeof DeletionImpact>> {
  const blocking: Record<string, number> = {};
  const removed: Record<string, number> = {};
  for (const data of provided('agentData')) {
    const counts = data.remove || data.removeLater ? removed : blocking;
    counts[data.kind] = await countAgentData(db, workspaceId, data, agentId);
  }
  return { agentId, canDelete: Object.values(blocking).every((count) => count === 0), blocking, removed };
}

/** Deletes an agent with its configuration. Throws 409 with the impact if it has business data. */
export async function deleteAgent(work: Work, agent: Agent): Promise<void> {
  const impact = await readDeletionImpact(work, work.workspace.id, agent.id);
  if (!impact.canDelete) {
    const present = Object.entries(impact.blocking).filter(([, count]) => count > 0);
    const counts = present.map(([kind, count]) => `${count} ${kind}`).join(', ');
    throw new Problem('agent_has_data', `The agent has ${counts}: reassign them to another agent or archive this one`, {
      extra: { impact },
    });
  }
  await removeAgent(work, agent);
}

/**
 * Moves an agent's business data to another agent and deletes the agent. Most rows move in small transactions, because a
 * large shop would otherwise block all writes; the last transaction moves the rest and deletes. Safe to repeat after an
 * interruption. Each transaction checks both agents, because other calls may delete them in between.
 * Throws 400 if the target is the agent itself, 404 if one of them does not exist, 409 if the target is archived.
 */
export async function reassignAgent(
  { provided, write }: { provided: Provided; write<T>(run: (work: Work) => Promise<T>): Promise<T> },
  agent: Agent,
  targetId: string,
): Promise<void> {
  const inPart = <T>(run: (work: Work) => Promise<T>): Promise<T> =>
    write(async (work) => {
      await assertReassignable(work, agent, targetId);
      return run(work);
    });
  for (const data of provided('agentData')) {
    while (await inPart((work) => reassignPart(work, data, agent.id, targetId)));
  }
  await inPart(async (work) => {
    for (const data of provided('agentData')) await reassignAgentData(work, data, agent.id, targetId);
    await removeAgent(work, agent);
  });
}

async function assertReassignable(work: Work, agent: Agent, targetId: string): Promise<void> {
  if (targetId === agent.id) throw invalid('path.targetId', 'must differ from the agent to delete');
  if (!(await findAgent(work.db, work.workspace.id, agent.id))) throw new Problem('not_found');
  const target = await findAgent(work.db, work.workspace.id, targetId);
  if (!target) throw new Problem('not_found', 'The target agent does not exist');
  if (target.status === 'ARCHIVED') {
    throw new Problem('agent_archived', 'The target agent is archived: unarchive it first');
  }
}

async function removeAgent(work: Work, agent: Agent): Promise<void> {
  for (const data of work.provided('agentData')) await removeAgentData(work, data, agent.id);
  await deleteAgentRow(work.db, work.workspace.id, agent.id);
  await releaseQuota(work, 'agents');
  await work.enqueue(dropRest, { agentId: agent.id });
  await work.emit(agentDeleted, agent);
}

/** Deletes what a deleted agent has left, in short transactions, such as unanswered questions. */
export const dropRest = defineJob({
  name: 'drop what an agent has left',
  input: z.object({ agentId: z.string() }),
  forgetWhenDone: true,
  async run({ platform, workspaceId, input: { agentId } }) {
    for (const data of platform.provided('agentData')) {
      while (await platform.workFor(workspaceId ?? '', systemActor, (work) => removeLeft(work, data, agentId)));
    }
  },
});
