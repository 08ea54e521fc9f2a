import { z } from 'zod';
import type { Db } from './database.ts';
import type { Platform } from './platform.ts';
import type { Secrets } from './secrets.ts';

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
  key: string | null;
}

/** The model that the owner has configured; null when there is none. */
export async function readLanguageModel(db: Db): Promise<LanguageModel | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', settingsKey).executeTakeFirst();
  return row ? LanguageModel.parse(JSON.parse(row.value)) : null;
}

/** Sets the model in place of the one before. */
export async function saveLanguageModel(db: Db, secrets: Secrets, draft: LanguageModelDraft): Promise<LanguageModel> {
  const model: LanguageModel = {
    baseUrl: draft.baseUrl.replace(/\/+$/, ''),
    model: draft.model,
    sealedKey: draft.key === null ? null : secrets.seal(sealPurpose, draft.key),
  };
  const value = JSON.stringify(model);
  await db
    .insertInto('settings')
    .values({ key: settingsKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  return model;
}

export async function clearLanguageModel(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', settingsKey).execute();
}

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/**
 * Asks the model for one JSON object. `instruction` is ours; `data` may hold what customers wrote and therefore goes
 * into the user's message as JSON, never into the instruction. Answers what the schema makes of it.
 * Throws when the model cannot be reached, takes longer than 20 s or answers anything else.
 */
export async function askForJson<Schema extends z.ZodType>(
  platform: Platform,
  model: LanguageModel,
  question: { instruction: string; data: unknown; schema: Schema },
): Promise<z.output<Schema>> {
  const key = model.sealedKey === null ? null : platform.secrets.unseal(sealPurpose, model.sealedKey);
  const answer = await platform.outbound.request({
    method: 'POST',
    url: `${model.baseUrl}/chat/completions`,
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model: model.model,
      temperature: 0,
      messages: [
        { role: 'system', content: question.instruction },
        { role: 'user', content: JSON.stringify(question.data) },
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

/** Models like to put JSON between ``` lines, whatever they are told. */
const withoutFence = (text: string): string => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
