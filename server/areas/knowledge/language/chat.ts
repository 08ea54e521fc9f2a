import { foldWord, readWords } from './analyse-text.ts';
import { concepts } from './concepts.ts';
import type { Language } from './detect-language.ts';
import { lazily, perLanguage } from './lazily.ts';
import { isInLexicon } from './lexicon.ts';
import { readLexicon } from './read-lexicon.ts';
import { stopWords } from './stop-words.ts';

const readPhrase = (phrase: string): string[] => readWords(phrase).map(({ folded }) => folded);

/** Phrases that are looked for at the beginning of some words. */
export class PhraseList {
  readonly #byFirst = new Map<string, string[][]>();

  constructor(phrases: string[]) {
    for (const phrase of phrases) {
      const words = readPhrase(phrase);
      const first = words[0];
      if (first === undefined) continue;
      const others = [...(this.#byFirst.get(first) ?? []), words];
      // Longest first: "bom dia" before "bom".
      this.#byFirst.set(
        first,
        others.sort((one, other) => other.length - one.length),
      );
    }
  }

  /** The number of words of the longest phrase that the words begin with; 0 if none. */
  lengthAtStart(words: string[], from = 0): number {
    const found = this.#byFirst
      .get(words[from] ?? '')
      ?.find((phrase) => phrase.every((word, index) => words[from + index] === word));
    return found?.length ?? 0;
  }

  /** Whether one of the phrases stands among the words. */
  isIn(words: string[]): boolean {
    return words.some((_, at) => this.lengthAtStart(words, at) > 0);
  }

  /** The words without the phrases. */
  without(words: string[]): string[] {
    const rest: string[] = [];
    for (let at = 0; at < words.length; ) {
      const length = this.lengthAtStart(words, at);
      if (length === 0) rest.push(words[at] ?? '');
      at += Math.max(1, length);
    }
    return rest;
  }
}

type ChatKind =
  | 'fillers'
  | 'openers'
  | 'greetings'
  | 'thanks'
  | 'goodbyes'
  | 'questionStarts'
  | 'connectors'
  | 'wonderings'
  | 'followUps'
  | 'yes'
  | 'no'
  | 'laughs';

const chatWords = lazily(() => readLexicon<Record<Language, Record<ChatKind, string[]>>>('chat.json'));

/** How people open, join and close what they write in a chat, a list a kind. */
export const chat = perLanguage((language) => {
  const lists = Object.entries(chatWords()[language]).map(
    ([kind, phrases]) => [kind, new PhraseList(phrases)] as const,
  );
  return Object.fromEntries(lists) as Record<ChatKind, PhraseList>;
});

/** Abbreviation → the words that it stands for, all folded. */
export const abbreviations = perLanguage((language) => {
  const words = readLexicon<Record<Language, Record<string, string>>>('abbreviations.json')[language];
  return new Map(Object.entries(words).map(([short, full]) => [foldWord(short), readPhrase(full)]));
});

/** A picture of a thing → the concept of the lexicon. */
export const emojiConcepts = lazily(() => readLexicon<Readonly<Record<string, string | undefined>>>('emoji.json'));

/** The usual word for a concept; empty if there is no such concept. */
export const firstWordOf = (concept: string, language: Language): string => concepts()[concept]?.[language][0] ?? '';

const chatVocabulary = perLanguage(
  (language) => new Set(Object.values(chatWords()[language]).flat().flatMap(readPhrase)),
);

/** Whether a folded word belongs to a language: to its common words, to its chats or to its lexicon. */
export const isSpoken = (folded: string, language: Language): boolean =>
  stopWords[language].has(folded) ||
  chatVocabulary[language].has(folded) ||
  abbreviations[language].has(folded) ||
  isInLexicon(folded, language);
