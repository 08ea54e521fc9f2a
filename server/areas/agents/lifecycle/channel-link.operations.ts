import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { unknownReference } from '../../../platform/problem.ts';
import { Channel, channelTarget, linkAgent } from '../../channels/index.ts';
import { findAgent } from '../store.ts';

/** Link and unlink the agent of a channel. */
export const channelLinkOperations = {
  linkAgentToChannel: operation({
    method: 'put',
    path: '/api/channels/{id}/ai-agent',
    scope: 'channels.write',
    summary: 'Link an agent to a channel',
    description:
      'Replaces the current agent of the channel. New conversations get this agent; existing ones keep theirs. 409 ' +
      '`agent_archived` for an archived agent.',
    tx: 'write',
    target: channelTarget,
    body: z.strictObject({ aiAgentId: z.string().min(1) }),
    success: 200,
    response: Channel,
    errors: ['unknown_reference', 'agent_archived'],
    async run({ body, target, fail, ...work }) {
      const agent = await findAgent(work.db, work.workspace.id, body.aiAgentId);
      if (!agent) throw unknownReference('body.aiAgentId', 'No such agent');
      if (agent.status === 'ARCHIVED')
        throw fail('agent_archived', 'Unarchive the agent before linking it to a channel');
      return linkAgent(work, target, body.aiAgentId);
    },
  }),

  unlinkAgentFromChannel: operation({
    method: 'delete',
    path: '/api/channels/{id}/ai-agent',
    scope: 'channels.write',
    summary: 'Unlink the agent of a channel',
    description: 'Returns the channel. A channel without an agent stays as it is.',
    tx: 'write',
    target: channelTarget,
    success: 200,
    response: Channel,
    run: ({ target, ...work }) => linkAgent(work, target, null),
  }),
} satisfies Operations;
