import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Provided } from '../../../platform/wiring.ts';
import { agentTarget, configurationHash, GateRun, latestGateRun } from '../../agents/index.ts';
import { replyGate } from './reply-gate.ts';

const states = ['PASSED', 'FAILED', 'STALE', 'NOT_RUN'] as const;

const Evaluation = z
  .object({
    run: GateRun.nullable().describe('The latest run; null before the first.'),
    gate: z.object({
      state: z
        .enum(states)
        .describe('STALE: configuration, FAQs, items or knowledge have changed since; publishing reruns the tests.'),
      blocking: z
        .array(GateRun.shape.cases.element)
        .describe('The failed cases that block publishing the current configuration.'),
    }),
  })
  .meta({ id: 'AgentEvaluation' });
type Evaluation = z.infer<typeof Evaluation>;

async function readEvaluation(
  { db, provided }: { db: Db; provided: Provided },
  workspaceId: string,
  agentId: string,
): Promise<Evaluation> {
  const run = await latestGateRun(db, workspaceId, agentId);
  if (!run) return { run, gate: { state: 'NOT_RUN', blocking: [] } };
  const isCurrent = run.hash === (await configurationHash({ db, provided }, workspaceId, agentId));
  const blocking = isCurrent ? run.cases.filter((entry) => !entry.passed) : [];
  return { run, gate: { state: isCurrent ? run.state : 'STALE', blocking } };
}

export const evalOperations = {
  getAgentEval: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/eval',
    scope: 'agents.read',
    summary: 'Get the latest boundary-test run and the state of the publishing gate',
    tx: 'read',
    target: agentTarget,
    success: 200,
    response: Evaluation,
    run: ({ db, platform, workspace, params }) =>
      readEvaluation({ db, provided: platform.provided }, workspace.id, params.id),
  }),

  runAgentEval: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/eval',
    scope: 'agents.write',
    summary: 'Run the boundary tests of an agent now',
    description:
      'Runs tests that are built from the configuration against the agent, without a language model and without ' +
      'sending anything. Publishing does so automatically if the configuration has changed.',
    tx: 'none',
    target: agentTarget,
    success: 200,
    response: Evaluation,
    extension: true,
    async run({ platform, db, workspace, params }) {
      await replyGate.run(platform, workspace.id, params.id);
      return readEvaluation({ db, provided: platform.provided }, workspace.id, params.id);
    },
  }),
} satisfies Operations;
