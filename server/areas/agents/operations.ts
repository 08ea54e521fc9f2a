import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { Flag, listOf } from '../../http/paginate.ts';
import { fold } from '../../platform/database/fold.ts';
import { agentTarget } from './agent-target.ts';
import { toConfiguration } from './configuration/configure-agent.ts';
import { createAgent } from './lifecycle/create-agent.ts';
import { Agent, AgentChanges, AgentDraft } from './schemas.ts';
import { findAgent, listAgents, updateAgent } from './store.ts';

const ListQuery = z.object({
  search: z.string().max(200).optional().describe('A part of the name; accents and case do not matter.'),
  archived: Flag.describe('`true`: the archived agents; else those that are not.'),
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
      'It begins as a DRAFT that has not been tested. Ids of services and rules are made where they are absent. ' +
      'What is given wins over what the template of `templateId` says; an unknown one is 400 `unknown_reference`.',
    tx: 'write',
    body: AgentDraft,
    success: 201,
    response: Agent,
    errors: ['quota_exceeded', 'unknown_reference'],
    statuses: { unknown_reference: 400 },
    run: ({ body, ...work }) => createAgent(work, body),
  }),

  getAgent: operation({
    method: 'get',
    path: '/api/ai-agents/{id}',
    scope: 'agents.read',
    summary: 'Get an AI agent',
    tx: 'read',
    target: agentTarget,
    success: 200,
    response: Agent,
    run: async ({ target }) => target,
  }),

  updateAgent: operation({
    method: 'patch',
    path: '/api/ai-agents/{id}',
    scope: 'agents.write',
    summary: 'Change an AI agent',
    description:
      'Each field that is given replaces the present one as a whole; `null` resets it. What is changed takes effect at ' +
      'once and is untested (`hasUntestedChanges`). Reminders that are queued already keep their time.',
    tx: 'write',
    target: agentTarget,
    body: AgentChanges,
    success: 200,
    response: Agent,
    async run({ db, workspace, params, body, now, newId, target }) {
      if (Object.keys(body).length === 0) return target;
      await updateAgent(db, workspace.id, params.id, toConfiguration({ newId }, body), now);
      return (await findAgent(db, workspace.id, params.id)) as Agent;
    },
  }),
} satisfies Operations;
