import { z } from 'zod';

const numbers = {
  conversations: z.int().describe('A conversation counts once per day on which the agent replied in it.'),
  replies: z.int(),
  automationRate: z
    .number()
    .nullable()
    .describe('Share of these conversations without a handoff, 0 to 1; null if there are none.'),
  handoffs: z.object({
    total: z.int(),
    byReason: z
      .record(z.string(), z.int())
      .describe(
        '`asked`, `keyword`, `rule`, `misses`, `order`, `booking`, `reply_limit`, `model`; `human_reply`: a person replied.',
      ),
  }),
  firstReply: z
    .object({ p50Ms: z.int().nullable(), p95Ms: z.int().nullable() })
    .describe('Time from the first message to the first reply, including the wait for further messages.'),
  fallbackRate: z.number().nullable().describe('Share of replies without an answer, 0 to 1; null if there are none.'),
  topUnanswered: z
    .array(z.object({ question: z.string(), count: z.int() }))
    .describe('At most 10, most frequent first.'),
  sales: z.object({ count: z.int(), total: z.number() }).describe('Orders placed by the agent or its flows.'),
  appointments: z.int(),
};

const period = {
  from: z.string().describe('First day, YYYY-MM-DD in the time zone of the workspace.'),
  to: z.string().describe('Today.'),
  timezone: z.string(),
};

const Daily = z
  .array(z.object({ day: z.string(), conversations: z.int(), replies: z.int() }))
  .describe('Oldest first.');

export const AgentMetrics = z
  .object({ agentId: z.string(), ...period, ...numbers, daily: Daily })
  .meta({ id: 'AgentMetrics' });
export type AgentMetrics = z.infer<typeof AgentMetrics>;

export const TeamOverview = z
  .object({
    ...period,
    team: z.object({ ...numbers, daily: Daily }),
    agents: z.array(
      z.object({ agentId: z.string(), name: z.string(), status: z.string(), ...numbers }).omit({ topUnanswered: true }),
    ),
  })
  .meta({ id: 'AgentTeamOverview' });
export type TeamOverview = z.infer<typeof TeamOverview>;
