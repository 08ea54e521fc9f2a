import { toIndexWords } from '../../../server/areas/knowledge/language/analyse-text.ts';
import {
  findScope,
  passageIndex,
  rowOf,
  type SearchedSegment,
} from '../../../server/areas/knowledge/passages/chunks.store.ts';
import { type RankedScope, rankScope } from '../../../server/areas/knowledge/search/rank-scope.ts';
import { putPassages, removeText } from '../../../server/platform/database/text-index.ts';
import { type BenchPlatform, cutPassages, indexChunks, type QuestionSet } from './data.ts';

export interface Indexed {
  bench: BenchPlatform;
  set: QuestionSet;
  scope: SearchedSegment[];
  chunks: ReturnType<typeof cutPassages>['chunks'];
  segment: number;
  /** The passage of a row. */
  passageOf(row: number): number;
  indexMs: number;
}

/** Indexes the passages of a set as the product does. */
export async function indexSet(bench: BenchPlatform, set: QuestionSet): Promise<Indexed> {
  const { chunks, passageOf } = cutPassages(set.passages);
  const startedAt = performance.now();
  const { baseId, segment } = await indexChunks(bench, set.language, set.language, chunks);
  const indexMs = performance.now() - startedAt;
  const scope = await findScope(bench.platform.database.read, bench.workspace.id, { baseIds: [baseId] });
  const find = (row: number): number => passageOf[row - rowOf(segment, 0)] ?? -1;
  return { bench, set, scope, chunks, segment, passageOf: find, indexMs };
}

export const rankQuestion = ({ bench, scope }: Indexed, question: string): Promise<RankedScope> =>
  rankScope(bench.platform.database.read, bench.workspace.id, question, scope, []);

/** The passages found, best first, without duplicates. */
export const passagesOf = (indexed: Indexed, { byWords }: RankedScope): number[] => [
  ...new Set(byWords.map(({ passage }) => indexed.passageOf(passage.row))),
];

/** Runs `ask` while a passage is missing from the index, as if the shop had never written it. */
export async function withoutPassage<T>(indexed: Indexed, passage: number, ask: () => Promise<T>): Promise<T> {
  const { bench, chunks, segment, set } = indexed;
  const own = chunks.filter(({ position }) => indexed.passageOf(rowOf(segment, position)) === passage);
  const rows = own.map(({ position, text }) => ({
    row: rowOf(segment, position),
    title: '',
    headings: '',
    body: toIndexWords(text, set.language),
  }));
  await bench.platform.write(async ({ db }) => {
    for (const { row } of rows) await removeText(db, passageIndex, row);
  });
  try {
    return await ask();
  } finally {
    await bench.platform.write(({ db }) => putPassages(db, passageIndex, bench.workspace.id, rows));
  }
}
