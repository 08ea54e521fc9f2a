import { z } from 'zod';
import { Language, languages } from '../../../platform/text/languages.ts';
import {
  AgentRuleKind,
  BehaviorDraft,
  BusinessHoursDraft,
  FaqDraft,
  ruleKinds,
  ServicesDraft,
} from '../configuration/configuration.schemas.ts';
import { AgentDraft, agentWords } from '../schemas.ts';
import { autoRepair } from './segments/auto-repair.ts';
import { bakery } from './segments/bakery.ts';
import { barbershop } from './segments/barbershop.ts';
import { clinic } from './segments/clinic.ts';
import { clothingStore } from './segments/clothing-store.ts';
import { dentist } from './segments/dentist.ts';
import { guesthouse } from './segments/guesthouse.ts';
import { gym } from './segments/gym.ts';
import { petShop } from './segments/pet-shop.ts';
import { pizzeria } from './segments/pizzeria.ts';
import { restaurant } from './segments/restaurant.ts';
import { salon } from './segments/salon.ts';
import type { Segment } from './segments/segment.ts';

const segments: Segment[] = [
  pizzeria,
  restaurant,
  bakery,
  salon,
  barbershop,
  clinic,
  dentist,
  petShop,
  gym,
  clothingStore,
  autoRepair,
  guesthouse,
];

export const AgentTemplate = z
  .object({
    id: z.string().describe('Value for `templateId`, such as `pizzeria-pt`.'),
    segment: z.string().describe('The kind of shop, such as `pizzeria`.'),
    language: Language,
    name: z.string().describe('Name of the segment.'),
    description: z.string().describe(agentWords.description),
    functionKey: z.string().describe(agentWords.functionKey),
    tone: z.string().describe(agentWords.tone),
    greetingMessage: z.string().describe(agentWords.greetingMessage),
    fallbackMessage: z.string().describe(agentWords.fallbackMessage),
    outOfHoursMessage: z.string().describe(agentWords.outOfHoursMessage),
    businessHours: BusinessHoursDraft.describe(agentWords.businessHours),
    services: ServicesDraft.describe(agentWords.services),
    rules: z
      .array(z.object({ kind: AgentRuleKind, text: z.string().describe('The rule in the words of the template.') }))
      .describe('What it must and must not do, in order.'),
    behavior: BehaviorDraft.describe(agentWords.behavior),
    faqs: z.array(FaqDraft).describe('Questions with their answers, in order.'),
  })
  .meta({ id: 'AgentTemplate' });
type AgentTemplate = z.input<typeof AgentTemplate>;

const noHours = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };

function toTemplate({ key, functionKey, hours, behavior, words }: Segment, language: Language): AgentTemplate {
  const { rules, handoffKeywords, ...texts } = words[language];
  return {
    id: `${key}-${language}`,
    segment: key,
    language,
    functionKey,
    ...texts,
    businessHours: { days: { ...noHours, ...hours } },
    rules: ruleKinds.flatMap((kind) => rules[kind].map((text) => ({ kind, text }))),
    behavior: { ...behavior, handoffKeywords },
  };
}

/** A template for every segment and language. */
export const agentTemplates: AgentTemplate[] = segments.flatMap((segment) =>
  languages.map((language) => toTemplate(segment, language)),
);

/** The template as a draft of an agent; null if it does not exist. */
export function findTemplateDraft(id: string): Omit<AgentDraft, 'name' | 'agentType'> | null {
  const template = agentTemplates.find((entry) => entry.id === id);
  if (!template) return null;
  const { id: templateId, segment, rules, ...fields } = template;
  const { name, agentType, ...draft } = AgentDraft.parse({ ...fields, rules: { items: rules }, templateId });
  return draft;
}
