import { monitorEventLoopDelay } from 'node:perf_hooks';
import { searchKnowledge } from '../../../server/areas/knowledge/index.ts';
import { type Chunk, countTokens } from '../../../server/areas/knowledge/passages/chunk-document.ts';
import { round, summarize, withTemporaryHome, writeResults } from '../support.ts';
import { type BenchPlatform, indexChunks, openPlatform, readOptions, readQuestions } from './data.ts';

/** Without `--scale`. */
const usualChunks = 50_000;
const chunksPerSource = 1_000;
const sentencesPerChunk = 6;
const questionsAsked = 500;

/** Pseudo-random numbers from 0 to 1, the same sequence in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Passages of recombined sentences, so every word is as frequent as in the data. */
function* makeChunks(passages: string[], count: number): Generator<Chunk> {
  const sentences = passages.flatMap((passage) => passage.split(/(?<=[.!?])\s+/));
  const random = randomFrom(7);
  for (let made = 0; made < count; made++) {
    const text = Array.from(
      { length: sentencesPerChunk },
      () => sentences[Math.floor(random() * sentences.length)],
    ).join(' ');
    yield { position: made % chunksPerSource, headingPath: [], page: null, text, tokenCount: countTokens(text) };
  }
}

/** Search over many chunks through the area's function, and the event loop's longest block meanwhile. */
export async function measureScale(data: string, count: number): Promise<void> {
  await withTemporaryHome(async (home) => {
    const bench: BenchPlatform = await openPlatform(home);
    const set = readQuestions(data, 'en');
    const chunks = [...makeChunks(set.passages, count)];
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startedAt = performance.now();
    const baseIds: string[] = [];
    for (let at = 0; at < chunks.length; at += chunksPerSource) {
      const { baseId } = await indexChunks(bench, `s${at}`, 'en', chunks.slice(at, at + chunksPerSource));
      baseIds.push(baseId);
    }
    const indexMs = performance.now() - startedAt;
    delay.disable();
    const ask = async (scope: string[]): Promise<number[]> => {
      const times: number[] = [];
      for (const [query] of set.questions.slice(0, questionsAsked)) {
        const asked = performance.now();
        await searchKnowledge(bench.platform, bench.workspace.id, { query, baseIds: scope, limit: 5 });
        times.push(performance.now() - asked);
      }
      return times;
    };
    const everywhere = await ask(baseIds);
    const one = await ask(baseIds.slice(0, 1));
    writeResults(`knowledge: ${count} chunks`, {
      indexing: { 'ms per 1,000 chunks': round((indexMs / count) * 1_000, 0) },
      'event loop delay while indexing': {
        'p99 ms': round(delay.percentile(99) / 1e6, 1),
        'p99.9 ms': round(delay.percentile(99.9) / 1e6, 1),
      },
      'search everywhere': summarize(everywhere, 95, 15),
      'search one base of 1,000': summarize(one, 95),
    });
    await bench.stop();
  });
}

if (import.meta.main) {
  const { data, scale } = readOptions();
  await measureScale(data, scale || usualChunks);
}
