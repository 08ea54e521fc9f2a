import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { listChannels, TemplateCategory } from '../../channels/index.ts';
import { listTemplates, toTemplate } from '../../templates/index.ts';
import { agentTarget } from '../agent-target.ts';

const mostTemplates = 1_000;

const ChannelTemplates = z
  .object({
    channelId: z.string(),
    channelName: z.string().describe("The shop's own name for the channel."),
    templates: z
      .array(
        z.object({
          id: z.string(),
          name: z.string().describe('Its name on the channel.'),
          language: z.string().describe('Its language code, such as `pt_BR`.'),
          category: TemplateCategory,
          variables: z.array(z.string()).describe('Variables that a message must fill.'),
        }),
      )
      .describe('Its approved templates.'),
  })
  .meta({ id: 'AgentChannelTemplates' });

export const templateOptionOperations = {
  listAgentTemplateOptions: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/channel-template-options',
    scope: 'agents.read',
    summary: 'List the chat templates that an agent can send',
    description: 'The approved templates of each active channel of the agent.',
    tx: 'read',
    target: agentTarget,
    query: z.object({
      category: TemplateCategory.optional().describe('Only templates of this category.'),
    }),
    success: 200,
    response: listOf(ChannelTemplates),
    async run({ db, workspace, target, query }) {
      const all = await listChannels(db, workspace.id, { includeDeactivated: false });
      const data = [];
      for (const channel of all.filter((entry) => entry.ai_agent_id === target.id)) {
        const filter = { channelId: channel.id, category: query.category, status: 'APPROVED' as const };
        const { rows } = await listTemplates(db, workspace.id, filter, { page: 1, limit: mostTemplates });
        data.push({ channelId: channel.id, channelName: channel.name, templates: rows.map(toTemplate) });
      }
      return { data };
    },
  }),
} satisfies Operations;
