import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isFailing, noteFailure, noteSuccess } from '../../../platform/work/failing-parts.ts';
import { type Embedder, modelId, unsealKey } from './embedder.settings.ts';
import type { OnnxModel } from './onnx-model.ts';

/** Time limit for embedding a question; after it the search uses words alone. */
const queryTimeoutMs = 2_500;
const passagesTimeoutMs = minuteMs;
const largestAnswerBytes = 16 * 1024 * 1024;
const largestDimension = 8_192;
/** Texts per request to an endpoint or per call of a local model. */
export const textsPerCall = 16;
/** Characters of a text that are embedded. Models read some 512 tokens; a chunk is shorter. */
const longestText = 8_000;

type Kind = 'query' | 'passage';

const Embeddings = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

/** Time for which a failed embedder is not called again. */
const pauseMs = 30_000;

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Epoch ms until which a failed embedder is not called. */
    embedderPause: { untilMs: number; model: string };
    localModel: OnnxModel;
  }
}

/** Ends the local model's thread. */
export const closeEmbedder = (platform: Platform): Promise<void> => platform.services.localModel.close();

/**
 * Embeds up to `textsPerCall` texts as vectors of unit length. Throws if the embedder is unreachable or too slow, or
 * does not return one finite vector per text in the dimension that it had when it was set up.
 */
export async function embedTexts(
  platform: Platform,
  embedder: Embedder,
  kind: Kind,
  texts: string[],
): Promise<Float32Array[]> {
  const prefix = kind === 'query' ? embedder.queryPrefix : embedder.passagePrefix;
  const inputs = texts.map((text) => prefix + text.slice(0, longestText));
  const timeoutMs = kind === 'query' ? queryTimeoutMs : passagesTimeoutMs;
  const vectors =
    embedder.kind === 'local'
      ? await platform.services.localModel.embed(embedder.folder, inputs, timeoutMs)
      : await askEndpoint(platform, embedder, inputs, timeoutMs);
  if (vectors.length !== texts.length) {
    throw new Error(`The embedder returned ${vectors.length} vector(s) for ${texts.length} text(s)`);
  }
  return vectors.map((vector) => toUnit(vector, embedder.dimension));
}

const failing = { workspaceId: null, part: 'embedder', subject: '' } as const;

/** Forgets the failures of the embedder that was configured before. */
export const forgetFailures = (db: Db): Promise<void> => noteSuccess(db, failing);

/**
 * The vector of a customer's question; null if the embedder fails, so that the search uses words alone. The failure is
 * logged, and the embedder is paused so that not every question waits for it.
 */
export async function embedQuery(platform: Platform, embedder: Embedder, text: string): Promise<Float32Array | null> {
  const pause = platform.services.embedderPause;
  // A remaining pause longer than the full one means that the clock was set back.
  const leftMs = pause.untilMs - platform.clock.now().getTime();
  if (leftMs > 0 && leftMs <= pauseMs && pause.model === modelId(embedder)) return null;
  try {
    const [vector] = await embedTexts(platform, embedder, 'query', [text]);
    if (await isFailing(platform.database.read, failing)) await platform.write(({ db }) => noteSuccess(db, failing));
    return vector ?? null;
  } catch (error) {
    const reason = (error as Error).message;
    await platform.write(({ db, now }) => noteFailure(db, failing, { reason, isSure: false, now }));
    Object.assign(pause, { untilMs: platform.clock.now().getTime() + pauseMs, model: modelId(embedder) });
    platform.log.warn({ err: error }, 'the embedder failed: knowledge is searched by words alone');
    return null;
  }
}

async function askEndpoint(
  platform: Platform,
  embedder: Extract<Embedder, { kind: 'openai' }>,
  input: string[],
  timeoutMs: number,
): Promise<number[][]> {
  const key = unsealKey(platform.secrets, embedder.sealedKey);
  const answer = await platform.outbound.request({
    method: 'POST',
    url: `${embedder.baseUrl}/embeddings`,
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: embedder.model, input, encoding_format: 'float' }),
    timeoutMs,
    maxBytes: largestAnswerBytes,
  });
  if (answer.status !== 200) throw new Error(`The embedder responded with status ${answer.status}`);
  const parsed = Embeddings.safeParse(parseJson(answer.body.toString('utf8')));
  if (!parsed.success) throw new Error('The response of the embedder does not contain embeddings');
  const ordered = parsed.data.data.toSorted((one, other) => one.index - other.index);
  if (ordered.some(({ index }, place) => index !== place))
    throw new Error('The embedder returned no vector for some texts');
  return ordered.map(({ embedding }) => embedding);
}

/** Normalises a vector. `dimension` 0 accepts any length, for an embedder that is being set up. */
function toUnit(values: ArrayLike<number>, dimension: number): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  if (vector.length === 0 || vector.length > largestDimension || (dimension > 0 && vector.length !== dimension)) {
    throw new Error(`The embedder returned a vector of ${vector.length} numbers instead of ${dimension || 'some'}`);
  }
  if (!Number.isFinite(length) || length === 0) throw new Error('The embedder returned a zero or non-finite vector');
  return vector.map((value) => value / length);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
