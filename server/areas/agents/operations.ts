import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { Flag, listOf } from '../../http/paginate.ts';
import { readOperation } from '../../http/usual-operations.ts';
import { fold } from '../../platform/database/fold.ts';
import { agentTarget } from './agent-target.ts';
import { toConfiguration } from './configuration/to-configuration.ts';
import { createAgent } from './lifecycle/create-agent.ts';
import { settleVersions } from './published/settle-versions.ts';
import { Agent, AgentChanges, AgentDraft } from './schemas.ts';
import { findAgent, listAgents, updateAgent } from './store.ts';

const ListQuery = z.object({
  search: z.string().max(200).optional().describe('Part of the name, regardless of accents and case.'),
  archived: Flag.describe('`true` lists archived agents instead of the others.'),
});

export const agentOperations = {
  listAgents: operation({
    method: 'get',
    path: '/api/ai-agents',
    scope: 'agents.read',
    summary: 'List AI agents',
    description: 'All agents that are not archived, oldest first.',
    tx: 'read',
    query: ListQuery,
    success: 200,
    response: listOf(Agent),
    async run({ db, workspace, query }) {
      const agents = await listAgents(db, workspace.id, { archived: query.archived ?? false });
      const wanted = fold(query.search ?? '');
      return { data: agents.filter((entry) => fold(entry.name).includes(wanted)) };
    },
  }),

  createAgent: operation({
    method: 'post',
    path: '/api/ai-agents',
    scope: 'agents.write',
    summary: 'Create an AI agent',
    description:
      'The agent begins as an untested DRAFT. Absent ids of services and rules are generated. Given fields take ' +
      'precedence over the template of `templateId`. 400 `unknown_reference` for an unknown template.',
    tx: 'write',
    body: AgentDraft,
    success: 201,
    response: Agent,
    errors: ['quota_exceeded', 'unknown_reference'],
    statuses: { unknown_reference: 400 },
    run: ({ body, ...work }) => createAgent(work, body),
  }),

  getAgent: readOperation({
    path: '/api/ai-agents/{id}',
    scope: 'agents.read',
    summary: 'Get an AI agent',
    target: agentTarget,
  }),

  updateAgent: operation({
    method: 'patch',
    path: '/api/ai-agents/{id}',
    scope: 'agents.write',
    summary: 'Change an AI agent',
    description:
      'Each given field replaces the current value as a whole; `null` resets it. Customers of a published agent ' +
      'hear it after it is published again (`hasUnpublishedChanges`); closing today may take effect at once. Reminders that are already queued keep their time.',
    tx: 'write',
    target: agentTarget,
    body: AgentChanges,
    success: 200,
    response: Agent,
    async run({ params, body, target, ...work }) {
      const { db, workspace, now } = work;
      if (Object.keys(body).length === 0) return target;
      await updateAgent(db, workspace.id, params.id, toConfiguration(work, body), now);
      await settleVersions(work, params.id);
      return (await findAgent(db, workspace.id, params.id)) as Agent;
    },
  }),
} satisfies Operations;
