import { isStopWord, readCodes, readWords, stemWord } from '../language/analyse-text.ts';
import type { Language } from '../language/detect-language.ts';

/** A word of the query, with each stem that matches it and that stem's weight. */
export interface QueryTerm {
  folded: string;
  /** Stem → weight; 1 for the word itself. */
  forms: Map<string, number>;
  /** Inverse document frequency; 0 until `weighTerms` sets it. */
  idf: number;
  isCode: boolean;
}

export interface QueryPair {
  first: Set<string>;
  second: Set<string>;
  /** Indexes of its terms: two, or one beside a stop word. */
  terms: number[];
}

export interface AnalysedQuery {
  terms: QueryTerm[];
  pairs: QueryPair[];
}

const mostWords = 48;

/**
 * The terms and word pairs of a question. Each word is stemmed in every one of `languages`, those of the searched
 * passages. Stop words of `spoken` are left out unless the question consists of nothing else.
 */
export function analyseQuery(
  question: string,
  languages: (Language | null)[],
  spoken: readonly Language[],
): AnalysedQuery {
  const words = readWords(question)
    .slice(0, mostWords)
    .map(({ folded }) => ({ folded, stems: new Set(languages.map((language) => stemWord(folded, language))) }));
  const isStop = words.map(({ folded }) => isStopWord(folded, spoken));
  if (!isStop.includes(false)) isStop.fill(false);
  const terms: QueryTerm[] = [];
  const termOf = new Map<string, number>();
  const placeOf = words.map(({ folded, stems }, place) => {
    if (isStop[place]) return null;
    const key = [...stems].join(' ');
    let index = termOf.get(key);
    if (index === undefined) {
      index = terms.push({ folded, forms: toForms(stems), idf: 0, isCode: /\p{N}/u.test(folded) }) - 1;
      termOf.set(key, index);
    }
    return index;
  });
  const pairs: QueryPair[] = [];
  for (let at = 1; at < words.length; at++) {
    const members = [placeOf[at - 1], placeOf[at]].filter((index) => index !== null && index !== undefined);
    const [first, second] = [words[at - 1], words[at]];
    if (members.length > 0 && first && second) pairs.push({ first: first.stems, second: second.stems, terms: members });
  }
  for (const { folded } of readCodes(question)) {
    terms.push({ folded, forms: toForms([folded]), idf: 0, isCode: true });
  }
  return { terms, pairs };
}

const toForms = (stems: Iterable<string>): Map<string, number> => new Map([...stems].map((stem) => [stem, 1]));
