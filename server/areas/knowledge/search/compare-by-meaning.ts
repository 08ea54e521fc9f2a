import type { Platform } from '../../../platform/platform.ts';
import { embedQuery, embedTexts, textsPerCall } from '../embedding/embed-texts.ts';
import { type Embedder, modelId, readSettings } from '../embedding/embedder.settings.ts';

const vectorsKept = 2_000;
/** More than this many new ones would keep a customer waiting: they are compared by words until they are known. */
const mostNewPerCall = textsPerCall;

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Vectors of example sentences by model and text, the oldest forgotten first. */
    exampleVectors: Map<string, Float32Array>;
  }
}

/** How near each example is in meaning: the cosine where it counts as the same, else 0; all 0 without an embedder. */
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
    const similarity = other ? vector.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0) : 0;
    return similarity >= threshold ? similarity : 0;
  });
}

const keyOf = (embedder: Embedder, text: string): string => `${modelId(embedder)}\n${text}`;

/** Both sides are questions, so the examples are embedded as such. */
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
    if (known.size <= vectorsKept) break;
    known.delete(key);
  }
}
