import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import type { Db } from '../../../platform/database/database.ts';
import { readLanguageModel } from '../../../platform/language-model.ts';
import type { Provided } from '../../../platform/wiring.ts';
import { agentTarget, configurationHash, GateEngine, GateRun, latestGateRun } from '../../agents/index.ts';
import { estimateModelCost, runModelGate } from './model-gate.ts';
import { replyGate } from './reply-gate.ts';

const states = ['PASSED', 'FAILED', 'STALE', 'NOT_RUN'] as const;

const Evaluation = z
  .object({
    run: GateRun.nullable().describe('The latest run; null before the first.'),
    gate: z
      .object({
        state: z
          .enum(states)
          .describe('STALE: configuration, FAQs, items or knowledge have changed since; publishing reruns the tests.'),
        blocking: z
          .array(GateRun.shape.cases.element)
          .describe('The failed cases that block publishing the current configuration.'),
      })
      .describe('Whether the agent can be published as it is.'),
    modelRun: GateRun.nullable().describe(
      'Extension: the latest run with the language model, which blocks nothing; null before the first.',
    ),
  })
  .meta({ id: 'AgentEvaluation' });
type Evaluation = z.infer<typeof Evaluation>;

async function readEvaluation(
  { db, provided }: { db: Db; provided: Provided },
  workspaceId: string,
  agentId: string,
): Promise<Evaluation> {
  const run = await latestGateRun(db, workspaceId, agentId);
  const modelRun = await latestGateRun(db, workspaceId, agentId, 'model');
  if (!run) return { run, gate: { state: 'NOT_RUN', blocking: [] }, modelRun };
  const isCurrent = run.hash === (await configurationHash({ db, provided }, workspaceId, agentId));
  const blocking = isCurrent ? run.cases.filter((entry) => !entry.passed) : [];
  return { run, gate: { state: isCurrent ? run.state : 'STALE', blocking }, modelRun };
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
    words: 'never',
    summary: 'Run the boundary tests of an agent now',
    description:
      'Runs tests that are built from the configuration against the agent, without sending anything. Publishing does ' +
      'so automatically if the configuration has changed, without a language model. With `engine` `model` the ' +
      'configured model answers, within limits of cases, time and tokens; 409 `model_not_configured` without one.',
    tx: 'none',
    // It reads all items several times, with the tests between.
    steps: 60_000,
    target: agentTarget,
    body: z.strictObject({ engine: GateEngine.default('local').describe('Default `local`.') }),
    success: 200,
    response: Evaluation,
    errors: ['model_not_configured'],
    extension: true,
    async run({ platform, db, workspace, actor, params, body, fail }) {
      if (body.engine === 'local') await replyGate.run(platform, workspace.id, params.id, actor);
      else if ((await readLanguageModel(db)) === null) throw fail('model_not_configured');
      else await runModelGate(platform, workspace.id, params.id, actor);
      return readEvaluation({ db, provided: platform.provided }, workspace.id, params.id);
    },
  }),
} satisfies Operations;

export const evalOwnerOperations = {
  estimateAgentEval: operation({
    method: 'get',
    path: '/owner/agents/{id}/eval/cost',
    scope: 'owner',
    summary: 'Estimate what a run of the boundary tests with the language model costs',
    tx: 'none',
    target: agentTarget,
    success: 200,
    response: z.object({
      isConfigured: z.boolean().describe('Whether there is a language model to test.'),
      cases: z.int(),
      tokens: z.int().describe('Tokens of all cases together, in and out.'),
      isMeasured: z.boolean().describe('Whether the tokens of a case come from the latest such run.'),
    }),
    async run({ platform, db, workspace, params }) {
      if ((await readLanguageModel(db)) === null)
        return { isConfigured: false, cases: 0, tokens: 0, isMeasured: false };
      return { isConfigured: true, ...(await estimateModelCost(platform, workspace.id, params.id)) };
    },
  }),
} satisfies Operations;
