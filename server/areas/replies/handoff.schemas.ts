import { z } from 'zod';

export const Handoff = z
  .object({
    aiAgentId: z.string(),
    reason: z.string(),
    summary: z.string().describe('For the person who takes over, in the language of the workspace.'),
    messageId: z.string().nullable().describe('Last message of the agent.'),
    createdAt: z.string(),
  })
  .meta({ id: 'ConversationHandoff' });
export type Handoff = z.infer<typeof Handoff>;
