import { z } from 'zod';
import {
  AgentRuleKind,
  BehaviorDraft,
  BusinessHoursDraft,
  FaqDraft,
  RulesDraft,
  ServicesDraft,
} from './configuration/configuration.schemas.ts';

const agentTypes = ['STANDARD', 'EXPERT'] as const;
const AgentType = z.enum(agentTypes).meta({ id: 'AgentType' });
export const agentLanguages = ['pt', 'en', 'es'] as const;
export const AgentLanguage = z.enum(agentLanguages).meta({ id: 'AgentLanguage' });
export type AgentLanguage = z.output<typeof AgentLanguage>;
const agentStatuses = ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'ARCHIVED'] as const;
const AgentStatus = z.enum(agentStatuses).meta({ id: 'AgentStatus' });
const versions = ['draft', 'published'] as const;
export type AgentStatus = (typeof agentStatuses)[number];

const Name = z.string().trim().min(2).max(120);
const Text = z.string().max(4000);
const FunctionKey = z.string().trim().min(1).max(80);

export const AgentDraft = z.strictObject({
  name: Name,
  agentType: AgentType.default('STANDARD'),
  description: z.string().max(2000).optional(),
  language: AgentLanguage.optional().describe('Defaults to the language of the workspace.'),
  tone: Text.optional(),
  greetingMessage: Text.optional(),
  fallbackMessage: Text.optional(),
  outOfHoursMessage: Text.optional(),
  businessHours: BusinessHoursDraft.optional(),
  services: ServicesDraft.optional(),
  rules: RulesDraft.optional(),
  behavior: BehaviorDraft.optional(),
  functionKey: FunctionKey.optional(),
  faqs: z.array(FaqDraft).max(200).optional(),
  templateId: z.string().min(1).max(80).optional(),
});
export type AgentDraft = z.output<typeof AgentDraft>;

export const AgentChanges = z.strictObject({
  name: Name.optional(),
  agentType: AgentType.optional(),
  language: AgentLanguage.optional(),
  description: z.string().max(2000).nullable().optional(),
  tone: Text.nullable().optional(),
  greetingMessage: Text.nullable().optional(),
  fallbackMessage: Text.nullable().optional(),
  outOfHoursMessage: Text.nullable().optional(),
  functionKey: FunctionKey.nullable().optional(),
  businessHours: BusinessHoursDraft.nullable().optional(),
  rules: RulesDraft.nullable().optional(),
  behavior: BehaviorDraft.nullable().optional(),
  services: ServicesDraft.nullable().optional(),
});
export type AgentChanges = z.output<typeof AgentChanges>;

const Ranges = z.array(z.object({ from: z.string(), to: z.string() }).meta({ id: 'OpeningRange' }));

const Service = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  durationMinutes: z.int().nullable(),
  price: z.number().nullable(),
});

export const Rule = z
  .object({
    id: z.string(),
    kind: AgentRuleKind,
    text: z.string(),
    active: z.boolean(),
    order: z.int(),
  })
  .meta({ id: 'AgentRule' });
export type Rule = z.infer<typeof Rule>;

export const Faq = z
  .object({
    id: z.string(),
    question: z.string(),
    answer: z.string(),
    order: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'AgentFaq' });
export type Faq = z.infer<typeof Faq>;

export const Agent = z
  .object({
    id: z.string(),
    name: z.string(),
    agentType: AgentType,
    description: z.string().nullable(),
    language: AgentLanguage,
    tone: z.string().nullable(),
    greetingMessage: z.string().nullable(),
    fallbackMessage: z.string().nullable(),
    outOfHoursMessage: z.string().nullable(),
    businessHours: z
      .object({
        timezone: z.string().nullable(),
        days: z.object({ mon: Ranges, tue: Ranges, wed: Ranges, thu: Ranges, fri: Ranges, sat: Ranges, sun: Ranges }),
        exceptions: z.array(z.object({ date: z.string(), closed: z.boolean(), ranges: Ranges })),
      })
      .nullable()
      .describe('Null: always open.'),
    services: z.array(Service),
    rules: z.array(Rule).describe('In order.'),
    behavior: z.object({
      debounceMs: z.int(),
      maxRepliesPerHour: z.int(),
      handoffKeywords: z.array(z.string()),
      handoffAfterMisses: z.int(),
      answerThreshold: z.number(),
      topK: z.int(),
      appointmentReminderMinutes: z.int(),
      model: z.string().nullable(),
      temperature: z.number(),
      changesAtOnce: z.boolean(),
    }),
    functionKey: z.string().nullable(),
    templateId: z.string().nullable(),
    faqs: z.array(Faq).describe('In order.'),
    status: AgentStatus,
    hasUntestedChanges: z.boolean().describe('Whether anything has changed since the boundary tests last passed.'),
    hasUnpublishedChanges: z
      .boolean()
      .describe('Whether a published agent differs from the version that customers hear (`/published`, `/changes`).'),
    version: z.enum(versions).describe('`draft`: as it is edited. `published`: as customers hear it.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

const Counts = z.record(z.string(), z.int());

export const DeletionImpact = z
  .object({
    agentId: z.string(),
    canDelete: z.boolean(),
    blocking: Counts.describe('Business data by kind; any of it blocks the deletion.'),
    removed: Counts.describe('Rows that would be deleted with the agent, by kind; `channels` would only be unlinked.'),
  })
  .meta({ id: 'AgentDeletionImpact' });
