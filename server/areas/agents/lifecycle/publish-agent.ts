import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { configurationHash } from '../configuration/configuration-hash.ts';
import type { Agent } from '../schemas.ts';
import { findAgent } from '../store.ts';
import { latestGateRun } from './gate-runs.store.ts';
import { assertMove, moveToPublished } from './move-agent.ts';
import { findPublishGate } from './publish-gate.ts';

interface Publishing {
  platform: Platform;
  workspace: Workspace;
  agent: Agent;
  actor: Actor;
  write<T>(run: (work: Work) => Promise<T>): Promise<T>;
}

/**
 * Publishes an agent, or the changes of a published one, if the draft has passed the gate; runs the gate if there is no
 * such run yet. What was published before speaks until then. Throws `invalid_transition`, and `gate_failed` with the failed
 * cases or if the agent was changed meanwhile.
 */
export async function publishAgent({ platform, workspace, agent, actor, write }: Publishing): Promise<Agent> {
  const gate = findPublishGate(platform.provided);
  const reader = { db: platform.database.read, provided: platform.provided };
  assertMove(agent, 'publish');
  const latest = await latestGateRun(platform.database.read, workspace.id, agent.id);
  const current = await configurationHash(reader, workspace.id, agent.id);
  const isGood = latest?.state === 'PASSED' && latest.hash === current;
  const run = isGood ? latest : await gate.run(platform, workspace.id, agent.id, actor);
  if (run.state === 'FAILED') {
    const cases = run.cases.filter((entry) => !entry.passed);
    throw new Problem(
      'gate_failed',
      `${cases.length} of ${run.cases.length} tests failed: follow their advice and publish again`,
      {
        errors: cases.map(({ id, capability, advice }) => ({ field: id, code: capability, message: advice ?? '' })),
        extra: { runId: run.id, cases },
      },
    );
  }
  return write(async (work) => {
    const now = await findAgent(work.db, workspace.id, agent.id);
    if (!now) throw new Problem('not_found');
    if ((await configurationHash(work, workspace.id, agent.id)) !== run.hash) {
      const detail = 'The agent was changed while it was being tested: publish again';
      throw new Problem('gate_failed', detail, { extra: { runId: run.id, cases: [] } });
    }
    return moveToPublished(work, now, run.hash);
  });
}
