import { z } from 'zod';
import { askForJson, readLanguageModel } from '../../../platform/language-model.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { type Agent, AgentChanges } from '../schemas.ts';

const Words = z.object({ pt: z.string(), en: z.string(), es: z.string() });

export const AdjustField = z
  .object({ field: z.string(), name: Words, description: Words })
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

const fieldWords: Record<keyof z.infer<typeof AdjustChanges>, Omit<AdjustField, 'field'>> = {
  description: {
    name: { pt: 'Descrição', en: 'Description', es: 'Descripción' },
    description: { pt: 'O que o agente faz.', en: 'What the agent does.', es: 'Qué hace el agente.' },
  },
  tone: {
    name: { pt: 'Tom', en: 'Tone', es: 'Tono' },
    description: { pt: 'Como ele fala.', en: 'How it speaks.', es: 'Cómo habla.' },
  },
  greetingMessage: {
    name: { pt: 'Saudação', en: 'Greeting', es: 'Saludo' },
    description: {
      pt: 'A primeira mensagem de uma conversa.',
      en: 'The first message of a conversation.',
      es: 'El primer mensaje de una conversación.',
    },
  },
  fallbackMessage: {
    name: { pt: 'Quando não sabe', en: 'When it does not know', es: 'Cuando no sabe' },
    description: {
      pt: 'O que diz quando não encontra a resposta.',
      en: 'What it says when it finds no answer.',
      es: 'Qué dice cuando no encuentra la respuesta.',
    },
  },
  outOfHoursMessage: {
    name: { pt: 'Fora do horário', en: 'Out of hours', es: 'Fuera de horario' },
    description: {
      pt: 'O que diz com a loja fechada.',
      en: 'What it says while the shop is closed.',
      es: 'Qué dice con la tienda cerrada.',
    },
  },
  businessHours: {
    name: { pt: 'Horário de funcionamento', en: 'Business hours', es: 'Horario de atención' },
    description: {
      pt: 'Horários da semana e dias com horário próprio.',
      en: 'Hours of the week, and days with hours of their own.',
      es: 'Horarios de la semana y días con horario propio.',
    },
  },
  services: {
    name: { pt: 'Serviços', en: 'Services', es: 'Servicios' },
    description: {
      pt: 'O que a loja faz, com duração e preço.',
      en: 'What the shop does, with duration and price.',
      es: 'Qué hace la tienda, con duración y precio.',
    },
  },
  rules: {
    name: { pt: 'Regras', en: 'Rules', es: 'Reglas' },
    description: {
      pt: 'O que o agente deve e não deve fazer.',
      en: 'What the agent must and must not do.',
      es: 'Lo que el agente debe y no debe hacer.',
    },
  },
};

export const adjustFields: AdjustField[] = Object.entries(fieldWords).map(([field, words]) => ({ field, ...words }));

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
  `\`changes\` holds only the fields that change, among ${Object.keys(fieldWords).join(', ')}, each complete and in the`,
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
  const present = Object.fromEntries(adjustFields.map(({ field }) => [field, agent[field as keyof Agent]]));
  const data = { agent: { name: agent.name, language: agent.language, ...present }, request };
  try {
    return await askForJson(platform, model, { instruction, data, schema: Adjustment });
  } catch (error) {
    platform.log.warn({ err: error }, 'the language model failed');
    throw new Problem('model_failed', (error as Error).message.slice(0, 300));
  }
}
