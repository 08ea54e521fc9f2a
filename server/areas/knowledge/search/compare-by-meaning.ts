import type { Platform } from '../../../platform/platform.ts';
import { embedQuery, embedTexts, textsPerCall } from '../embedding/embed-texts.ts';
import { type Embedder, modelId, readSettings } from '../embedding/embedder.settings.ts';

const mostCachedVectors = 2_000;
/**
 * Limit for new examples per call, so that a customer does not wait; the rest are compared by words until later calls.
 */
const mostNewPerCall = textsPerCall;

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Cache of example vectors by model and text; the oldest are evicted first. */
    exampleVectors: Map<string, Float32Array>;
  }
}

/** The cosine of each example, or 0 below `minSimilarity`. Returns an empty array without an embedder. */
export async function compareByMeaning(
  platform: Platform,
  text: string,
  examples: { text: string }[],
): Promise<number[]> {
  const { serving } = await readSettings(platform.database.read);
  const threshold = serving?.minSimilarity ?? null;
  if (!serving || threshold === null) return [];
  const vector = await embedQuery(platform, serving, text);
  if (!vector) return [];
  await learnExamples(platform, serving, examples);
  const known = platform.services.exampleVectors;
  return examples.map((example) => {
    const other = known.get(keyOf(serving, example.text));
    const similarity = other ? cosine(vector, other) : 0;
    return similarity >= threshold ? similarity : 0;
  });
}

/**
 * The vector of each text, null for one without, and the least cosine of texts that mean the same; null without an
 * embedder. Unlike a customer, the caller waits until all texts are embedded.
 */
export async function readMeanings(
  platform: Platform,
  texts: string[],
): Promise<{ vectors: (Float32Array | null)[]; threshold: number } | null> {
  const { serving } = await readSettings(platform.database.read);
  const threshold = serving?.minSimilarity ?? null;
  if (!serving || threshold === null) return null;
  const known = platform.services.exampleVectors;
  for (let start = 0; start < texts.length; start += mostNewPerCall) {
    const batch = texts.slice(start, start + mostNewPerCall);
    await learnExamples(
      platform,
      serving,
      batch.map((text) => ({ text })),
    );
    // The embedder failed: waiting for it again would take as long for each batch.
    if (!batch.every((text) => known.has(keyOf(serving, text)))) break;
  }
  return { vectors: texts.map((text) => known.get(keyOf(serving, text)) ?? null), threshold };
}

export const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

const keyOf = (embedder: Embedder, text: string): string => `${modelId(embedder)}\n${text}`;

/** Embeds unknown examples, as queries because both sides are questions. */
async function learnExamples(platform: Platform, embedder: Embedder, examples: { text: string }[]): Promise<void> {
  const known = platform.services.exampleVectors;
  const texts = [...new Set(examples.map(({ text }) => text))]
    .filter((text) => !known.has(keyOf(embedder, text)))
    .slice(0, mostNewPerCall);
  if (texts.length === 0) return;
  try {
    const vectors = await embedTexts(platform, embedder, 'query', texts);
    for (const [index, vector] of vectors.entries()) known.set(keyOf(embedder, texts[index] ?? ''), vector);
  } catch (error) {
    platform.log.warn({ err: error }, 'the embedder failed: examples are compared by words alone');
  }
  for (const key of known.keys()) {
    if (known.size <= mostCachedVectors) break;
    known.delete(key);
  }
}
