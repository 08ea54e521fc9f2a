import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf } from '../../http/paginate.ts';
import { readOperation } from '../../http/usual-operations.ts';
import { agentTarget } from '../agents/index.ts';
import { listChannels } from '../channels/index.ts';
import { conversationExists, findMessage } from '../inbox/index.ts';
import { FlowOption, listFlowOptions } from './flow-options.ts';
import { Handoff } from './handoff.schemas.ts';
import { AgentMetrics, TeamOverview } from './metrics/metrics.schemas.ts';
import { readAgentMetrics, readTeamOverview } from './metrics/read-metrics.ts';
import { ReplyTrace } from './trace.schemas.ts';
import { findLastHandoff, findTraceOfMessage, type TraceRow } from './traces.store.ts';

const MessageTrace = ReplyTrace.extend({
  messageId: z.string(),
  aiAgentId: z.string().describe('Id of the AI agent that replied.'),
  decision: z.string().describe('`reply`, `fallback`, `out_of_hours` or `handoff`.'),
  reason: z.string().nullable().describe('Why it handed the conversation over; null for any other decision.'),
  createdAt: z.string(),
}).meta({ id: 'MessageTrace' });

const toMessageTrace = (row: TraceRow): z.input<typeof MessageTrace> => ({
  ...JSON.parse(row.trace),
  messageId: row.message_id ?? '',
  aiAgentId: row.agent_id,
  decision: row.kind,
  reason: row.reason,
  createdAt: row.created_at,
});

const messageTrace = target(MessageTrace, async ({ db, workspace, params }: TargetContext<'id' | 'messageId'>) => {
  const message = await findMessage(db, workspace.id, params.id, params.messageId);
  const row = message && (await findTraceOfMessage(db, workspace.id, message.id));
  return row && toMessageTrace(row);
});

const handoff = target(Handoff, async ({ db, workspace, params }: TargetContext<'id'>) => {
  if (!(await conversationExists(db, workspace.id, params.id))) return null;
  const row = await findLastHandoff(db, workspace.id, params.id);
  if (!row) return null;
  const { agent_id: aiAgentId, reason, summary, message_id: messageId, created_at: createdAt } = row;
  return { aiAgentId, reason: reason ?? '', summary: summary ?? '', messageId, createdAt };
});

const ChannelFlows = z
  .object({
    channelId: z.string(),
    channelName: z.string().describe("The shop's own name for the channel."),
    flows: z.array(FlowOption).describe('The flows of the agent, the same on each channel.'),
  })
  .meta({ id: 'AgentChannelFlows' });

export const replyOperations = {
  getMessageTrace: readOperation({
    path: '/api/conversations/{id}/messages/{messageId}/trace',
    scope: 'conversations.read',
    summary: "Get the trace of an agent's reply",
    description: 'The engine, the sources of the reply and their scores. 404 for a message that no agent sent.',
    extension: true,
    target: messageTrace,
  }),

  getConversationHandoff: readOperation({
    path: '/api/conversations/{id}/handoff',
    scope: 'conversations.read',
    summary: 'Get the latest handoff of a conversation by an agent',
    description: 'With a summary for the person who takes over. 404 if no agent has handed the conversation over.',
    extension: true,
    target: handoff,
  }),

  getAgentMetrics: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/metrics',
    scope: 'agents.read',
    summary: 'Get the metrics of one agent over seven days',
    description: 'Today and the six days before, in the time zone of the workspace.',
    tx: 'read',
    target: agentTarget,
    success: 200,
    response: AgentMetrics,
    run: ({ db, workspace, target, now }) => readAgentMetrics(db, workspace, target.id, now),
  }),

  getAgentsOverview: operation({
    method: 'get',
    path: '/api/ai-agents/overview',
    scope: 'agents.read',
    summary: 'Get the metrics of all agents over seven days',
    description: 'All agents together, including archived ones, and each agent that is not archived.',
    tx: 'read',
    success: 200,
    response: TeamOverview,
    run: ({ db, workspace, now }) => readTeamOverview(db, workspace, now),
  }),

  listAgentFlowOptions: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/channel-flow-options',
    scope: 'agents.read',
    summary: 'List the flows that an agent can run',
    description: 'For each active channel of the agent.',
    tx: 'read',
    target: agentTarget,
    success: 200,
    response: listOf(ChannelFlows),
    async run({ db, platform, workspace, target }) {
      const all = await listChannels(db, workspace.id, { includeDeactivated: false });
      const flows = await listFlowOptions(platform.provided, db, workspace.id, target.id);
      const own = all.filter((entry) => entry.ai_agent_id === target.id);
      return { data: own.map(({ id, name }) => ({ channelId: id, channelName: name, flows })) };
    },
  }),
} satisfies Operations;
