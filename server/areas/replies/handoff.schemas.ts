import { z } from 'zod';

export const Handoff = z
  .object({
    aiAgentId: z.string().describe('Id of the AI agent that handed it over.'),
    reason: z
      .string()
      .describe(
        '`asked`, `keyword`, `rule`, `misses`, `order`, `booking`, `reply_limit`, `model`, `failed`, `send_failed`, `late_arrival`; of the ' +
          'own booking or order: `cancel`, `reschedule`, `confirm`, `late`, `own_booking`, `own_order`, `order_change`, ' +
          '`refund`.',
      ),
    summary: z.string().describe('For the person who takes over, in the language of the workspace.'),
    messageId: z.string().nullable().describe('Id of the last message of the agent; null if it sent none.'),
    createdAt: z.string().describe('When it was handed over.'),
  })
  .meta({ id: 'ConversationHandoff' });
export type Handoff = z.infer<typeof Handoff>;
