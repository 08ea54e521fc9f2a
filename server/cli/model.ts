import { z } from 'zod';
import { loadSecrets } from '../platform/access/secrets.ts';
import {
  clearLanguageModel,
  type LanguageModel,
  readLanguageModel,
  saveLanguageModel,
} from '../platform/language-model.ts';
import { type Command, defineCommand, openHome } from './command.ts';

/** Output for a model; never contains its key. */
function show(model: LanguageModel | null) {
  if (!model)
    return { json: { model: null }, text: 'No language model is configured: insights are generated locally.' };
  const { baseUrl, model: name, sealedKey } = model;
  const hasKey = sealedKey !== null;
  return {
    json: { model: { baseUrl, model: name, hasKey } },
    text: `${name} at ${baseUrl}, ${hasKey ? 'with a key' : 'without a key'}`,
  };
}

export const modelCommands: Record<string, Command> = {
  'model set': defineCommand({
    usage: 'model set --base-url URL --model NAME [--key KEY]',
    summary: 'Use an OpenAI-compatible language model for insights; a local address needs "outbound allow" too',
    options: { 'base-url': { type: 'string' }, model: { type: 'string' }, key: { type: 'string' } },
    input: z.strictObject({
      'base-url': z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2_000),
      model: z.string().trim().min(1).max(200),
      key: z.string().trim().min(1).max(500).optional(),
    }),
    run: ({ 'base-url': baseUrl, model, key = null }, call) =>
      openHome(call, async (database) => {
        const secrets = await loadSecrets(call.config.home);
        return show(await database.write((db) => saveLanguageModel(db, secrets, { baseUrl, model, key })));
      }),
  }),

  'model show': defineCommand({
    usage: 'model show',
    summary: 'Show the configured language model, without its key',
    input: z.strictObject({}),
    run: (_input, call) => openHome(call, async (database) => show(await readLanguageModel(database.read))),
  }),

  'model clear': defineCommand({
    usage: 'model clear',
    summary: 'Remove the configured language model',
    input: z.strictObject({}),
    run: (_input, call) =>
      openHome(call, async (database) => {
        await database.write(clearLanguageModel);
        return show(null);
      }),
  }),
};
