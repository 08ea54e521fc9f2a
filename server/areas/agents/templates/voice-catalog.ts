import { z } from 'zod';
import type { LanguageModel } from '../../../platform/language-model.ts';
import { ReplyEngine } from '../schemas.ts';
import { voiceKeys } from '../words.schemas.ts';
import { inEachLanguage, Words } from '../words.ts';

export const VoiceCatalog = z
  .object({
    voices: z
      .array(
        z.object({
          key: z.string().describe('Names the voice.'),
          name: Words,
          tone: Words,
          sample: Words,
        }),
      )
      .describe(
        'Styles of writing: `tone`, in its language, is a value for that of an agent; `sample` shows the style.',
      ),
    models: z
      .array(
        z.object({
          key: z
            .string()
            .nullable()
            .describe('Value for `behavior.model` of an agent; null is the model of the server.'),
          engine: ReplyEngine,
          name: z.string().describe('The name of the model; `local` for the engine of this program.'),
          description: Words,
          isDefault: z.boolean().describe('Whether agents without a model use it.'),
        }),
      )
      .describe('What can decide replies; the language model of the server only if there is one.'),
    naturalness: z
      .array(
        z.object({
          key: z.string().describe('Names the preset.'),
          name: Words,
          description: Words,
          behavior: z
            .object({
              debounceMs: z.int().describe('Milliseconds to wait for further messages before a reply.'),
              maxRepliesPerHour: z.int().describe('Replies per conversation and hour, after which a person is called.'),
              temperature: z.number().describe('Temperature of the language model.'),
            })
            .describe('Values for `behavior` of an agent.'),
        }),
      )
      .describe('Presets of how quickly and how alike it answers.'),
  })
  .meta({ id: 'VoiceCatalog' });
type VoiceCatalog = z.infer<typeof VoiceCatalog>;

const voices: VoiceCatalog['voices'] = voiceKeys.map((key) => ({
  key,
  name: inEachLanguage((words) => words.voices[key].name),
  tone: inEachLanguage((words) => words.voices[key].tone),
  sample: inEachLanguage((words) => words.voices[key].sample),
}));

const presets = [
  { key: 'instant', behavior: { debounceMs: 500, maxRepliesPerHour: 120, temperature: 0 } },
  { key: 'balanced', behavior: { debounceMs: 3000, maxRepliesPerHour: 60, temperature: 0.2 } },
  { key: 'human', behavior: { debounceMs: 8000, maxRepliesPerHour: 40, temperature: 0.7 } },
] as const;

const naturalness: VoiceCatalog['naturalness'] = presets.map(({ key, behavior }) => ({
  key,
  name: inEachLanguage((words) => words.naturalness[key].name),
  description: inEachLanguage((words) => words.naturalness[key].description),
  behavior,
}));

/** The available voices, presets and models; `model` is the one that the owner has configured. */
export function listVoices(model: LanguageModel | null): VoiceCatalog {
  const local: VoiceCatalog['models'][number] = {
    key: null,
    engine: 'local',
    name: 'local',
    description: inEachLanguage(({ models }) => models.local),
    isDefault: model === null,
  };
  const configured = model && {
    key: model.model,
    engine: 'openai_compatible' as const,
    name: model.model,
    description: inEachLanguage(({ models }) => models.configured),
    isDefault: true,
  };
  return { voices, naturalness, models: configured ? [local, configured] : [local] };
}
