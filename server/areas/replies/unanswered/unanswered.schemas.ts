import { z } from 'zod';

/** Questions are kept, and shown, for so many days. */
export const questionDays = 30;

export const UnansweredQuery = z.object({
  days: z.coerce.number().int().min(1).max(questionDays).default(questionDays).describe('How far back, in days.'),
});

const place = {
  conversationId: z.string().describe('Where it was asked last.'),
  messageId: z.string().nullable().describe("The agent's reply that admits it; null if nothing was sent."),
};

const UnansweredGroup = z.object({
  id: z.string().describe('The question as it was asked last; names the group.'),
  question: z.string().describe('The most frequent wording.'),
  count: z.int().describe('How often it was asked, in any wording.'),
  lastAskedAt: z.string(),
  examples: z.array(z.string()).describe('Up to five other wordings, most frequent first.'),
  ...place,
});
export type UnansweredGroup = z.infer<typeof UnansweredGroup>;

export const Unanswered = z.object({
  groups: z.array(UnansweredGroup).describe('Questions that mean the same, most frequent first.'),
  total: z.int().describe('How many questions these are.'),
});

/** A question that one conversation waits for. */
export const OpenQuestion = z.object({
  id: z.string(),
  agentId: z.string(),
  question: z.string(),
  askedAt: z.string(),
  ...place,
});
