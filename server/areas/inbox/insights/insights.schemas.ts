import { z } from 'zod';
import { Language } from '../../../platform/text/languages.ts';

const sentimentLabels = ['POSITIVE', 'NEUTRAL', 'NEGATIVE'] as const;
const SentimentLabel = z.enum(sentimentLabels).meta({ id: 'SentimentLabel', description: 'How the customer sounds.' });

const sentiment = z.object({
  label: SentimentLabel,
  score: z.number().min(-1).max(1).describe('From -1 (negative) to 1 (positive).'),
});

/** The findings of both engines; a language model's output is validated with this schema. */
export const Findings = z.object({
  language: Language,
  summary: z.string().trim().min(1).max(2_000),
  sentiment,
  topics: z.array(z.string().trim().min(1).max(80)).max(10),
  openQuestions: z.array(z.string().trim().min(1).max(500)).max(20),
  suggestedNextStep: z.string().trim().min(1).max(500),
  suggestedReply: z.string().trim().min(1).max(2_000).nullable(),
});
export type Findings = z.infer<typeof Findings>;

export const ConversationInsights = z
  .object({
    conversationId: z.string(),
    engine: z.string().describe('`local`, or `openai_compatible:` and the name of the model.'),
    fallbackReason: z.string().nullable().describe('Why `local` replaced the language model; null otherwise.'),
    language: Language.describe('The language of the customer, in which all of this is written.'),
    summary: z.string().describe('What the conversation is about, in a few sentences.'),
    sentiment: z
      .object({ label: SentimentLabel, score: z.number().describe('From -1 (negative) to 1 (positive).') })
      .describe('The mood of the customer.'),
    topics: z.array(z.string()).describe('What it is about, at most ten.'),
    openQuestions: z.array(z.string()).describe("The customer's questions since the shop's last answer."),
    suggestedNextStep: z.string().describe('What the shop should do now, in one sentence.'),
    suggestedReply: z.string().nullable().describe('A draft for a person to check; null when no reply is needed.'),
    messageCount: z.int().describe('How many messages were read, at most the newest 200.'),
    generatedAt: z.string().describe('When this was found; it is found anew at each request.'),
  })
  .meta({ id: 'ConversationInsights' });
