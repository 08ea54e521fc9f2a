import { z } from 'zod';
import { AgentStatus } from '../../agents/schemas.ts';

const numbers = {
  conversations: z.int().describe('A conversation counts once per day on which the agent replied in it.'),
  replies: z.int().describe('Messages that the agent sent.'),
  automationRate: z
    .number()
    .nullable()
    .describe('Share of these conversations without a handoff, 0 to 1; null if there are none.'),
  handoffs: z
    .object({
      total: z.int().describe('How often a person got a conversation from the agent.'),
      byReason: z
        .record(z.string(), z.int())
        .describe(
          '`asked`, `keyword`, `rule`, `misses`, `order`, `booking`, `reply_limit`, `model`, `failed`, `send_failed`, `late_arrival`, ' +
            'what a customer wants of the own booking or order (`cancel`, `reschedule`, `confirm`, `late`, `own_booking`, ' +
            '`own_order`, `order_change`, `refund`); `human_reply`: a person replied.',
        ),
    })
    .describe('Conversations that a person got.'),
  firstReply: z
    .object({
      p50Ms: z.int().nullable().describe('Half of them took at most so many milliseconds; null without replies.'),
      p95Ms: z.int().nullable().describe('95 of 100 took at most so many milliseconds; null without replies.'),
    })
    .describe('Time from the first message to the first reply, including the wait for further messages.'),
  fallbackRate: z.number().nullable().describe('Share of replies without an answer, 0 to 1; null if there are none.'),
  topUnanswered: z
    .array(
      z.object({
        question: z.string().describe('As a customer asked it.'),
        count: z.int().describe('How often it was asked, regardless of case and accents.'),
      }),
    )
    .describe('What the agent could not answer, most frequent first, at most 10.'),
  sales: z
    .object({
      count: z.int().describe('How many orders.'),
      total: z.number().describe("What they are worth together, in the shop's currency."),
    })
    .describe('Orders placed by the agent or its flows.'),
  appointments: z.int().describe('Appointments booked by the agent or its flows.'),
};

const period = {
  from: z.string().describe('First day, YYYY-MM-DD in the time zone of the workspace.'),
  to: z.string().describe('Last day, which is today.'),
  timezone: z.string(),
};

const Daily = z
  .array(
    z.object({
      day: z.string().describe('The day, YYYY-MM-DD in the time zone of the workspace.'),
      conversations: z.int().describe('Conversations in which the agent replied.'),
      replies: z.int().describe('Messages that the agent sent.'),
    }),
  )
  .describe('The same by day, oldest first.');

export const AgentMetrics = z
  .object({ agentId: z.string().describe('Id of the agent.'), ...period, ...numbers, daily: Daily })
  .meta({ id: 'AgentMetrics' });
export type AgentMetrics = z.infer<typeof AgentMetrics>;

export const TeamOverview = z
  .object({
    ...period,
    team: z.object({ ...numbers, daily: Daily }).describe('All agents together, including archived ones.'),
    agents: z
      .array(
        z
          .object({
            agentId: z.string().describe('Id of the agent.'),
            name: z.string().describe('Under which it answers.'),
            status: AgentStatus,
            ...numbers,
          })
          .omit({ topUnanswered: true }),
      )
      .describe('Each agent that is not archived.'),
  })
  .meta({ id: 'AgentTeamOverview' });
export type TeamOverview = z.infer<typeof TeamOverview>;
