import { isStopWord, readCodes, readWords, stemWord } from '../language/analyse-text.ts';
import type { Language } from '../language/detect-language.ts';

/** Something asked for: a word, with every stem that counts as it, and how much each counts. */
export interface QueryTerm {
  folded: string;
  /** Stem to its worth, 1 for the word itself. */
  forms: Map<string, number>;
  /** How rare it is among the passages; set when that is known. */
  idf: number;
  isCode: boolean;
}

export interface QueryPair {
  first: Set<string>;
  second: Set<string>;
  /** The terms in it; a stop word beside a term makes a pair too. */
  terms: number[];
}

export interface AnalysedQuery {
  terms: QueryTerm[];
  pairs: QueryPair[];
}

const mostWords = 48;

/**
 * What a question asks for. `languages` are those of the passages that are searched: each word has its stem in each of
 * them. `spoken` is the language of the question, whose stop words are left out (unless there is nothing else).
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
