import stemmers from 'snowball-stemmers';
import type { Language } from './detect-language.ts';
import { stopWords } from './stop-words.ts';

/** A word with case and diacritics folded, and its place in the text. */
export interface Word {
  folded: string;
  start: number;
  end: number;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
/** Product codes, prices, times and phone numbers: parts joined by a sign. */
const codePattern = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-./_:,][\p{L}\p{N}]+)+/gu;
const combiningMarks = /\p{M}+/gu;

/** Folds case and diacritics, which people leave out in a chat. ASCII words take a fast path. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  for (let at = 0; at < lower.length; at++) {
    if (lower.charCodeAt(at) > 127) return lower.normalize('NFD').replace(combiningMarks, '');
  }
  return lower;
}

export function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(wordPattern)) {
    words.push({ folded: foldWord(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/** Codes and numbers as one word without their signs, so that `AB-1234` is also found as `ab1234`. */
export function readCodes(text: string): Word[] {
  const codes: Word[] = [];
  for (const match of text.matchAll(codePattern)) {
    if (!/\p{N}/u.test(match[0])) continue;
    const folded = foldWord(match[0].replaceAll(/[-./_:,]/g, ''));
    codes.push({ folded, start: match.index, end: match.index + match[0].length });
  }
  return codes;
}

const snowball = {
  pt: stemmers.newStemmer('portuguese'),
  es: stemmers.newStemmer('spanish'),
  en: stemmers.newStemmer('english'),
};

/**
 * Endings that Snowball's rules match only with diacritics. Words are folded before stemming, so that a word has one
 * stem with and without accents; these restore the diacritics that the rules need.
 */
const accentedEndings: Record<Language, [RegExp, string][]> = {
  pt: [
    [/cao$/, 'ção'],
    [/coes$/, 'ções'],
    [/ao$/, 'ão'],
    [/oes$/, 'ões'],
    [/ancia(s?)$/, 'ância$1'],
    [/encia(s?)$/, 'ência$1'],
    [/avel$/, 'ável'],
    [/ivel$/, 'ível'],
    [/aveis$/, 'áveis'],
    [/iveis$/, 'íveis'],
  ],
  es: [
    [/([cs])ion$/, '$1ión'],
    [/logia(s?)$/, 'logía$1'],
  ],
  en: [],
};

/** Cache size per language: enough for a large shop; cleared when full. */
const mostCachedStems = 50_000;
const stemsOf = { pt: new Map<string, string>(), es: new Map<string, string>(), en: new Map<string, string>() };

/** The stem of a folded word; the word itself if `language` is null. */
export function stemWord(folded: string, language: Language | null): string {
  if (language === null) return folded;
  const known = stemsOf[language];
  let stem = known.get(folded);
  if (stem === undefined) {
    const ending = accentedEndings[language].find(([pattern]) => pattern.test(folded));
    stem = foldWord(snowball[language].stem(ending ? folded.replace(...ending) : folded));
    if (known.size >= mostCachedStems) known.clear();
    known.set(folded, stem);
  }
  return stem;
}

/** The stems and codes of a text, separated by spaces, for the index. */
export function toIndexWords(text: string, language: Language | null): string {
  const stems = readWords(text).map(({ folded }) => stemWord(folded, language));
  return [...stems, ...readCodes(text).map(({ folded }) => folded)].join(' ');
}

export const isStopWord = (folded: string, languages: Iterable<Language>): boolean => {
  for (const language of languages) if (stopWords[language].has(folded)) return true;
  return false;
};
