import type { Platform } from '../../../platform/platform.ts';
import { isStopWord, readWords, stemWord } from '../language/analyse-text.ts';
import { detectLanguage, type Language } from '../language/detect-language.ts';
import { readSynonyms } from '../language/synonyms.store.ts';
import { buildSynonyms, type Synonyms } from '../language/synonyms.ts';
import { countEdits, mostEdits } from '../passages/vocabulary.store.ts';
import { compareByMeaning } from './compare-by-meaning.ts';

export interface Example {
  id: string;
  text: string;
}

export interface ExampleMatch {
  id: string;
  /** 1 for the same words; from 0.6 the meaning is likely the same. */
  score: number;
}

const longestText = 1_000;
const synonymWorth = 0.85;
const misspeltWorth = 0.9;
/** Weight of a word that every example contains; a word in only one example has 1. */
const leastWorth = 0.2;

/** Folded word → stem, without stop words unless there are no others. */
export type Content = Map<string, string>;

/**
 * Scores example sentences (FAQ questions, triggers of flows) by their similarity to a text. Rare words weigh more, and
 * synonyms, misspellings and, with an embedder, the meaning count. Returns every example, best first. `language` is
 * that of the examples, if known.
 */
export async function matchExamples(
  platform: Platform,
  workspaceId: string,
  text: string,
  examples: Example[],
  language?: Language | null,
): Promise<ExampleMatch[]> {
  if (examples.length === 0) return [];
  const spoken = language ?? detectLanguage(`${text}\n${examples.map((example) => example.text).join('\n')}`) ?? 'pt';
  const own = await readSynonyms(platform.database.read, workspaceId);
  const synonyms = buildSynonyms([spoken], own);
  const asked = readContent(text, spoken);
  const contents = examples.map((example) => readContent(example.text, spoken));
  const worthOf = weighWords(contents);
  const meanings = await compareByMeaning(platform, text, examples);
  return examples
    .map(({ id }, index) => {
      const byWords = compare(asked, contents[index] as Content, worthOf, synonyms, spoken);
      return { id, score: Math.max(byWords, meanings[index] ?? 0) };
    })
    .sort((one, other) => other.score - one.score);
}

export function readContent(text: string, language: Language): Content {
  const words = readWords(text.slice(0, longestText)).map(({ folded }) => folded);
  const content = words.filter((word) => !isStopWord(word, [language]));
  return new Map((content.length > 0 ? content : words).map((word) => [word, stemWord(word, language)]));
}

/** Weighs words by how well they distinguish the examples. */
export function weighWords(contents: Content[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const content of contents) {
    for (const stem of new Set(content.values())) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const most = Math.log(1 + contents.length);
  return (stem) => leastWorth + (1 - leastWorth) * (Math.log((1 + contents.length) / (counts.get(stem) ?? 1)) / most);
}

/** Harmonic mean of the weighted shares of each text that the other contains. */
export function compare(
  one: Content,
  other: Content,
  worthOf: (stem: string) => number,
  synonyms: Synonyms,
  language: Language,
): number {
  const share = (from: Content, to: Content): number => {
    let total = 0;
    let found = 0;
    for (const [word, stem] of from) {
      const worth = worthOf(stem);
      total += worth;
      found += worth * likeness(word, stem, to, synonyms, language);
    }
    return total === 0 ? 0 : found / total;
  };
  const [said, meant] = [share(one, other), share(other, one)];
  return said + meant === 0 ? 0 : (2 * said * meant) / (said + meant);
}

function likeness(word: string, stem: string, content: Content, synonyms: Synonyms, language: Language): number {
  const stems = new Set(content.values());
  if (stems.has(stem)) return 1;
  if (!/\d/.test(word) && word.length >= 4) {
    for (const other of content.keys()) if (countEdits(word, other) <= mostEdits(word)) return misspeltWorth;
  }
  for (const same of synonyms.get(word) ?? []) if (stems.has(stemWord(same, language))) return synonymWorth;
  return 0;
}
