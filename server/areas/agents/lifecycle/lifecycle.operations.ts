import { z } from 'zod';
import { Deleted, deleted } from '../../../http/deleted.ts';
import { type Operations, operation } from '../../../http/operation.ts';
import { agentTarget } from '../agent-target.ts';
import { Agent, DeletionImpact } from '../schemas.ts';
import { deleteAgent, readDeletionImpact, reassignAgent } from './delete-agent.ts';
import { moveAgent } from './move-agent.ts';
import { publishAgent } from './publish-agent.ts';

const otherStates = 'Any other status is 409 `invalid_transition` with `agentStatus` and the `allowed` moves.';

/** A move that only sets the status. */
const moveOperation = (move: 'unpublish' | 'archive' | 'unarchive', summary: string, description: string) =>
  operation({
    method: 'post',
    path: `/api/ai-agents/{id}/${move}`,
    scope: 'agents.lifecycle',
    summary,
    description: `${description} ${otherStates}`,
    tx: 'write',
    target: agentTarget,
    success: 200,
    response: Agent,
    errors: ['invalid_transition'],
    statuses: { invalid_transition: 409 },
    run: ({ target, ...work }) => moveAgent(work, target, move),
  });

export const lifecycleOperations = {
  publishAgent: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/publish',
    scope: 'agents.lifecycle',
    summary: 'Publish an agent',
    description:
      'From DRAFT or UNPUBLISHED. It must pass its boundary tests as it is now: they are run when it has changed since. ' +
      `409 \`gate_failed\` tells the \`cases\` that failed. ${otherStates}`,
    tx: 'none',
    target: agentTarget,
    success: 200,
    response: Agent,
    errors: ['invalid_transition', 'gate_failed'],
    statuses: { invalid_transition: 409 },
    run: ({ platform, workspace, target, write }) => publishAgent({ platform, workspace, agent: target, write }),
  }),

  unpublishAgent: moveOperation('unpublish', 'Unpublish an agent', 'From PUBLISHED. It stops replying at once.'),
  archiveAgent: moveOperation(
    'archive',
    'Archive an agent',
    'From any other status. It stops replying at once and leaves the list; nothing is lost. Channels keep their link.',
  ),
  unarchiveAgent: moveOperation('unarchive', 'Bring an archived agent back', 'It is a DRAFT then.'),

  getAgentDeletionImpact: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/deletion-impact',
    scope: 'agents.read',
    summary: 'What deleting an agent would destroy',
    tx: 'read',
    target: agentTarget,
    success: 200,
    response: DeletionImpact,
    run: ({ db, platform, workspace, params }) =>
      readDeletionImpact({ db, provided: platform.provided }, workspace.id, params.id),
  }),

  deleteAgent: operation({
    method: 'delete',
    path: '/api/ai-agents/{id}',
    scope: 'agents.lifecycle',
    summary: 'Delete an agent that holds no business data',
    description:
      'In any status. Conversations, leads, orders and appointments keep it: 409 `agent_has_data` with the `impact`. ' +
      'What `impact.removed` counts goes with it. Emits `bot.deleted`.',
    tx: 'write',
    target: agentTarget,
    success: 200,
    response: Deleted,
    errors: ['agent_has_data'],
    async run({ target, ...work }) {
      await deleteAgent(work, target);
      return deleted(target.id);
    },
  }),

  reassignAgent: operation({
    method: 'delete',
    path: '/api/ai-agents/{id}/reassign/{targetId}',
    scope: 'agents.lifecycle',
    summary: 'Give all that an agent holds to another one and delete it',
    description:
      'In one transaction: conversations, leads, appointments, orders and channels move. Leads of both with one number ' +
      'become one. The agent itself as target is 400, an archived one 409. `If-Match` is about the agent that is ' +
      'deleted. Emits `bot.deleted`.',
    tx: 'write',
    target: agentTarget,
    success: 200,
    response: Deleted.extend({ reassignedTo: z.string() }),
    errors: ['agent_archived', 'validation_failed'],
    async run({ target, params, ...work }) {
      await reassignAgent(work, target, params.targetId);
      return { ...deleted(target.id), reassignedTo: params.targetId };
    },
  }),
} satisfies Operations;
