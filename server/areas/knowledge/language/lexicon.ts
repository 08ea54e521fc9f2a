import { readWords, stemWord } from './analyse-text.ts';
import { concepts } from './concepts.ts';
import type { Language } from './detect-language.ts';
import { perLanguage } from './lazily.ts';
import { indexSounds, soundOf } from './sound.ts';

/** What one language says for the concepts. */
interface Spoken {
  /** Stems of a word or phrase, separated by blanks → the concepts that it names. */
  named: Map<string, string[]>;
  /** Folded single words, by first letter and length: what a misspelt word may have meant. */
  words: Map<string, string[]>;
  known: Set<string>;
}

const longestPhrase = 4;

const spoken = perLanguage((language): Spoken => {
  const all: Spoken = { named: new Map(), words: new Map(), known: new Set() };
  for (const [concept, said] of Object.entries(concepts())) {
    for (const phrase of said[language]) {
      const words = readWords(phrase).map(({ folded }) => folded);
      const key = words.map((word) => stemWord(word, language)).join(' ');
      const others = all.named.get(key);
      if (!others) all.named.set(key, [concept]);
      else if (!others.includes(concept)) others.push(concept);
      for (const word of words) addWord(all, word);
    }
  }
  return all;
});

const shelfOf = (first: string, length: number): string => `${first}${length}`;

function addWord({ words, known }: Spoken, word: string): void {
  if (known.has(word)) return;
  known.add(word);
  const shelf = shelfOf(word.charAt(0), word.length);
  const others = words.get(shelf);
  if (others) others.push(word);
  else words.set(shelf, [word]);
}

/**
 * The concepts that each of some folded words names, alone or in a phrase of up to four words with its neighbours.
 * Concepts are the same in every language, so that "parking" meets "estacionamento".
 */
export function findConcepts(words: string[], language: Language): string[][] {
  const { named } = spoken[language];
  const stems = words.map((word) => stemWord(word, language));
  const found = words.map((): string[] => []);
  for (let from = 0; from < stems.length; from++) {
    let key = '';
    for (let to = from; to < Math.min(stems.length, from + longestPhrase); to++) {
      key = to === from ? (stems[to] ?? '') : `${key} ${stems[to]}`;
      const concepts = named.get(key);
      if (!concepts) continue;
      for (let at = from; at <= to; at++) {
        for (const concept of concepts) if (!found[at]?.includes(concept)) found[at]?.push(concept);
      }
    }
  }
  return found;
}

/** Whether the lexicon of a language has a folded word, alone or within a phrase. */
export const isInLexicon = (folded: string, language: Language): boolean => spoken[language].known.has(folded);

/** The words of the lexicon that begin like a folded word and are at most one letter shorter or longer. */
export function findSimilarWords(folded: string, language: Language): string[] {
  const { words } = spoken[language];
  const first = folded.charAt(0);
  return [-1, 0, 1].flatMap((more) => words.get(shelfOf(first, folded.length + more)) ?? []);
}

const sounds = perLanguage((language) => indexSounds(spoken[language].known, [language]));

/** The word of the lexicon that sounds like a folded word; null if none does. */
export const soundsLike = (folded: string, language: Language): string | null =>
  sounds[language].get(soundOf(folded, language)) ?? null;
