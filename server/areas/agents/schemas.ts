import { z } from 'zod';
import { Language } from '../../platform/text/languages.ts';
import {
  AgentRuleKind,
  BehaviorDraft,
  BusinessHoursDraft,
  FaqDraft,
  RulesDraft,
  ServicesDraft,
} from './configuration/configuration.schemas.ts';

const agentTypes = ['STANDARD', 'EXPERT'] as const;
const AgentType = z
  .enum(agentTypes)
  .meta({ id: 'AgentType', description: 'How the shop classes the agent; both answer alike.' });
export const ReplyEngine = z.enum(['local', 'openai_compatible']).meta({
  id: 'ReplyEngine',
  description: '`local`: this program itself, offline; `openai_compatible`: the language model of the server.',
});
const agentStatuses = ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'ARCHIVED'] as const;
export const AgentStatus = z.enum(agentStatuses).meta({
  id: 'AgentStatus',
  description: 'Only a PUBLISHED agent replies. ARCHIVED ones are left out of the list.',
});
const AgentVersion = z.enum(['draft', 'published']).meta({
  id: 'AgentVersion',
  description: '`draft`: as it is edited; `published`: as customers hear it.',
});
export type AgentStatus = (typeof agentStatuses)[number];

/** What the fields of an agent mean, in drafts and in answers. */
export const agentWords = {
  name: 'Under which it answers, and which people read.',
  description: 'Its task, for people and for a language model.',
  tone: 'How it writes, in words for a language model; see `voice-catalog`.',
  greetingMessage:
    'Begins its first reply to a customer who writes in its language; without it a built-in phrase does.',
  fallbackMessage: 'What it says when it knows no answer, in its language; without it a built-in phrase.',
  outOfHoursMessage: 'What it says once while the shop is closed, in its language; without it a built-in phrase.',
  businessHours: 'When the shop is open, which the agent tells and keeps to.',
  services: 'What can be booked with it.',
  behavior: 'How it decides and when it gives up.',
  functionKey: 'Its role, such as `sales.orders`; `/functions` lists more.',
} as const;
const orNull = (words: string): string => `${words} Null for none.`;

const Name = z.string().trim().min(2).max(120).describe(agentWords.name);
const Description = z.string().max(2000).describe(agentWords.description);
const Text = z.string().max(4000);
const texts = {
  tone: Text.describe(agentWords.tone),
  greetingMessage: Text.describe(agentWords.greetingMessage),
  fallbackMessage: Text.describe(agentWords.fallbackMessage),
  outOfHoursMessage: Text.describe(agentWords.outOfHoursMessage),
};
const FunctionKey = z.string().trim().min(1).max(80).describe(agentWords.functionKey);

export const AgentDraft = z.strictObject({
  name: Name,
  agentType: AgentType.default('STANDARD'),
  description: Description.optional(),
  language: Language.optional().describe('Defaults to the language of the workspace.'),
  tone: texts.tone.optional(),
  greetingMessage: texts.greetingMessage.optional(),
  fallbackMessage: texts.fallbackMessage.optional(),
  outOfHoursMessage: texts.outOfHoursMessage.optional(),
  businessHours: BusinessHoursDraft.optional().describe(agentWords.businessHours),
  services: ServicesDraft.optional().describe(agentWords.services),
  rules: RulesDraft.optional(),
  behavior: BehaviorDraft.optional().describe(agentWords.behavior),
  functionKey: FunctionKey.optional(),
  faqs: z.array(FaqDraft).max(200).optional().describe('Questions with their answers, in order.'),
  templateId: z.string().min(1).max(80).optional().describe('The template to start from, an id of `/templates`.'),
});
export type AgentDraft = z.output<typeof AgentDraft>;

export const AgentChanges = z.strictObject({
  name: Name.optional(),
  agentType: AgentType.optional(),
  language: Language.optional().describe('The language in which its own texts are written.'),
  description: Description.nullable().optional().describe(orNull(agentWords.description)),
  tone: texts.tone.nullable().optional().describe(orNull(agentWords.tone)),
  greetingMessage: texts.greetingMessage.nullable().optional().describe(orNull(agentWords.greetingMessage)),
  fallbackMessage: texts.fallbackMessage.nullable().optional().describe(orNull(agentWords.fallbackMessage)),
  outOfHoursMessage: texts.outOfHoursMessage.nullable().optional().describe(orNull(agentWords.outOfHoursMessage)),
  functionKey: FunctionKey.nullable().optional().describe(orNull(agentWords.functionKey)),
  businessHours: BusinessHoursDraft.nullable().optional().describe(`${agentWords.businessHours} Null: always open.`),
  rules: RulesDraft.nullable().optional().describe('All rules, which replace the present ones. Null for none.'),
  behavior: BehaviorDraft.nullable().optional().describe(`${agentWords.behavior} Null for the defaults.`),
  services: ServicesDraft.nullable()
    .optional()
    .describe('All services, which replace the present ones. Null for none.'),
});
export type AgentChanges = z.output<typeof AgentChanges>;

const Ranges = z.array(
  z
    .object({
      from: z.string().describe('When it opens, HH:MM.'),
      to: z.string().describe('When it closes, HH:MM, 24:00 at most; before `from`, on the next day.'),
    })
    .meta({ id: 'OpeningRange' }),
);

const Service = z.object({
  id: z.string(),
  name: z.string().describe('What customers call it.'),
  description: z.string().nullable().describe('What the agent tells of it; null for nothing.'),
  durationMinutes: z.int().nullable().describe('How long it takes, in minutes; null if it is not told.'),
  price: z.number().nullable().describe("In the shop's currency; null if it is not told."),
});

export const Rule = z
  .object({
    id: z.string(),
    kind: AgentRuleKind,
    text: z.string().describe('The rule in the words of the shop.'),
    active: z.boolean().describe('Whether it applies.'),
    order: z.int().describe('Place in the list, from 0.'),
  })
  .meta({ id: 'AgentRule' });

export type Rule = z.infer<typeof Rule>;

export const Faq = z
  .object({
    id: z.string(),
    question: z.string().describe('As customers ask it.'),
    answer: z.string().describe('What the agent answers.'),
    order: z.int().describe('Place in the list, from 0.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'AgentFaq' });
export type Faq = z.infer<typeof Faq>;

/** What a field of the behaviour means, as its draft says. */
const behaviorWords = (field: keyof typeof BehaviorDraft.shape): string => BehaviorDraft.shape[field].description ?? '';

export const Agent = z
  .object({
    id: z.string(),
    name: z.string().describe(agentWords.name),
    agentType: AgentType,
    description: z.string().nullable().describe(orNull(agentWords.description)),
    language: Language.describe('The language in which its own texts are written.'),
    tone: z.string().nullable().describe(orNull(agentWords.tone)),
    greetingMessage: z.string().nullable().describe(orNull(agentWords.greetingMessage)),
    fallbackMessage: z.string().nullable().describe(orNull(agentWords.fallbackMessage)),
    outOfHoursMessage: z.string().nullable().describe(orNull(agentWords.outOfHoursMessage)),
    businessHours: z
      .object({
        timezone: z.string().nullable().describe('An IANA time zone; null: that of the workspace.'),
        days: z
          .object({ mon: Ranges, tue: Ranges, wed: Ranges, thu: Ranges, fri: Ranges, sat: Ranges, sun: Ranges })
          .describe('The ranges that begin on each weekday; a day without ranges is closed.'),
        exceptions: z
          .array(
            z.object({
              date: z.string().describe('The day, YYYY-MM-DD.'),
              closed: z.boolean().describe('Whether the shop is closed all day.'),
              ranges: Ranges.describe('When it is open on that day; empty if closed.'),
            }),
          )
          .describe('Dates with their own hours, which replace the ranges that begin on that day.'),
      })
      .nullable()
      .describe(`${agentWords.businessHours} Null: always open.`),
    services: z.array(Service).describe(agentWords.services),
    rules: z.array(Rule).describe('What it must and must not do, in order.'),
    behavior: z
      .object({
        debounceMs: z.int().describe(behaviorWords('debounceMs')),
        maxRepliesPerHour: z.int().describe(behaviorWords('maxRepliesPerHour')),
        handoffKeywords: z.array(z.string()).describe(behaviorWords('handoffKeywords')),
        handoffAfterMisses: z.int().describe(behaviorWords('handoffAfterMisses')),
        answerThreshold: z.number().describe(behaviorWords('answerThreshold')),
        topK: z.int().describe(behaviorWords('topK')),
        appointmentReminderMinutes: z.int().describe(behaviorWords('appointmentReminderMinutes')),
        model: z.string().nullable().describe(behaviorWords('model')),
        temperature: z.number().describe(behaviorWords('temperature')),
        changesAtOnce: z.boolean().describe(behaviorWords('changesAtOnce')),
      })
      .describe(agentWords.behavior),
    functionKey: z.string().nullable().describe(orNull(agentWords.functionKey)),
    templateId: z
      .string()
      .nullable()
      .describe('The template that it was made from or that was applied last; null for none.'),
    faqs: z.array(Faq).describe('Questions with their answers, in order.'),
    status: AgentStatus,
    hasUntestedChanges: z.boolean().describe('Whether anything has changed since the boundary tests last passed.'),
    hasUnpublishedChanges: z
      .boolean()
      .describe('Whether a published agent differs from the version that customers hear (`/published`, `/changes`).'),
    version: AgentVersion,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

const Counts = z.record(z.string(), z.int());

export const DeletionImpact = z
  .object({
    agentId: z.string().describe('Id of the agent.'),
    canDelete: z.boolean().describe('Whether there is nothing in `blocking`.'),
    blocking: Counts.describe('Business data by kind; any of it blocks the deletion.'),
    removed: Counts.describe('Rows that would be deleted with the agent, by kind; `channels` would only be unlinked.'),
  })
  .meta({ id: 'AgentDeletionImpact' });
