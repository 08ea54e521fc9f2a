import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { agentTarget } from '../agent-target.ts';
import { settleVersions } from '../published/settle-versions.ts';
import { Rule } from '../schemas.ts';
import { updateAgent } from '../store.ts';
import { changeRules } from './change-rules.ts';
import { RulesPatch } from './configuration.schemas.ts';

export const ruleOperations = {
  listAgentRules: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/rules',
    scope: 'agents.read',
    summary: 'List the service rules of an agent',
    tx: 'read',
    target: agentTarget,
    success: 200,
    response: listOf(Rule),
    run: async ({ target }) => ({ data: target.rules }),
  }),

  changeAgentRules: operation({
    method: 'patch',
    path: '/api/ai-agents/{id}/rules',
    scope: 'agents.write',
    summary: 'Add, change, remove or move one rule',
    description:
      'Takes exactly one of `add`, `update`, `remove` and `reorder`. Returns all rules. 404 `unknown_reference` for ' +
      'an unknown rule. `If-Match` takes the ETag of the agent.',
    tx: 'write',
    target: agentTarget,
    body: RulesPatch,
    success: 200,
    response: listOf(Rule),
    errors: ['unknown_reference', 'too_many'],
    statuses: { too_many: 400 },
    async run({ params, body, target, ...work }) {
      const rules = changeRules(target.rules, body, work.newId('rule'));
      await updateAgent(work.db, work.workspace.id, params.id, { rules }, work.now);
      await settleVersions(work, params.id);
      return { data: rules };
    },
  }),
} satisfies Operations;
