import { z } from 'zod';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Embedder, modelId, unsealKey } from './embedder.settings.ts';
import type { OnnxModel } from './onnx-model.ts';

/** How long a customer's question may wait for its vector; later it is answered by words alone. */
const queryTimeoutMs = 2_500;
const passagesTimeoutMs = minuteMs;
const largestAnswerBytes = 16 * 1024 * 1024;
const largestDimension = 8_192;
/** What goes into one request, and into one turn of a local model. */
export const textsPerCall = 16;
/** Models read some 512 tokens; a chunk is shorter. */
const longestText = 8_000;

type Kind = 'query' | 'passage';

const Embeddings = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

/** How long an embedder that failed is left alone. */
const pauseMs = 30_000;

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Until when, in ms, an embedder that failed is left alone. */
    embedderPause: { untilMs: number; model: string };
    localModel: OnnxModel;
  }
}

/** Ends the local model's thread. */
export const closeEmbedder = (platform: Platform): Promise<void> => platform.services.localModel.close();

/**
 * The vectors of some texts (`textsPerCall` at most), each of unit length. Throws when the embedder cannot be reached,
 * is too slow, or answers anything but as many finite vectors of the dimension that it had when it was set up.
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
    throw new Error(`The embedder answered ${vectors.length} vector(s) for ${texts.length} text(s)`);
  }
  return vectors.map((vector) => toUnit(vector, embedder.dimension));
}

/**
 * The vector of what a customer asks; null when the embedder fails, which the log tells: the words alone decide then.
 * It is left alone for a while after that, so that not every question waits for it.
 */
export async function embedQuery(platform: Platform, embedder: Embedder, text: string): Promise<Float32Array | null> {
  const pause = platform.services.embedderPause;
  // A pause that would end later than it is long is of a clock that was set back since.
  const leftMs = pause.untilMs - platform.clock.now().getTime();
  if (leftMs > 0 && leftMs <= pauseMs && pause.model === modelId(embedder)) return null;
  try {
    const [vector] = await embedTexts(platform, embedder, 'query', [text]);
    return vector ?? null;
  } catch (error) {
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
  if (answer.status !== 200) throw new Error(`The embedder answered with ${answer.status}`);
  const parsed = Embeddings.safeParse(parseJson(answer.body.toString('utf8')));
  if (!parsed.success) throw new Error('The embedder answered something else than embeddings');
  const ordered = parsed.data.data.toSorted((one, other) => one.index - other.index);
  if (ordered.some(({ index }, place) => index !== place)) throw new Error('The embedder left out some of the texts');
  return ordered.map(({ embedding }) => embedding);
}

/** `dimension` 0 takes any, for an embedder that is being set up. */
function toUnit(values: ArrayLike<number>, dimension: number): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  if (vector.length === 0 || vector.length > largestDimension || (dimension > 0 && vector.length !== dimension)) {
    throw new Error(`The embedder answered a vector of ${vector.length} numbers instead of ${dimension || 'some'}`);
  }
  if (!Number.isFinite(length) || length === 0) throw new Error('The embedder answered a vector that is none');
  return vector.map((value) => value / length);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
