import { analyseQuery } from '../../../server/areas/knowledge/search/analyse-query.ts';
import { findCandidates, weighTerms } from '../../../server/areas/knowledge/search/find-candidates.ts';
import { judgeAnswer, leastConfidence } from '../../../server/areas/knowledge/search/judge-answer.ts';
import { median, quantile, round, withTemporaryHome, writeResults } from '../support.ts';
import { baselines, runBaseline } from './baselines.ts';
import { benchLanguages, openPlatform, type QuestionSet, readOptions, readQuestions } from './data.ts';
import { type Indexed, indexSet, passagesOf, rankQuestion, withoutPassage } from './questions.ts';
import { measureScale } from './scale.ts';

/**
 * Which passage answers a question: each list alone, the product's combination, and the best single settings of FTS5.
 * `npm run bench:knowledge -- --data FOLDER`. The constants were fitted on the even-numbered questions: "held out" are
 * the others.
 */
type Figures = Record<string, number>;

const percent = (part: number, whole: number): number => round((100 * part) / whole, 1);

function score(set: QuestionSet, results: number[][], isCounted: (place: number) => boolean = () => true): Figures {
  const ranks = set.questions.flatMap(([, passage], place) =>
    isCounted(place) ? [(results[place] ?? []).slice(0, 10).indexOf(passage) + 1] : [],
  );
  const within = (most: number): number => ranks.filter((rank) => rank > 0 && rank <= most).length;
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0);
  return {
    'recall@1': percent(within(1), ranks.length),
    'recall@5': percent(within(5), ranks.length),
    'MRR@10': round(reciprocal / ranks.length, 3),
  };
}

const isHeldOut = (place: number): boolean => place % 2 === 1;

/** The stem index by BM25 alone, without further features. */
async function rankByStems({ bench, set, scope, chunks, passageOf }: Indexed, question: string): Promise<number[]> {
  const { read } = bench.platform.database;
  const asked = analyseQuery(question, [set.language], [set.language]);
  const languages = [set.language];
  const searched = { workspaceId: bench.workspace.id, passageCount: chunks.length, languages, synonyms: new Map() };
  const counts = await weighTerms(read, asked, searched);
  const segments = scope.map(({ number }) => number);
  return [...new Set((await findCandidates(read, asked, counts, searched, segments)).map(passageOf))];
}

/** Swaps two letters in the middle of the longest word: the case for the spelling index. */
function misspell(question: string): string {
  const longest = (question.match(/\p{L}{5,}/gu) ?? []).toSorted((one, other) => other.length - one.length)[0];
  if (longest === undefined) return question;
  const middle = Math.floor(longest.length / 2);
  const swapped = longest.slice(0, middle - 1) + longest[middle] + longest[middle - 1] + longest.slice(middle + 1);
  return question.replace(longest, swapped);
}

interface Judged {
  /** Share answered, with the right passage among the first five. */
  isAnswered: boolean;
  confidence: number;
  confidenceWithout: number;
}

async function judge(indexed: Indexed): Promise<{ results: number[][]; judged: Judged[]; times: number[] }> {
  const results: number[][] = [];
  const judged: Judged[] = [];
  const times: number[] = [];
  for (const [place, [question, passage]] of indexed.set.questions.entries()) {
    const startedAt = performance.now();
    const ranked = await rankQuestion(indexed, question);
    times.push(performance.now() - startedAt);
    const passages = passagesOf(indexed, ranked);
    results.push(passages);
    if (!isHeldOut(place)) continue;
    const without = await withoutPassage(indexed, passage, () => rankQuestion(indexed, question));
    judged.push({
      isAnswered: passages.slice(0, 5).includes(passage),
      confidence: judgeAnswer(ranked.byWords),
      confidenceWithout: judgeAnswer(without.byWords),
    });
  }
  return { results, judged, times };
}

/** At a threshold: share of the other questions answered within the first five, share of the removed judged unknown. */
function trade(judged: Judged[], threshold: number): Figures {
  const answered = judged.filter(({ isAnswered, confidence }) => isAnswered && confidence >= threshold).length;
  const unknown = judged.filter(({ confidenceWithout }) => confidenceWithout < threshold).length;
  return {
    'answered among 5, %': percent(answered, judged.length),
    'told as unknown, %': percent(unknown, judged.length),
  };
}

const { data, scale } = readOptions();
if (scale > 0) await measureScale(data, scale);
else await measureQuality();

async function measureQuality(): Promise<void> {
  const everyJudged: Judged[] = [];
  for (const language of benchLanguages) {
    await withTemporaryHome(async (home) => {
      const bench = await openPlatform(home);
      const set = readQuestions(data, language);
      const indexed = await indexSet(bench, set);
      const table: Record<string, Figures> = {};
      for (const baseline of baselines) table[baseline.name] = score(set, runBaseline(baseline, set));
      const stems = await runEach(set, (question) => rankByStems(indexed, question));
      table['Frontdesk, list of stems alone'] = score(set, stems);
      const { results, judged, times } = await judge(indexed);
      table['Frontdesk, nothing configured'] = score(set, results);
      table['Frontdesk, held out'] = score(set, results, isHeldOut);
      const misspelt = { ...set, questions: set.questions.map(([question, place]) => [misspell(question), place]) };
      await compareMisspelt(indexed, misspelt as QuestionSet, table);
      everyJudged.push(...judged);
      writeResults(`knowledge ${language}: ${set.name}, ${set.questions.length} questions`, table);
      writeResults(`knowledge ${language}: cost`, {
        passages: set.passages.length,
        'indexing, ms': round(indexed.indexMs, 0),
        'search p50, ms': round(median(times)),
        'search p95, ms': round(quantile(times, 0.95)),
      });
      writeResults(`knowledge ${language}: "I do not know", held out`, trade(judged, leastConfidence));
      await bench.stop();
    });
  }
  const curve = Object.fromEntries(
    [0.1, 0.15, 0.2, 0.25, 0.3, leastConfidence, 0.4, 0.5, 0.6].map((at) => [`at ${at}`, trade(everyJudged, at)]),
  );
  writeResults('knowledge: "I do not know" by threshold, held out, all languages', curve);
}

async function compareMisspelt(indexed: Indexed, set: QuestionSet, table: Record<string, Figures>): Promise<void> {
  const snowball = baselines.at(-1);
  if (snowball) table['misspelt: FTS5 Snowball'] = score(set, runBaseline(snowball, set));
  const found = await runEach(set, async (question) => passagesOf(indexed, await rankQuestion(indexed, question)));
  table['misspelt: Frontdesk'] = score(set, found);
}

async function runEach(set: QuestionSet, run: (question: string) => Promise<number[]>): Promise<number[][]> {
  const results: number[][] = [];
  for (const [question] of set.questions) results.push(await run(question));
  return results;
}
