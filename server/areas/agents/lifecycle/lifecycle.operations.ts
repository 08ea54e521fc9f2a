import { z } from 'zod';
import { Deleted, deleted } from '../../../http/deleted.ts';
import { inParts, type Operations, operation } from '../../../http/operation.ts';
import { agentTarget } from '../agent-target.ts';
import { Agent, DeletionImpact } from '../schemas.ts';
import { deleteAgent, readDeletionImpact, reassignAgent } from './delete-agent.ts';
import { moveAgent } from './move-agent.ts';
import { publishAgent } from './publish-agent.ts';

const otherStates = '409 `invalid_transition` for any other status, with `agentStatus` and the `allowed` moves.';

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
      'From DRAFT or UNPUBLISHED, and from PUBLISHED if it `hasUnpublishedChanges`: customers hear what was published ' +
      'before until the draft has passed the boundary tests, which run if it has changed since the last run. 409 ' +
      `\`gate_failed\` lists the failed \`cases\`. ${otherStates}`,
    tx: 'none',
    dear: { atOnce: 1, waits: true },
    // It reads all items several times, with the tests between.
    steps: 60_000,
    target: agentTarget,
    success: 200,
    response: Agent,
    errors: ['invalid_transition', 'gate_failed'],
    statuses: { invalid_transition: 409 },
    run: ({ platform, workspace, actor, target, write }) =>
      publishAgent({ platform, workspace, actor, agent: target, write }),
  }),

  unpublishAgent: moveOperation('unpublish', 'Unpublish an agent', 'From PUBLISHED. It stops replying at once.'),
  archiveAgent: moveOperation(
    'archive',
    'Archive an agent',
    'From any other status. It stops replying at once and is no longer listed; its data and channel links stay.',
  ),
  unarchiveAgent: moveOperation('unarchive', 'Unarchive an agent', 'It becomes DRAFT.'),

  getAgentDeletionImpact: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/deletion-impact',
    scope: 'agents.read',
    summary: 'Get the impact of deleting an agent',
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
      'In any status. 409 `agent_has_data` with the `impact` if it has conversations, leads, orders or appointments. ' +
      'Rows that `impact.removed` counts are deleted with it, its history in parts afterwards. Emits `bot.deleted`.',
    tx: 'write',
    steps: 20_000,
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
    summary: 'Reassign the data of an agent to another one and delete it',
    description:
      'Moves conversations, leads, appointments, orders and channels, many of them in parts; one that was interrupted ' +
      'can be repeated. Leads of both agents with the same number are merged. 400 if the target is the agent itself, 409 if it is archived. `If-Match` takes ' +
      'the ETag of the deleted agent. Emits `bot.deleted`.',
    tx: 'none',
    steps: inParts,
    target: agentTarget,
    success: 200,
    response: Deleted.extend({ reassignedTo: z.string().describe('Id of the agent that has the data now.') }),
    errors: ['agent_archived', 'validation_failed'],
    async run({ target, params, platform, write }) {
      await reassignAgent({ provided: platform.provided, write }, target, params.targetId);
      return { ...deleted(target.id), reassignedTo: params.targetId };
    },
  }),
} satisfies Operations;
