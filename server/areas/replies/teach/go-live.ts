import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { findAgent, findPublishGate, type GateCase, publishAgent } from '../../agents/index.ts';

interface Taught {
  platform: Platform;
  workspace: Workspace;
  agentId: string;
  actor: Actor;
  write<T>(run: (work: Work) => Promise<T>): Promise<T>;
}

interface Tested {
  state: 'live' | 'tested' | 'refused';
  failed: GateCase[];
}

/** Publishes the changes of a published agent, which runs its tests; another one is only tested. */
export async function goLive({ platform, workspace, agentId, actor, write }: Taught): Promise<Tested> {
  const agent = await findAgent(platform.database.read, workspace.id, agentId);
  if (!agent) throw new Problem('not_found');
  if (agent.status !== 'PUBLISHED') {
    const { cases } = await findPublishGate(platform.provided).run(platform, workspace.id, agentId, actor);
    const failed = cases.filter(({ passed }) => !passed);
    return { state: failed.length === 0 ? 'tested' : 'refused', failed };
  }
  // The lesson may be one that customers hear already.
  if (!agent.hasUnpublishedChanges) return { state: 'live', failed: [] };
  try {
    await publishAgent({ platform, workspace, agent, actor, write });
    return { state: 'live', failed: [] };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'gate_failed') throw error;
    return { state: 'refused', failed: (error.details.extra?.cases ?? []) as GateCase[] };
  }
}
