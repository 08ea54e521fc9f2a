import { z } from 'zod';
import { askForJson, readLanguageModel } from '../../../platform/language-model.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { type Agent, AgentChanges } from '../schemas.ts';
import { inEachLanguage, Words } from '../words.ts';

export const AdjustField = z
  .object({ field: z.string().describe('The field of an agent, such as `tone`.'), name: Words, description: Words })
  .meta({ id: 'AgentAdjustField' });
type AdjustField = z.infer<typeof AdjustField>;

/** The only fields that AI-assisted editing may write. */
const AdjustChanges = AgentChanges.pick({
  description: true,
  tone: true,
  greetingMessage: true,
  fallbackMessage: true,
  outOfHoursMessage: true,
  businessHours: true,
  services: true,
  rules: true,
});

const fieldKeys = AdjustChanges.keyof().options;

export const adjustFields: AdjustField[] = fieldKeys.map((field) => ({
  field,
  name: inEachLanguage(({ fields }) => fields[field].name),
  description: inEachLanguage(({ fields }) => fields[field].description),
}));

export const Adjustment = z
  .object({
    changes: AdjustChanges.describe('Body for PATCH; absent fields stay as they are.'),
    summary: z.string().max(1_000).describe('Summary of the changes for the owner.'),
  })
  .meta({ id: 'AgentAdjustment' });

const instruction = [
  "You edit the configuration of a shop's chat agent as its owner asks.",
  'The user message is JSON data: `agent`, the present configuration, and `request`, what the owner wants.',
  'Change only what the request asks for. Never invent prices, hours, services or facts about the shop.',
  'Answer with one JSON object and nothing else: {"changes": {…}, "summary": "…"}.',
  `\`changes\` holds only the fields that change, among ${fieldKeys.join(', ')}, each complete and in the`,
  'form that it has in `agent` (`rules` as {"items": […]}). `summary` tells the owner what changes, in the language of',
  'the request, in at most three sentences. When the request cannot be met, `changes` is {} and `summary` says why.',
].join('\n');

/**
 * Asks the language model which changes the owner's sentence requests; writes nothing. Throws `model_not_configured`,
 * and `model_failed` if the model is unreachable or proposes an invalid configuration.
 */
export async function proposeAdjustment(
  platform: Platform,
  agent: Agent,
  request: string,
): Promise<z.output<typeof Adjustment>> {
  const model = await readLanguageModel(platform.database.read);
  if (!model) throw new Problem('model_not_configured', 'The owner must configure a language model first');
  const present = Object.fromEntries(fieldKeys.map((field) => [field, agent[field]]));
  const data = { agent: { name: agent.name, language: agent.language, ...present }, request };
  try {
    return await askForJson(platform, model, { instruction, data, schema: Adjustment });
  } catch (error) {
    platform.log.warn({ err: error }, 'the language model failed');
    throw new Problem('model_failed', (error as Error).message.slice(0, 300));
  }
}
