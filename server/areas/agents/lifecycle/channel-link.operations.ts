import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { unknownReference } from '../../../platform/problem.ts';
import { Channel, channelTarget, linkAgent } from '../../channels/index.ts';
import { findAgent } from '../store.ts';

/** The one agent that answers on a channel. */
export const channelLinkOperations = {
  linkAgentToChannel: operation({
    method: 'put',
    path: '/api/channels/{id}/ai-agent',
    scope: 'channels.write',
    summary: 'Link an agent to a channel',
    description:
      'A channel has one agent: another one is replaced. Conversations that begin from now on have it; those that are ' +
      'open keep theirs. An archived agent is 409 `agent_archived`.',
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
        throw fail('agent_archived', 'Unarchive the agent before it answers on a channel');
      return linkAgent(work, target, body.aiAgentId);
    },
  }),

  unlinkAgentFromChannel: operation({
    method: 'delete',
    path: '/api/channels/{id}/ai-agent',
    scope: 'channels.write',
    summary: 'Unlink the agent of a channel',
    description: 'Answers the channel; one without an agent stays as it is.',
    tx: 'write',
    target: channelTarget,
    success: 200,
    response: Channel,
    run: ({ target, ...work }) => linkAgent(work, target, null),
  }),
} satisfies Operations;
