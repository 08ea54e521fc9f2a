import { readCodes, readWords, stemWord, type Word } from '../language/analyse-text.ts';
import type { Language } from '../language/detect-language.ts';
import type { AnalysedQuery } from './analyse-query.ts';

/** The parts of a passage that are measured. */
export interface Passage {
  title: string;
  headingPath: string[];
  text: string;
  language: Language | null;
}

/** Measures of a passage against a question, in order; `test/bench/knowledge/fit-knowledge.ts` fits their weights. */
export const measureNames = [
  'bm25',
  'exact',
  'coverage',
  'sentence',
  'window',
  'pairs',
  'alike',
  'length',
  'lead',
] as const;

/** BM25 parameters; length has less weight than usual because chunks have similar sizes. */
const k1 = 1.2;
const b = 0.5;
const usualWords = 130;
/** Shorter passages count as this long: the weights were not fitted on them. */
const fewestWords = 50;
const windowWords = 30;
const leadWords = 12;
const prefixLetters = 5;
const shortestAlike = 4;
/** Added to a word's count if the title or a heading contains it. */
const headingCount = 1;

interface Occurrence {
  place: number;
  term: number;
}

/** Data shared by all passages of one question. */
interface Prepared {
  query: AnalysedQuery;
  total: number;
  /** Stem → the terms that it matches, with weights. */
  byForm: Map<string, [term: number, worth: number][]>;
  byFolded: Map<string, number>;
  pairsByFirst: Map<string, number[]>;
  pairWorth: number[];
  hasCodes: boolean;
}

function prepare(query: AnalysedQuery): Prepared {
  const { terms, pairs } = query;
  const byForm: Prepared['byForm'] = new Map();
  for (const [term, { forms }] of terms.entries()) {
    for (const [form, worth] of forms) byForm.set(form, [...(byForm.get(form) ?? []), [term, worth]]);
  }
  const pairsByFirst: Prepared['pairsByFirst'] = new Map();
  for (const [place, { first }] of pairs.entries()) {
    for (const stem of first) pairsByFirst.set(stem, [...(pairsByFirst.get(stem) ?? []), place]);
  }
  return {
    query,
    total: terms.reduce((sum, { idf }) => sum + idf, 0) || 1,
    byForm,
    byFolded: new Map(terms.map(({ folded }, term) => [folded, term])),
    pairsByFirst,
    pairWorth: pairs.map((pair) => pair.terms.reduce((sum, term) => sum + (terms[term]?.idf ?? 0), 0)),
    hasCodes: terms.some(({ isCode }) => isCode),
  };
}

/**
 * Returns a function that measures passages against a question. Most measures are shares, so that they are comparable
 * between questions.
 */
export function createMeasure(query: AnalysedQuery): (passage: Passage) => number[] {
  const prepared = prepare(query);
  return (passage) => measurePassage(prepared, passage);
}

function measurePassage(prepared: Prepared, passage: Passage): number[] {
  const { query, total, byFolded } = prepared;
  const { terms } = query;
  const words = readWords(passage.text);
  const stems = words.map(({ folded }) => stemWord(folded, passage.language));
  const { counts, occurrences } = findOccurrences(prepared, passage, words, stems);
  const inHeading = countHeadings(prepared, passage, counts);
  const share = (isIn: (term: number) => boolean | undefined): number =>
    terms.reduce((sum, { idf }, term) => (isIn(term) ? sum + idf : sum), 0) / total;
  const saturated = (count: number): number =>
    count === 0 ? 0 : (count * (k1 + 1)) / (count + k1 * (1 - b + (b * words.length) / usualWords));
  const exact = terms.map(() => 0);
  for (const { folded } of words) {
    const term = byFolded.get(folded);
    if (term !== undefined) exact[term] = (exact[term] ?? 0) + 1;
  }
  const sentences = numberSentences(passage.text, words);
  const early = new Set(occurrences.filter(({ place }) => place < leadWords).map(({ term }) => term));
  return [
    terms.reduce((sum, { idf }, term) => sum + idf * saturated(counts[term] ?? 0), 0) / 10,
    terms.reduce((sum, { idf }, term) => sum + idf * saturated(exact[term] ?? 0), 0) / total,
    share((term) => (counts[term] ?? 0) > 0),
    bestGroup(occurrences, (place) => sentences[place] ?? 0, query, inHeading) / total,
    bestWindow(occurrences, query, inHeading) / total,
    sharePairs(prepared, stems),
    shareAlike(prepared, counts, words),
    Math.log(Math.max(words.length, fewestWords) / usualWords),
    share((term) => inHeading[term] || early.has(term)),
  ];
}

/** The places of the terms in the text, and the weighted count of each. */
function findOccurrences({ query, byForm, hasCodes }: Prepared, passage: Passage, words: Word[], stems: string[]) {
  const counts = query.terms.map(() => 0);
  const occurrences: Occurrence[] = [];
  const add = (stem: string, place: number): void => {
    const matches = byForm.get(stem);
    if (!matches) return;
    for (const [term, worth] of matches) {
      counts[term] = (counts[term] ?? 0) + worth;
      occurrences.push({ place, term });
    }
  };
  for (const [place, stem] of stems.entries()) add(stem, place);
  if (hasCodes) {
    for (const { folded, start } of readCodes(passage.text)) {
      const place = words.findIndex((word) => word.start >= start);
      add(folded, place);
    }
    occurrences.sort((one, other) => one.place - other.place);
  }
  return { counts, occurrences };
}

/** The terms that the title or a heading contains. Adds each once to `counts`. */
function countHeadings({ query, byForm }: Prepared, passage: Passage, counts: number[]): boolean[] {
  const inHeading = query.terms.map(() => false);
  for (const { folded } of readWords([passage.title, ...passage.headingPath].join(' '))) {
    for (const [term, worth] of byForm.get(stemWord(folded, passage.language)) ?? []) {
      if (!inHeading[term]) counts[term] = (counts[term] ?? 0) + worth * headingCount;
      inHeading[term] = true;
    }
  }
  return inHeading;
}

/** The share of terms that were not found but share a prefix with a word of the text: other forms, compounds. */
function shareAlike({ query, total }: Prepared, counts: number[], words: Word[]): number {
  const wanted = new Map<string, number>();
  for (const [term, { folded, idf }] of query.terms.entries()) {
    if (counts[term] !== 0 || folded.length < shortestAlike || /\d/.test(folded)) continue;
    const beginning = folded.slice(0, prefixLetters);
    wanted.set(beginning, (wanted.get(beginning) ?? 0) + idf);
  }
  let found = 0;
  if (wanted.size === 0) return found;
  for (const { folded } of words) {
    const beginning = folded.slice(0, prefixLetters);
    found += wanted.get(beginning) ?? 0;
    wanted.delete(beginning);
  }
  return found / total;
}

/** The index of each word's sentence. */
function numberSentences(text: string, words: Word[]): number[] {
  let sentence = 0;
  return words.map(({ start }, index) => {
    const before = words[index - 1];
    // Most words are one space apart.
    if (before && start - before.end > 1 && /[.!?;]\s|\n/.test(text.slice(before.end, start))) sentence++;
    else if (before && text[before.end] === '\n') sentence++;
    return sentence;
  });
}

/** The largest idf sum of terms in one group (sentence); terms in a heading count for every group. */
function bestGroup(
  occurrences: Occurrence[],
  groupOf: (place: number) => number,
  { terms }: AnalysedQuery,
  inHeading: boolean[],
): number {
  const groups = Map.groupBy(occurrences, ({ place }) => groupOf(place));
  let best = 0;
  for (const group of groups.values()) {
    const found = new Set(group.map(({ term }) => term));
    best = Math.max(
      best,
      terms.reduce((sum, { idf }, term) => (found.has(term) || inHeading[term] ? sum + idf : sum), 0),
    );
  }
  return best;
}

/** The largest idf sum of terms within any `windowWords` words. */
function bestWindow(occurrences: Occurrence[], { terms }: AnalysedQuery, inHeading: boolean[]): number {
  const idfOf = (term: number): number => terms[term]?.idf ?? 0;
  const above = terms.reduce((sum, { idf }, term) => (inHeading[term] ? sum + idf : sum), 0);
  const held = terms.map(() => 0);
  let sum = above;
  let best = 0;
  let left = 0;
  for (const { place, term } of occurrences) {
    if (held[term] === 0 && !inHeading[term]) sum += idfOf(term);
    held[term] = (held[term] ?? 0) + 1;
    for (let first = occurrences[left]; first && place - first.place >= windowWords; first = occurrences[left]) {
      held[first.term] = (held[first.term] ?? 1) - 1;
      if (held[first.term] === 0 && !inHeading[first.term]) sum -= idfOf(first.term);
      left++;
    }
    best = Math.max(best, sum);
  }
  return best;
}

/** The idf-weighted share of the question's word pairs that are adjacent in the text too. */
function sharePairs({ query, pairsByFirst, pairWorth }: Prepared, stems: string[]): number {
  const total = pairWorth.reduce((sum, worth) => sum + worth, 0);
  if (total === 0) return 0;
  const found = new Set<number>();
  for (let place = 1; place < stems.length; place++) {
    for (const pair of pairsByFirst.get(stems[place - 1] ?? '') ?? []) {
      if (query.pairs[pair]?.second.has(stems[place] ?? '')) found.add(pair);
    }
  }
  return [...found].reduce((sum, pair) => sum + (pairWorth[pair] ?? 0), 0) / total;
}
