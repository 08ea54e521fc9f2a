import { z } from 'zod';
import type { Secrets } from './access/secrets.ts';
import type { Db } from './database/database.ts';
import type { OutboundAnswer, OutboundRequest } from './net/outbound-http.ts';
import type { Platform } from './platform.ts';
import { clearSetting, readSetting, saveSetting } from './settings.ts';
import { isFailing, noteFailure, noteSuccess } from './work/failing-parts.ts';

const settingsKey = 'language_model';
const sealPurpose = 'language_model';
const answerTimeoutMs = 20_000;
const largestAnswerBytes = 256 * 1024;

/** An OpenAI-compatible endpoint; the key is stored sealed. */
const LanguageModel = z.object({ baseUrl: z.string(), model: z.string(), sealedKey: z.string().nullable() });
export type LanguageModel = z.infer<typeof LanguageModel>;

export interface LanguageModelDraft {
  /** Base URL without `/chat/completions`, for example `https://models.example/v1`. */
  baseUrl: string;
  model: string;
  /** Null removes the key; when absent, the stored key is kept if the new endpoint has the same origin. */
  key?: string | null;
}

/** The model configured by the owner; null when none is. */
export const readLanguageModel = (db: Db): Promise<LanguageModel | null> => readSetting(db, settingsKey, LanguageModel);

/** Replaces the configured model. */
export async function saveLanguageModel(db: Db, secrets: Secrets, draft: LanguageModelDraft): Promise<LanguageModel> {
  const { baseUrl, model: name, key } = draft;
  const model: LanguageModel = {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    model: name,
    sealedKey: key === undefined ? await findKeyFor(db, baseUrl) : key && secrets.seal(sealPurpose, key),
  };
  await saveSetting(db, settingsKey, model);
  await noteSuccess(db, failing);
  return model;
}

/** A key is only sent to the origin that the owner entered it for. */
async function findKeyFor(db: Db, baseUrl: string): Promise<string | null> {
  const present = await readLanguageModel(db);
  return present && new URL(present.baseUrl).origin === new URL(baseUrl).origin ? present.sealedKey : null;
}

export async function clearLanguageModel(db: Db): Promise<void> {
  await clearSetting(db, settingsKey);
  await noteSuccess(db, failing);
}

/** The model's key in plain text; null when it has none. */
export const openModelKey = (platform: Platform, model: LanguageModel): string | null =>
  model.sealedKey === null ? null : platform.secrets.unseal(sealPurpose, model.sealedKey);

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/**
 * Requests one JSON object from the model and returns it parsed by `schema`. `instruction` is ours; `data` may hold
 * text written by customers and therefore goes into the user message as JSON, never into the instruction. `images` are
 * data URLs for models that accept images. Throws when the model is unreachable, takes longer than 20 s or returns
 * anything else.
 */
export async function askForJson<Schema extends z.ZodType>(
  platform: Platform,
  model: LanguageModel,
  question: { instruction: string; data: unknown; images?: string[]; schema: Schema },
): Promise<z.output<Schema>> {
  const key = openModelKey(platform, model);
  const answer = await askEndpoint(platform, {
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
  if (answer.status !== 200) throw new Error(`The language model returned status ${answer.status}`);
  const completion = Completion.safeParse(parseJson(answer.body.toString('utf8')));
  const content = completion.data?.choices[0]?.message.content;
  const parsed = content === undefined ? null : question.schema.safeParse(parseJson(withoutFence(content)));
  if (!parsed?.success) throw new Error('The language model returned something other than the requested JSON');
  return parsed.data;
}

const failing = { workspaceId: null, part: 'model', subject: '' } as const;

/** Statuses that only a person can change: a wrong key, no credit, an unknown model. */
const lasting = [401, 402, 403, 404];

/** Sends a request to the model's endpoint. Today shows that it fails, until it works again. */
export async function askEndpoint(platform: Platform, request: OutboundRequest): Promise<OutboundAnswer> {
  const { database, clock, outbound } = platform;
  const note = (reason: string, isSure: boolean) =>
    database.write((db) => noteFailure(db, failing, { reason, isSure, now: clock.now().toISOString() }));
  const answer = await outbound.request(request).catch(async (error: Error) => {
    if (!request.signal?.aborted) await note(error.message, false);
    throw error;
  });
  const { status, body } = answer;
  if (status >= 400) {
    const isOutOfCredit = body.includes('insufficient_quota');
    await note(`The language model returned status ${status}`, isOutOfCredit || lasting.includes(status));
  } else if (await isFailing(database.read, failing)) {
    await database.write((db) => noteSuccess(db, failing));
  }
  return answer;
}

const toContent = (text: string, images: string[]) =>
  images.length === 0
    ? text
    : [{ type: 'text', text }, ...images.map((url) => ({ type: 'image_url', image_url: { url } }))];

/** Models often wrap JSON in ``` fences, even when instructed not to. */
const withoutFence = (text: string): string => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
