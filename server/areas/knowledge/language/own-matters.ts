import { foldWord, readWords } from './analyse-text.ts';
import type { Language } from './detect-language.ts';
import { perLanguage } from './lazily.ts';
import { readLexicon } from './read-lexicon.ts';
import { indexSounds } from './sound.ts';

/** Kinds of wishes about a customer's own booking or order; of several in a sentence, the first in this list counts. */
const ownMatterKinds = [
  ...(['reschedule', 'cancel', 'late', 'order_change', 'refund', 'own_order', 'own_booking', 'confirm'] as const),
];
export type OwnMatter = (typeof ownMatterKinds)[number];

export const isOwnMatter = (kind: string): kind is OwnMatter => ownMatterKinds.some((known) => known === kind);

type Patterns = Record<OwnMatter, string[]>;

/**
 * A file of `lexicon/own-matters/`. A pattern is a row of words; `{name}` is a phrase of that class, `…` up to four
 * words, `#` a number, `^` the beginning of a sentence, `$` its end, a final `?` its question mark.
 */
interface Content {
  classes: Record<string, string[]>;
  /** Wishes, even if the books have no booking and no order of the customer. */
  wishes: Patterns;
  /** Wishes only if the books have one. */
  booked: Patterns;
  /** Mentions of her booking or order, whatever she says of it. */
  mentions: Partial<Patterns>;
  /** Questions about how the shop handles cancellations and orders: a sentence with one is no wish. */
  policy: string[];
  /** Conditions and fees. A sentence that begins with them is no wish. */
  terms: string[];
}

/** A row of words in which signs and classes are resolved. */
type Element = { phrases: string[][] } | 'gap' | 'number' | 'start' | 'end';
type Pattern = Element[];

const longestGap = 4;

function parsePattern(text: string, classes: Record<string, string[][]>): Pattern {
  return text.split(' ').map((part): Element => {
    if (part === '…') return 'gap';
    if (part === '#') return 'number';
    if (part === '^') return 'start';
    if (part === '$') return 'end';
    if (part.startsWith('{')) return { phrases: classes[part.slice(1, -1)] ?? [] };
    return { phrases: [[foldWord(part)]] };
  });
}

/** The places to which an element leads from others. A question mark is a word, the last one of its sentence. */
function follow(words: string[], places: Set<number>, element: Element): Set<number> {
  const next = new Set<number>();
  for (const at of places) {
    if (element === 'gap') for (let more = 0; more <= longestGap; more++) next.add(at + more);
    else if (element === 'number') {
      if (/^\d+$/.test(words[at] ?? '')) next.add(at + 1);
    } else if (element === 'start') {
      if (at === 0) next.add(at);
    } else if (element === 'end') {
      if (at === words.length || (at === words.length - 1 && words[at] === '?')) next.add(at);
    } else {
      for (const phrase of element.phrases) {
        if (phrase.every((word, index) => words[at + index] === word)) next.add(at + phrase.length);
      }
    }
  }
  return next;
}

function matchesAt(words: string[], from: number, pattern: Pattern): boolean {
  let places = new Set([from]);
  for (const element of pattern) {
    places = follow(words, places, element);
    if (places.size === 0) return false;
  }
  return true;
}

/** Patterns that are looked for among some words. Most begin with a word, by which they are found. */
export class PatternList {
  readonly #byFirst = new Map<string, Set<Pattern>>();
  /** Those that begin at the start of a sentence. */
  readonly #initial: Pattern[] = [];

  constructor(patterns: Pattern[]) {
    for (const pattern of patterns) {
      const [first] = pattern;
      if (typeof first === 'object') for (const [word = ''] of first.phrases) this.#add(word, pattern);
      else this.#initial.push(pattern);
    }
  }

  #add(word: string, pattern: Pattern): void {
    this.#byFirst.set(word, (this.#byFirst.get(word) ?? new Set()).add(pattern));
  }

  /** The index of the first word at which a pattern matches; -1 if none does. */
  findIn(words: string[]): number {
    return words.findIndex((word, at) => {
      const patterns = [...(this.#byFirst.get(word) ?? []), ...(at === 0 ? this.#initial : [])];
      return patterns.some((pattern) => matchesAt(words, at, pattern));
    });
  }
}

const readPhrase = (phrase: string): string[] => readWords(phrase).map(({ folded }) => folded);

/** Patterns of customers' wishes about their own bookings and orders, by language. */
export const ownMatters = perLanguage((language: Language) => {
  const { classes, wishes, booked, mentions, policy, terms } = readLexicon<Content>(`own-matters/${language}.json`);
  const phrases = Object.fromEntries(Object.entries(classes).map(([name, all]) => [name, all.map(readPhrase)]));
  const words = new Set<string>();
  const list = (texts: string[] = []): PatternList => {
    const patterns = texts.map((text) => parsePattern(text, phrases));
    for (const element of patterns.flat()) {
      if (typeof element === 'object') for (const word of element.phrases.flat()) words.add(word);
    }
    return new PatternList(patterns);
  };
  const ofKinds = (of: Partial<Patterns>) => ownMatterKinds.map((kind) => ({ kind, patterns: list(of[kind]) }));
  const lists = {
    wishes: ofKinds(wishes),
    booked: ofKinds(booked),
    mentions: ofKinds(mentions),
    policy: list(policy),
    terms: list(terms),
  };
  // `words` are the words in the patterns: a misspelt word may have meant one of them.
  return { ...lists, words, bySound: indexSounds(words, [language]) };
});
