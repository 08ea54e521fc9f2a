import { setImmediate } from 'node:timers/promises';
import { isStopWord, readWords, stemWord } from './analyse-text.ts';
import { concepts } from './concepts.ts';
import type { Language } from './detect-language.ts';
import { lazily, perLanguage } from './lazily.ts';
import { findConcepts } from './lexicon.ts';
import { readLexicon } from './read-lexicon.ts';

/** Examples of how customers ask for something, by concept. */
const asked = perLanguage((language) => readLexicon<Record<string, string[]>>(`asked/${language}.json`));

/** The concepts that have examples, in the one order of all languages: so a sense in one is comparable to one in another. */
const names = lazily(() => Object.keys(asked.pt));

/**
 * Which concepts' examples have each feature, and with what weight. The concepts of feature `n` stand between
 * `starts[n]` and `starts[n + 1]`.
 */
interface Index {
  features: Map<string, number>;
  starts: Int32Array;
  concepts: Int16Array;
  weights: Float32Array;
  /** In how many examples each stem stands, and how many there are. */
  stems: Map<string, number>;
  examples: number;
}

const indexes = new Map<Language, Index>();
const mostTopics = 6;
/** Sharpens the shares: the likeliest concept counts the most. */
const sharpness = 2;

/** Stems, pairs of neighbouring words ("come back" says more than both), and the concepts that words name. */
function featuresOf(words: string[], language: Language): string[] {
  const stems = words.map((word) => stemWord(word, language));
  const single = stems.filter((_, index) => !isStopWord(words[index] ?? '', [language]));
  const pairs = stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
  const named = findConcepts(words, language).flatMap((found) => found.map((concept) => `:${concept}`));
  return [...new Set([...single, ...pairs, ...named])];
}

function learn(language: Language): Index {
  const known = indexes.get(language);
  if (known) return known;
  const counting = countFeatures(language);
  let step = counting.next();
  while (!step.done) step = counting.next();
  return keep(language, step.value);
}

/** Learns a language while others use the event loop: it takes some hundred milliseconds. */
export async function prepareTopics(language: Language): Promise<void> {
  if (indexes.has(language)) return;
  const counting = countFeatures(language);
  let step = counting.next();
  while (!step.done) {
    await setImmediate();
    step = counting.next();
  }
  keep(language, step.value);
}

function keep(language: Language, counts: Counts): Index {
  const index = weigh(counts);
  indexes.set(language, index);
  return index;
}

/** One feature in the examples of one concept. */
interface Counted {
  feature: number;
  concept: number;
  count: number;
}

interface Counts extends Pick<Index, 'features' | 'stems' | 'examples'> {
  counted: Counted[];
}

/** Counts the features of one concept's examples at each step. */
function* countFeatures(language: Language): Generator<undefined, Counts> {
  const features = new Map<string, number>();
  const stems = new Map<string, number>();
  const counted: Counted[] = [];
  let examples = 0;
  for (const [concept, name] of names().entries()) {
    const within = new Map<number, Counted>();
    const ofConcept = asked[language][name] ?? [];
    examples += ofConcept.length;
    for (const [at, example] of [...ofConcept, ...(concepts()[name]?.[language] ?? [])].entries()) {
      const words = readWords(example).map(({ folded }) => folded);
      if (at < ofConcept.length) {
        const inExample = new Set(words.map((word) => stemWord(word, language)));
        for (const stem of inExample) stems.set(stem, (stems.get(stem) ?? 0) + 1);
      }
      for (const text of featuresOf(words, language)) {
        let feature = features.get(text);
        if (feature === undefined) {
          feature = features.size;
          features.set(text, feature);
        }
        const one = within.get(feature);
        if (one) one.count += 1;
        else within.set(feature, { feature, concept, count: 1 });
      }
    }
    counted.push(...within.values());
    yield;
  }
  return { features, counted, stems, examples };
}

/** Rare features weigh more, and each concept's weights have length 1. */
function weigh({ features, counted, stems, examples }: Counts): Index {
  const starts = new Int32Array(features.size + 1);
  for (const { feature } of counted) starts[feature + 1] = (starts[feature + 1] ?? 0) + 1;
  const rarity = Float64Array.from({ length: features.size }, (_, feature) =>
    Math.log(1 + names().length / (starts[feature + 1] ?? 1)),
  );
  for (let feature = 0; feature < features.size; feature++) {
    starts[feature + 1] = (starts[feature + 1] ?? 0) + (starts[feature] ?? 0);
  }
  const lengths = new Float64Array(names().length);
  const weightOf = ({ feature, count }: Counted) => (1 + Math.log(count)) * (rarity[feature] ?? 0);
  for (const one of counted) lengths[one.concept] = (lengths[one.concept] ?? 0) + weightOf(one) ** 2;
  const next = starts.slice();
  const index = { concepts: new Int16Array(counted.length), weights: new Float32Array(counted.length) };
  for (const one of counted) {
    const at = next[one.feature] ?? 0;
    next[one.feature] = at + 1;
    index.concepts[at] = one.concept;
    index.weights[at] = (weightOf(one) * (rarity[one.feature] ?? 0)) / Math.sqrt(lengths[one.concept] ?? 1);
  }
  return { features, starts, ...index, stems, examples };
}

/** Adds up the weights of some features in each concept. */
function addUp({ features, starts, concepts: within, weights }: Index, texts: string[]): Float32Array {
  const scores = new Float32Array(names().length);
  for (const text of texts) {
    const feature = features.get(text);
    if (feature === undefined) continue;
    for (let at = starts[feature] ?? 0; at < (starts[feature + 1] ?? 0); at++) {
      const concept = within[at] ?? 0;
      scores[concept] = (scores[concept] ?? 0) + (weights[at] ?? 0);
    }
  }
  return scores;
}

/** A text or a word as a point among the concepts of all languages, of length 1 (0 if no example has any of it). */
export type Sense = Float32Array;

/**
 * What some folded words are about: the likeliest concepts with their shares, which sum to 1, and all of them as one
 * sense. Learnt from examples of how customers ask, so that "my brother will come for it" is about a pick-up by another
 * person. Empty if no word is known from them.
 */
export function findTopics(words: string[], language: Language): { topics: Map<string, number>; sense: Sense } {
  const index = learn(language);
  const scores = addUp(index, featuresOf(words, language));
  const best = [...scores.keys()]
    .filter((concept) => (scores[concept] ?? 0) > 0)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
    .slice(0, mostTopics);
  const worth = (concept: number) => (scores[concept] ?? 0) ** sharpness;
  const total = best.reduce((sum, concept) => sum + worth(concept), 0);
  const topics = new Map(best.map((concept) => [names()[concept] ?? '', worth(concept) / total]));
  return { topics, sense: toLength1(scores) };
}

/** By stem of an example; what customers write besides is not kept. */
const stemSenses = perLanguage(() => new Map<string, Sense>());

/** In which concepts' examples a stem stands; null if in none. */
export function senseOfStem(stem: string, language: Language): Sense | null {
  const known = stemSenses[language].get(stem);
  if (known) return known;
  const index = learn(language);
  if (!index.features.has(stem)) return null;
  const sense = toLength1(addUp(index, [stem]));
  stemSenses[language].set(stem, sense);
  return sense;
}

function toLength1(weights: Float32Array): Sense {
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight ** 2, 0));
  return length === 0 ? weights : weights.map((weight) => weight / length);
}

/** The sense of nothing. */
export const noSense: Sense = new Float32Array(0);

/** How near two senses are: the cosine between them, 0 to 1. */
export function nearness(one: Sense, other: Sense): number {
  const length = Math.min(one.length, other.length);
  let sum = 0;
  for (let at = 0; at < length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** How much a stem tells: 1 if customers hardly ever write it, near 0 if it stands in every second example. */
export function howTelling(stem: string, language: Language): number {
  const { stems, examples } = learn(language);
  return Math.log((examples + 2) / ((stems.get(stem) ?? 0) + 1)) / Math.log(examples + 2);
}

const usualFrom = 2;

/** Whether several examples have a stem: such a word is no typing error. */
export const isUsual = (stem: string, language: Language): boolean =>
  (learn(language).stems.get(stem) ?? 0) >= usualFrom;
