import type { Language } from '../../../../../platform/text/languages.ts';
import {
  chat,
  countEdits,
  findConcepts,
  findSimilarWords,
  howTelling,
  indexSounds,
  isInLexicon,
  isStopWord,
  isUsual,
  mostEdits,
  type Sense,
  senseOfStem,
  soundOf,
  soundsLike,
  stemWord,
} from '../../../../knowledge/index.ts';
import { isDayWord } from './read-days.ts';

/** A word that carries meaning, and by what it is recognised elsewhere. */
export interface Term {
  folded: string;
  /** In the language of the shop and in that of the customer. */
  stems: string[];
  concepts: string[];
  /** Where customers use it; null if no example has it. */
  sense: Sense | null;
  /** 1; less for a corrected spelling, a word that customers write whatever they ask, and what the conversation adds. */
  worth: number;
}

/** The languages of a text: first the one it is written in. */
export type Spoken = readonly Language[];

/** Common words that ask for something by themselves: word → concept. */
const interrogatives = new Map([
  ...['quanto', 'quanta', 'quantos', 'quantas', 'cuanto', 'cuanta', 'much'].map((word) => [word, 'price'] as const),
  ...['onde', 'aonde', 'donde', 'adonde', 'where'].map((word) => [word, 'address'] as const),
]);
/** What "how much" asks for when it is followed by a word of these. */
const notPrices = ['duration', 'turnaround', 'waiting-time', 'delivery-time', 'weight', 'quantity'];
const correctedWorth = 0.85;
const shortestCorrected = 4;

/** The shop's own words, which a misspelt word is compared with first. */
export interface Vocabulary {
  has(folded: string): boolean;
  words: Iterable<string>;
  /** The word that sounds like another; null if none does. */
  soundsLike(folded: string): string | null;
}

export function makeVocabulary(words: Set<string>, spoken: Spoken): Vocabulary {
  // Made with the first word that nobody knows: most messages have none.
  let bySound: Map<string, string> | null = null;
  return {
    has: (folded) => words.has(folded),
    words,
    soundsLike(folded) {
      bySound ??= indexSounds(words, spoken);
      for (const language of spoken) {
        const word = bySound.get(soundOf(folded, language));
        if (word !== undefined) return word;
      }
      return null;
    },
  };
}

/** The terms of some folded words. With a vocabulary, words that nobody knows are read as the nearest known word. */
export function readTerms(words: string[], spoken: Spoken, vocabulary?: Vocabulary): Term[] {
  const worths = words.map(() => 1);
  const read = vocabulary
    ? words.map((word, index) => {
        const meant = correct(word, spoken, vocabulary);
        if (meant !== word) worths[index] = correctedWorth;
        return meant;
      })
    : words;
  const concepts = spoken.map((language) => findConcepts(read, language));
  const conceptsAt = (index: number) => [...new Set(concepts.flatMap((found) => found[index] ?? []))];
  const isEmpty = findEmpty(read, spoken);
  const carried = new Set(read.flatMap((_, index) => (isEmpty[index] ? [] : conceptsAt(index))));
  const namedAlone = (index: number): string[] => {
    const concept = interrogatives.get(read[index] ?? '');
    if (concept === undefined || carried.has(concept)) return [];
    return concept === 'price' && notPrices.some((other) => carried.has(other)) ? [] : [concept];
  };
  const terms: Term[] = [];
  for (const [index, folded] of read.entries()) {
    // "how much" consists of common words, and still asks for the price.
    const own = isEmpty[index] ? namedAlone(index) : conceptsAt(index);
    if (isEmpty[index] && own.length === 0) continue;
    for (const concept of own) carried.add(concept);
    const stems = isEmpty[index] ? [] : [...new Set(spoken.map((language) => stemWord(folded, language)))];
    const known = terms.find((term) => term.folded === folded);
    if (known) known.concepts = [...new Set([...known.concepts, ...own])];
    else {
      const worth = (worths[index] ?? 1) * telling(folded, stems, own, spoken);
      terms.push({ folded, stems, concepts: own, sense: findSense(folded, spoken), worth });
    }
  }
  return terms;
}

function findSense(folded: string, spoken: Spoken): Sense | null {
  for (const language of spoken) {
    const sense = senseOfStem(stemWord(folded, language), language);
    if (sense) return sense;
  }
  return null;
}

const leastTelling = 0.3;

/** Worth of a verb that begins a question and names nothing: "do you accept". */
const startWorth = 0.5;

function telling(folded: string, [stem]: string[], concepts: string[], spoken: Spoken): number {
  const [language] = spoken;
  if (stem === undefined || language === undefined) return 1;
  const isStart = concepts.length === 0 && chat[language].questionStarts.lengthAtStart([folded]) > 0;
  return (isStart ? startWorth : 1) * (leastTelling + (1 - leastTelling) * howTelling(stem, language));
}

/** The words without meaning of their own: stop words, and what people say around a question. */
function findEmpty(words: string[], spoken: Spoken): boolean[] {
  const empty = words.map((word) => isStopWord(word, spoken));
  for (const language of spoken) {
    const { fillers, openers, greetings, thanks, goodbyes, laughs } = chat[language];
    for (const list of [fillers, openers, greetings, thanks, goodbyes, laughs]) {
      for (let at = 0; at < words.length; at++) {
        const length = list.lengthAtStart(words, at);
        empty.fill(true, at, at + length);
      }
    }
  }
  return empty;
}

const isKnown = (word: string, spoken: Spoken, vocabulary: Vocabulary): boolean =>
  vocabulary.has(word) ||
  isDayWord(word) ||
  isStopWord(word, spoken) ||
  spoken.some(
    (language) =>
      isInLexicon(word, language) ||
      isUsual(stemWord(word, language), language) ||
      chat[language].fillers.lengthAtStart([word]) > 0,
  );

/** The known word that a misspelt one is nearest to, the shop's own words first; the word itself if none is near. */
function correct(word: string, spoken: Spoken, vocabulary: Vocabulary): string {
  if (word.length < shortestCorrected || /\d/.test(word) || isKnown(word, spoken, vocabulary)) return word;
  return (
    vocabulary.soundsLike(word) ??
    soundsLike(word, spoken[0] ?? 'pt') ??
    nearest(word, vocabulary.words) ??
    nearest(
      word,
      spoken.flatMap((language) => findSimilarWords(word, language)),
    ) ??
    word
  );
}

function nearest(word: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let fewest = mostEdits(word) + 1;
  for (const other of known) {
    const apart = Math.abs(other.length - word.length);
    if (apart >= fewest || apart > 1 || other.length < shortestCorrected) continue;
    const edits = countEdits(word, other);
    if (edits < fewest) [best, fewest] = [other, edits];
  }
  return best;
}
