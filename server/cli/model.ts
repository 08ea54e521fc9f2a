import { z } from 'zod';
import { loadSecrets } from '../platform/access/secrets.ts';
import {
  clearLanguageModel,
  type LanguageModel,
  readLanguageModel,
  saveLanguageModel,
} from '../platform/language-model.ts';
import { type Command, defineCommand, HttpUrl } from './command.ts';
import { openHome } from './open-home.ts';
import { readKey } from './read-key.ts';

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

export const commands: Record<string, Command> = {
  'model set': defineCommand({
    details:
      'The key is read from a file, since other programs and the history of the shell see a command line. A local ' +
      'address needs "outbound allow" too.',
    examples: [
      'model set --base-url https://api.example.com/v1 --model small --key-file key.txt',
      'model set --base-url http://127.0.0.1:11434/v1 --model llama3',
    ],
    options: {
      'base-url': { value: 'URL', about: 'Address of the service, http or https' },
      model: { value: 'NAME', about: 'What the service calls the model' },
      'key-file': { value: 'FILE', about: 'A file with the key of the service; - reads the standard input' },
    },
    input: z.strictObject({
      'base-url': HttpUrl,
      model: z.string().trim().min(1).max(200),
      'key-file': z.string().min(1).optional(),
    }),
    run: ({ 'base-url': baseUrl, model, 'key-file': keyFile }, call) =>
      openHome(call, async (database) => {
        const key = keyFile === undefined ? null : await readKey(keyFile);
        const secrets = await loadSecrets(call.config.home);
        return show(await database.write((db) => saveLanguageModel(db, secrets, { baseUrl, model, key })));
      }),
  }),

  'model show': defineCommand({
    examples: ['model show'],
    input: z.strictObject({}),
    run: (_input, call) => openHome(call, async (database) => show(await readLanguageModel(database.read))),
  }),

  'model clear': defineCommand({
    examples: ['model clear'],
    input: z.strictObject({}),
    run: (_input, call) =>
      openHome(call, async (database) => {
        await database.write(clearLanguageModel);
        return show(null);
      }),
  }),
};
