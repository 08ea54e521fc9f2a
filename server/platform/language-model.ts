import { z } from 'zod';
import type { Secrets } from './access/secrets.ts';
import type { Db } from './database/database.ts';
import type { Platform } from './platform.ts';
import { clearSetting, readSetting, saveSetting } from './settings.ts';

const settingsKey = 'language_model';
const sealPurpose = 'language_model';
const answerTimeoutMs = 20_000;
const largestAnswerBytes = 256 * 1024;

/** An OpenAI-compatible endpoint; its key is sealed. */
const LanguageModel = z.object({ baseUrl: z.string(), model: z.string(), sealedKey: z.string().nullable() });
export type LanguageModel = z.infer<typeof LanguageModel>;

export interface LanguageModelDraft {
  /** Up to and without `/chat/completions`, such as `https://models.example/v1`. */
  baseUrl: string;
  model: string;
  /** Null for none; absent keeps the present key, as long as the endpoint is of the same origin. */
  key?: string | null;
}

/** The model that the owner has configured; null when there is none. */
export const readLanguageModel = (db: Db): Promise<LanguageModel | null> => readSetting(db, settingsKey, LanguageModel);

/** Sets the model in place of the one before. */
export async function saveLanguageModel(db: Db, secrets: Secrets, draft: LanguageModelDraft): Promise<LanguageModel> {
  const { baseUrl, model: name, key } = draft;
  const model: LanguageModel = {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    model: name,
    sealedKey: key === undefined ? await findKeyFor(db, baseUrl) : key && secrets.seal(sealPurpose, key),
  };
  await saveSetting(db, settingsKey, model);
  return model;
}

/** A key is handed to nobody but the one whom the owner has given it for. */
async function findKeyFor(db: Db, baseUrl: string): Promise<string | null> {
  const present = await readLanguageModel(db);
  return present && new URL(present.baseUrl).origin === new URL(baseUrl).origin ? present.sealedKey : null;
}

export const clearLanguageModel = (db: Db): Promise<void> => clearSetting(db, settingsKey);

/** The key of the model in plain text; null where it has none. */
export const openModelKey = (platform: Platform, model: LanguageModel): string | null =>
  model.sealedKey === null ? null : platform.secrets.unseal(sealPurpose, model.sealedKey);

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/**
 * Asks the model for one JSON object. `instruction` is ours; `data` may hold what customers wrote and therefore goes
 * into the user's message as JSON, never into the instruction. `images` are data URLs, for a model that can see. Answers
 * what the schema makes of it.
 * Throws when the model cannot be reached, takes longer than 20 s or answers anything else.
 */
export async function askForJson<Schema extends z.ZodType>(
  platform: Platform,
  model: LanguageModel,
  question: { instruction: string; data: unknown; images?: string[]; schema: Schema },
): Promise<z.output<Schema>> {
  const key = openModelKey(platform, model);
  const answer = await platform.outbound.request({
    method: 'POST',
    url: `${model.baseUrl}/chat/completions`,
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model: model.model,
      temperature: 0,
      messages: [
        { role: 'system', content: question.instruction },
        { role: 'user', content: toContent(JSON.stringify(question.data), question.images ?? []) },
      ],
    }),
    timeoutMs: answerTimeoutMs,
    maxBytes: largestAnswerBytes,
  });
  if (answer.status !== 200) throw new Error(`The language model answered with ${answer.status}`);
  const completion = Completion.safeParse(parseJson(answer.body.toString('utf8')));
  const content = completion.data?.choices[0]?.message.content;
  const parsed = content === undefined ? null : question.schema.safeParse(parseJson(withoutFence(content)));
  if (!parsed?.success) throw new Error('The language model answered something else than what was asked for');
  return parsed.data;
}

const toContent = (text: string, images: string[]) =>
  images.length === 0
    ? text
    : [{ type: 'text', text }, ...images.map((url) => ({ type: 'image_url', image_url: { url } }))];

/** Models like to put JSON between ``` lines, whatever they are told. */
const withoutFence = (text: string): string => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
