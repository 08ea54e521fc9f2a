import type { Db } from '../../../platform/database/database.ts';
import { countPassages, matchPassages } from '../../../platform/database/text-index.ts';
import { stemWord } from '../language/analyse-text.ts';
import type { Language } from '../language/detect-language.ts';
import type { Synonyms } from '../language/synonyms.ts';
import { passageIndex } from '../passages/chunks.store.ts';
import { findSpellings } from '../passages/vocabulary.store.ts';
import type { AnalysedQuery, QueryTerm } from './analyse-query.ts';

/** BM25 weights of title, headings and text. */
const fieldWeights = { title: 1, headings: 1.5, body: 1 };
const mostCandidates = 50;
/** Below this many hits, also search frequent terms. */
const fewCandidates = 10;
/** Limit for the passages that one query scores; more frequent words only help to rank the hits of rarer ones. */
const mostScored = 5_000;
/** Weights of a synonym and of a corrected spelling. */
const synonymWorth = 0.5;
const spellingWorth = 0.8;
const shortestMisspelling = 4;
/** Assumed minimum of passages: in fewer, every word seems frequent. */
const fewestPassages = 1_000;

export interface Searched {
  workspaceId: string;
  /** Number of searchable passages in the workspace. */
  passageCount: number;
  languages: (Language | null)[];
  synonyms: Synonyms;
}

/**
 * Sets the idf of each term, and adds its synonyms and, if no passage contains it, the closest spellings. Returns the
 * number of passages per stem.
 */
export async function weighTerms(db: Db, query: AnalysedQuery, searched: Searched): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const count = async (stem: string): Promise<number> => {
    const known = counts.get(stem) ?? (await countPassages(db, passageIndex, searched.workspaceId, stem));
    counts.set(stem, known);
    return known;
  };
  const addForms = async (term: QueryTerm, words: Iterable<string>, worth: number): Promise<void> => {
    for (const word of words) {
      for (const language of searched.languages) {
        const stem = stemWord(word, language);
        if (!term.forms.has(stem) && (await count(stem)) > 0) term.forms.set(stem, worth);
      }
    }
  };
  for (const term of query.terms) {
    let most = 0;
    for (const form of term.forms.keys()) most = Math.max(most, await count(form));
    if (most === 0 && (term.isCode || term.folded.length >= shortestMisspelling)) {
      await addForms(term, await findSpellings(db, searched.workspaceId, term.folded), spellingWorth);
      for (const form of term.forms.keys()) most = Math.max(most, await count(form));
    }
    await addForms(term, searched.synonyms.get(term.folded) ?? [], synonymWorth);
    term.idf = rarity(most, searched);
  }
  return counts;
}

/**
 * BM25 idf of a word in `count` passages. During a reindex `count` may exceed the total, since both generations count.
 */
function rarity(count: number, { passageCount }: Searched): number {
  const passages = Math.max(passageCount, fewestPassages);
  const within = Math.min(count, passages);
  return Math.log(1 + (passages - within + 0.5) / (within + 0.5));
}

/** Rows of the best candidates by BM25, searched by the rarest words first. */
export async function findCandidates(
  db: Db,
  query: AnalysedQuery,
  counts: Map<string, number>,
  searched: Searched,
  segments: number[],
): Promise<number[]> {
  const stems = [...new Set(query.terms.flatMap(({ forms }) => [...forms.keys()]))]
    .map((stem) => ({ stem, count: counts.get(stem) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count);
  if (stems.length === 0) return [];
  let scored = 0;
  const rare = stems.filter(({ count }, index) => {
    scored += count;
    return index === 0 || scored <= mostScored;
  });
  const rank = (chosen: typeof stems) =>
    matchPassages(db, passageIndex, {
      workspaceId: searched.workspaceId,
      stems: chosen.map(({ stem, count }) => ({ stem, worth: rarity(count, searched) })),
      segments,
      weights: fieldWeights,
      limit: mostCandidates,
    });
  const rows = await rank(rare);
  return rows.length >= fewCandidates || rare.length === stems.length ? rows : rank(stems);
}
