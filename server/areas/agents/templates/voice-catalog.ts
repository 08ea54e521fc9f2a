import { z } from 'zod';
import type { LanguageModel } from '../../../platform/language-model.ts';

const Words = z.object({ pt: z.string(), en: z.string(), es: z.string() });

export const VoiceCatalog = z
  .object({
    voices: z.array(
      z.object({
        key: z.string(),
        name: Words,
        tone: Words.describe('Value for `tone` of an agent, in its language.'),
        sample: Words.describe('An example of the style.'),
      }),
    ),
    models: z.array(
      z.object({
        key: z.string().nullable().describe('Value for `behavior.model` of an agent; null is the model of the server.'),
        engine: z.enum(['local', 'openai_compatible']),
        name: z.string(),
        description: Words,
        isDefault: z.boolean().describe('Whether agents without a model use it.'),
      }),
    ),
    naturalness: z.array(
      z.object({
        key: z.string(),
        name: Words,
        description: Words,
        behavior: z
          .object({ debounceMs: z.int(), maxRepliesPerHour: z.int(), temperature: z.number() })
          .describe('Values for `behavior` of an agent.'),
      }),
    ),
  })
  .meta({ id: 'VoiceCatalog' });
type VoiceCatalog = z.infer<typeof VoiceCatalog>;

const voices: VoiceCatalog['voices'] = [
  {
    key: 'warm',
    name: { pt: 'Acolhedora', en: 'Warm', es: 'Cálida' },
    tone: {
      pt: 'Acolhedor e próximo, como quem já conhece o cliente. Frases curtas e gentis.',
      en: 'Warm and close, like someone who knows the customer. Short, kind sentences.',
      es: 'Cálido y cercano, como quien ya conoce al cliente. Frases cortas y amables.',
    },
    sample: {
      pt: 'Oi! Que bom te ver de novo. Em que posso ajudar hoje?',
      en: 'Hi! So good to see you again. What can I do for you today?',
      es: '¡Hola! Qué bueno verte de nuevo. ¿En qué te ayudo hoy?',
    },
  },
  {
    key: 'formal',
    name: { pt: 'Formal', en: 'Formal', es: 'Formal' },
    tone: {
      pt: 'Formal e respeitoso. Trata por senhor ou senhora, sem emojis nem gírias.',
      en: 'Formal and respectful. No emoji, no slang, no contractions.',
      es: 'Formal y respetuoso. Trata de usted, sin emojis ni jerga.',
    },
    sample: {
      pt: 'Bom dia. Como posso ajudar o senhor ou a senhora?',
      en: 'Good morning. How may I help you?',
      es: 'Buenos días. ¿En qué puedo servirle?',
    },
  },
  {
    key: 'lively',
    name: { pt: 'Animada', en: 'Lively', es: 'Alegre' },
    tone: {
      pt: 'Animado e bem-humorado, com um emoji de vez em quando. Nunca exagerado.',
      en: 'Lively and good-humoured, with an emoji now and then. Never over the top.',
      es: 'Alegre y con buen humor, con un emoji de vez en cuando. Sin exagerar.',
    },
    sample: {
      pt: 'Opa, chegou na hora certa! 😄 Vamos resolver isso?',
      en: 'You came at just the right time! 😄 Shall we sort this out?',
      es: '¡Llegaste justo a tiempo! 😄 ¿Lo resolvemos?',
    },
  },
  {
    key: 'calm',
    name: { pt: 'Tranquila', en: 'Calm', es: 'Tranquila' },
    tone: {
      pt: 'Calmo e claro, um passo de cada vez. Para assuntos de saúde, dinheiro ou reclamações.',
      en: 'Calm and clear, one step at a time. For matters of health, money or complaints.',
      es: 'Tranquilo y claro, un paso a la vez. Para temas de salud, dinero o reclamos.',
    },
    sample: {
      pt: 'Entendi. Vamos por partes: primeiro me diga o seu nome.',
      en: 'I understand. Let us take it step by step: what is your name?',
      es: 'Entiendo. Vamos por partes: primero dime tu nombre.',
    },
  },
  {
    key: 'brief',
    name: { pt: 'Direta', en: 'Brief', es: 'Directa' },
    tone: {
      pt: 'Direto ao ponto, no máximo duas frases por resposta.',
      en: 'Straight to the point, two sentences an answer at most.',
      es: 'Directo al grano, dos frases por respuesta como mucho.',
    },
    sample: {
      pt: 'Temos sim. Entrega ou retirada?',
      en: 'We do. Delivery or pick-up?',
      es: 'Sí, hay. ¿Envío o retiro?',
    },
  },
];

const naturalness: VoiceCatalog['naturalness'] = [
  {
    key: 'instant',
    name: { pt: 'Imediato', en: 'Instant', es: 'Inmediato' },
    description: {
      pt: 'Responde na hora, sempre com as mesmas palavras.',
      en: 'Replies at once, always in the same words.',
      es: 'Responde al momento, siempre con las mismas palabras.',
    },
    behavior: { debounceMs: 500, maxRepliesPerHour: 120, temperature: 0 },
  },
  {
    key: 'balanced',
    name: { pt: 'Equilibrado', en: 'Balanced', es: 'Equilibrado' },
    description: {
      pt: 'Espera um instante para ler a mensagem inteira; varia pouco.',
      en: 'Waits a moment to read the whole message; varies little.',
      es: 'Espera un instante para leer todo el mensaje; varía poco.',
    },
    behavior: { debounceMs: 3000, maxRepliesPerHour: 60, temperature: 0.2 },
  },
  {
    key: 'human',
    name: { pt: 'Como uma pessoa', en: 'Like a person', es: 'Como una persona' },
    description: {
      pt: 'Deixa o cliente terminar de escrever e varia as palavras.',
      en: 'Lets the customer finish writing and varies its words.',
      es: 'Deja que el cliente termine de escribir y varía las palabras.',
    },
    behavior: { debounceMs: 8000, maxRepliesPerHour: 40, temperature: 0.7 },
  },
];

/** The available voices, presets and models; `model` is the one that the owner has configured. */
export function listVoices(model: LanguageModel | null): VoiceCatalog {
  const local: VoiceCatalog['models'][number] = {
    key: null,
    engine: 'local',
    name: 'local',
    description: {
      pt: 'Embutido, sem internet: responde só com o que a loja escreveu.',
      en: 'Built in, offline: answers only with what the shop has written.',
      es: 'Incorporado, sin internet: responde solo con lo que la tienda escribió.',
    },
    isDefault: model === null,
  };
  const configured = model && {
    key: model.model,
    engine: 'openai_compatible' as const,
    name: model.model,
    description: {
      pt: 'O modelo de linguagem que o dono configurou.',
      en: 'The language model that the owner has configured.',
      es: 'El modelo de lenguaje que configuró el dueño.',
    },
    isDefault: true,
  };
  return { voices, naturalness, models: configured ? [local, configured] : [local] };
}
