import { isStopWord, readWords, stemWord } from './analyse-text.ts';
import type { Language } from './detect-language.ts';
import askedEn from './lexicon/asked-english.json' with { type: 'json' };
import askedPt from './lexicon/asked-portuguese.json' with { type: 'json' };
import askedEs from './lexicon/asked-spanish.json' with { type: 'json' };
import { concepts } from './lexicon/concepts.ts';

/** Examples of how customers ask for something, by concept. */
const asked: Readonly<Record<Language, Record<string, string[]>>> = { pt: askedPt, es: askedEs, en: askedEn };

/** Feature of a text → the weight that it has in each concept's examples. */
type Index = Map<string, Map<string, number>>;

const indexes = new Map<Language, Index>();
const mostTopics = 6;
/** Sharpens the shares: the likeliest concept counts the most. */
const sharpness = 2;

/** Stems, and pairs of neighbouring words: "come back" says more than both. */
function featuresOf(words: string[], language: Language): string[] {
  const stems = words.map((word) => stemWord(word, language));
  const single = stems.filter((_, index) => !isStopWord(words[index] ?? '', [language]));
  const pairs = stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
  return [...new Set([...single, ...pairs])];
}

function learn(language: Language): Index {
  const known = indexes.get(language);
  if (known) return known;
  const counts = new Map<string, Map<string, number>>();
  const names = Object.keys(asked[language]);
  for (const concept of names) {
    const examples = [...(asked[language][concept] ?? []), ...(concepts[concept]?.[language] ?? [])];
    for (const example of examples) {
      for (const feature of featuresOf(
        readWords(example).map(({ folded }) => folded),
        language,
      )) {
        const within = counts.get(feature) ?? new Map<string, number>();
        within.set(concept, (within.get(concept) ?? 0) + 1);
        counts.set(feature, within);
      }
    }
  }
  const lengths = new Map<string, number>();
  const index: Index = new Map();
  for (const [feature, within] of counts) {
    const rarity = Math.log(1 + names.length / within.size);
    const weights = new Map([...within].map(([concept, count]) => [concept, (1 + Math.log(count)) * rarity]));
    for (const [concept, weight] of weights) lengths.set(concept, (lengths.get(concept) ?? 0) + weight ** 2);
    index.set(feature, new Map([...weights].map(([concept, weight]) => [concept, weight * rarity])));
  }
  for (const weights of index.values()) {
    for (const [concept, weight] of weights) weights.set(concept, weight / Math.sqrt(lengths.get(concept) ?? 1));
  }
  indexes.set(language, index);
  return index;
}

/** A text or a word as a point among the concepts, of length 1. */
export type Sense = ReadonlyMap<string, number>;

/**
 * What some folded words are about: the likeliest concepts with their shares, which sum to 1, and all of them as one
 * sense. Learnt from examples of how customers ask, so that "my brother will come for it" is about a pick-up by another
 * person. Empty if no word is known from them.
 */
export function findTopics(words: string[], language: Language): { topics: Map<string, number>; sense: Sense } {
  const index = learn(language);
  const scores = new Map<string, number>();
  for (const feature of featuresOf(words, language)) {
    for (const [concept, weight] of index.get(feature) ?? []) {
      scores.set(concept, (scores.get(concept) ?? 0) + weight);
    }
  }
  const best = [...scores].sort((one, other) => other[1] - one[1]).slice(0, mostTopics);
  const total = best.reduce((sum, [, score]) => sum + score ** sharpness, 0);
  const topics = new Map(best.map(([concept, score]) => [concept, score ** sharpness / total]));
  return { topics, sense: toLength1(scores) };
}

/** By stem of an example; what customers write besides is not kept. */
const stemSenses: Record<Language, Map<string, Sense>> = { pt: new Map(), es: new Map(), en: new Map() };

/** In which concepts' examples a stem stands; null if in none. */
export function senseOfStem(stem: string, language: Language): Sense | null {
  const weights = learn(language).get(stem);
  if (!weights) return null;
  const known = stemSenses[language].get(stem);
  if (known) return known;
  const sense = toLength1(weights);
  stemSenses[language].set(stem, sense);
  return sense;
}

function toLength1(weights: ReadonlyMap<string, number>): Sense {
  const length = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0));
  return new Map([...weights].map(([concept, weight]) => [concept, weight / (length || 1)]));
}

/** How near two senses are: the cosine between them, 0 to 1. */
export function nearness(one: Sense, other: Sense): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [concept, weight] of few) sum += weight * (many.get(concept) ?? 0);
  return sum;
}

const seenIn = new Map<Language, { counts: Map<string, number>; examples: number }>();

/** How much a stem tells: 1 if customers hardly ever write it, near 0 if it stands in every second example. */
export function howTelling(stem: string, language: Language): number {
  let seen = seenIn.get(language);
  if (!seen) {
    const examples = Object.values(asked[language]).flat();
    const counts = new Map<string, number>();
    for (const example of examples) {
      const stems = new Set(readWords(example).map(({ folded }) => stemWord(folded, language)));
      for (const each of stems) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
    seen = { counts, examples: examples.length };
    seenIn.set(language, seen);
  }
  return Math.log((seen.examples + 2) / ((seen.counts.get(stem) ?? 0) + 1)) / Math.log(seen.examples + 2);
}
