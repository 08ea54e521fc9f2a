import type { AnalysedQuery } from './analyse-query.ts';
import { readCodes, readWords, stemWord } from './analyse-text.ts';
import type { Language } from './detect-language.ts';

/** What a passage is judged by. */
export interface Passage {
  title: string;
  headingPath: string[];
  text: string;
  language: Language | null;
}

/** The measures of a passage against a question, in this order; `test/bench/fit-knowledge.ts` gives each its weight. */
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

/** BM25 with less weight on length than usual: chunks are of one size. */
const k1 = 1.2;
const b = 0.5;
const usualWords = 130;
/** Shorter passages were not among those that the weights were fitted on: they are taken for such. */
const fewestWords = 50;
const windowWords = 30;
const leadWords = 12;
const prefixLetters = 5;
/** What the title or a heading adds to the count of a word in the text. */
const headingCount = 1;

interface Occurrence {
  place: number;
  term: number;
}

/** Compares one passage with the question. All but the first measure are shares, so that they mean the same anywhere. */
export function measurePassage(query: AnalysedQuery, passage: Passage): number[] {
  const { terms } = query;
  const words = readWords(passage.text);
  const stems = words.map(({ folded }) => stemWord(folded, passage.language));
  const counts = terms.map(() => 0);
  const inHeading = terms.map(() => false);
  const occurrences: Occurrence[] = [];
  const byForm = new Map<string, [number, number][]>();
  terms.forEach(({ forms }, term) => {
    for (const [form, worth] of forms) byForm.set(form, [...(byForm.get(form) ?? []), [term, worth]]);
  });
  stems.forEach((stem, place) => {
    for (const [term, worth] of byForm.get(stem) ?? []) {
      counts[term] = (counts[term] ?? 0) + worth;
      occurrences.push({ place, term });
    }
  });
  if (terms.some(({ isCode }) => isCode)) {
    for (const { folded, start } of readCodes(passage.text)) {
      const place = words.findIndex((word) => word.start >= start);
      for (const [term, worth] of byForm.get(folded) ?? []) {
        counts[term] = (counts[term] ?? 0) + worth;
        occurrences.push({ place, term });
      }
    }
    occurrences.sort((one, other) => one.place - other.place);
  }
  for (const { folded } of readWords([passage.title, ...passage.headingPath].join(' '))) {
    for (const [term, worth] of byForm.get(stemWord(folded, passage.language)) ?? []) {
      if (!inHeading[term]) counts[term] = (counts[term] ?? 0) + worth * headingCount;
      inHeading[term] = true;
    }
  }
  const total = terms.reduce((sum, { idf }) => sum + idf, 0) || 1;
  const share = (isIn: (term: number) => boolean | undefined): number =>
    terms.reduce((sum, { idf }, term) => (isIn(term) ? sum + idf : sum), 0) / total;
  const saturated = (count: number): number =>
    (count * (k1 + 1)) / (count + k1 * (1 - b + (b * words.length) / usualWords));
  const surface = new Map<string, number>();
  for (const { folded } of words) surface.set(folded, (surface.get(folded) ?? 0) + 1);
  const sentences = numberSentences(passage.text, words);
  const beginnings = new Set(words.map(({ folded }) => folded.slice(0, prefixLetters)));
  const early = new Set(occurrences.filter(({ place }) => place < leadWords).map(({ term }) => term));
  return [
    terms.reduce((sum, { idf }, term) => sum + idf * saturated(counts[term] ?? 0), 0) / 10,
    terms.reduce((sum, { idf, folded }) => sum + idf * saturated(surface.get(folded) ?? 0), 0) / total,
    share((term) => (counts[term] ?? 0) > 0),
    bestGroup(occurrences, (place) => sentences[place] ?? 0, query, inHeading) / total,
    bestWindow(occurrences, query, inHeading) / total,
    sharePairs(query, stems),
    share((term) => counts[term] === 0 && isAlike(terms[term]?.folded ?? '', beginnings)),
    Math.log(Math.max(words.length, fewestWords) / usualWords),
    share((term) => inHeading[term] || early.has(term)),
  ];
}

const isAlike = (folded: string, beginnings: Set<string>): boolean =>
  folded.length >= 4 && !/\d/.test(folded) && beginnings.has(folded.slice(0, prefixLetters));

/** The sentence of each word, counted from 0. */
export function numberSentences(text: string, words: { start: number; end: number }[]): number[] {
  let sentence = 0;
  return words.map(({ start }, index) => {
    const before = words[index - 1];
    if (before && /[.!?;]\s|\n/.test(text.slice(before.end, start))) sentence++;
    return sentence;
  });
}

/** The most that one sentence has of what is asked for; what a heading says counts for every sentence below it. */
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

/** The same for any run of 30 words. */
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

/** How many of the question's neighbouring words stand side by side here too, the rare ones counting more. */
function sharePairs({ pairs, terms }: AnalysedQuery, stems: string[]): number {
  let total = 0;
  let found = 0;
  for (const pair of pairs) {
    const worth = pair.terms.reduce((sum, term) => sum + (terms[term]?.idf ?? 0), 0);
    total += worth;
    if (stems.some((stem, place) => pair.second.has(stem) && pair.first.has(stems[place - 1] ?? ''))) found += worth;
  }
  return total === 0 ? 0 : found / total;
}
