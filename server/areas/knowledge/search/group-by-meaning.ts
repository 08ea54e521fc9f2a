import { setImmediate } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { stemWord } from '../language/analyse-text.ts';
import { detectLanguage, type Language } from '../language/detect-language.ts';
import { readSynonyms } from '../language/synonyms.store.ts';
import { buildSynonyms, type Synonyms } from '../language/synonyms.ts';
import { cosine, readMeanings } from './compare-by-meaning.ts';
import { type Content, compare, readContent, weighWords } from './match-examples.ts';

/** Score of `matchExamples` from which two questions mean the same. */
export const sameMeaning = 0.6;

/** Misspelt words of at least this length are found by their first letters. */
const beginning = { letters: 2, ofWordsFrom: 4 };
const comparedPerTurn = 50;

/** A text that is compared with many. */
interface Compared {
  content: Content;
  /** The worth of each word, and what the text must share with another so that the word may be found there. */
  words: { worth: number; marks: string[] }[];
  marks: Set<string>;
  vector: Float32Array | null;
}

/**
 * Groups texts that mean the same, by words, synonyms, misspellings and, with an embedder, vectors. A text joins the
 * group whose first text is nearest to it, so the texts come in order of importance. Returns the indexes of each group,
 * in order; the same texts give the same groups. Made for some hundreds of short texts.
 */
export async function groupByMeaning(
  platform: Platform,
  workspaceId: string,
  texts: string[],
  language?: Language | null,
): Promise<number[][]> {
  const spoken = language ?? detectLanguage(texts.join('\n')) ?? 'pt';
  const synonyms = buildSynonyms([spoken], await readSynonyms(platform.database.read, workspaceId));
  const contents = texts.map((text) => readContent(text, spoken));
  const worthOf = weighWords(contents);
  const meanings = await readMeanings(platform, texts);
  const read = (content: Content, index: number): Compared => {
    const words = [...content].map(([word, stem]) => ({
      worth: worthOf(stem),
      marks: marksOf(word, stem, synonyms, spoken),
    }));
    const marks = new Set(words.flatMap((word) => word.marks));
    return { content, words, marks, vector: meanings?.vectors[index] ?? null };
  };
  const nearness = (one: Compared, other: Compared): number => {
    const cosineOfBoth = one.vector && other.vector ? cosine(one.vector, other.vector) : 0;
    const byVector = meanings && cosineOfBoth >= meanings.threshold ? cosineOfBoth : 0;
    const mayBeSame = mean(mostShared(one, other), mostShared(other, one)) >= sameMeaning;
    const byWords = mayBeSame ? compare(one.content, other.content, worthOf, synonyms, spoken) : 0;
    return Math.max(byWords, byVector);
  };
  const groups: { first: Compared; indexes: number[] }[] = [];
  for (const [index, text] of contents.map(read).entries()) {
    const scores = groups.map(({ first }) => nearness(text, first));
    const best = scores.indexOf(Math.max(...scores));
    if ((scores[best] ?? 0) >= sameMeaning) groups[best]?.indexes.push(index);
    else groups.push({ first: text, indexes: [index] });
    if (index % comparedPerTurn === 0) await setImmediate();
  }
  return groups.map(({ indexes }) => indexes);
}

const marksOf = (word: string, stem: string, synonyms: Synonyms, language: Language): string[] => [
  stem,
  ...[...(synonyms.get(word) ?? [])].map((same) => stemWord(same, language)),
  ...(word.length >= beginning.ofWordsFrom ? [`${word.slice(0, beginning.letters)}…`] : []),
];

/** The most of a text that `compare` may find in the other; looking at marks costs a tenth of comparing. */
function mostShared({ words }: Compared, { marks }: Compared): number {
  let total = 0;
  let found = 0;
  for (const word of words) {
    total += word.worth;
    if (word.marks.some((mark) => marks.has(mark))) found += word.worth;
  }
  return total === 0 ? 0 : found / total;
}

const mean = (one: number, other: number): number => (one + other === 0 ? 0 : (2 * one * other) / (one + other));
