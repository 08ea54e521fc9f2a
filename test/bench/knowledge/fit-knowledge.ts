import { answerFeatures } from '../../../server/areas/knowledge/search/judge-answer.ts';
import { measureNames } from '../../../server/areas/knowledge/search/measure-passage.ts';
import { rankPassages } from '../../../server/areas/knowledge/search/rank-passages.ts';
import { quantile, round, withTemporaryHome } from '../support.ts';
import { benchLanguages, openPlatform, readOptions, readQuestions } from './data.ts';
import { indexSet, rankQuestion, withoutPassage } from './questions.ts';

/**
 * Fits the constants of `rank-passages.ts` and `judge-answer.ts` on the even-numbered questions of each language, and
 * prints them. `knowledge.ts` reports on the others.
 */
interface Sample {
  /** The features of each candidate, and the index of the right one; -1 when none is. */
  candidates: number[][];
  answer: number;
  /** The features of the candidates without the right passage. */
  without: number[][];
  /** Weights small sets like large ones. */
  weight: number;
}

/** Share of the questions without their passage that must be judged unknown. */
const unknownGoal = 0.8;
const ridge = 1e-3;
const rounds = 400;
const step = 0.1;

const samples: Sample[] = [];
for (const language of benchLanguages) {
  await withTemporaryHome(async (home) => {
    const bench = await openPlatform(home);
    const indexed = await indexSet(bench, readQuestions(readOptions().data, language));
    const training = indexed.set.questions.filter((_, place) => place % 2 === 0);
    for (const [question, passage] of training) {
      const { byWords } = await rankQuestion(indexed, question);
      const without = await withoutPassage(indexed, passage, () => rankQuestion(indexed, question));
      samples.push({
        candidates: byWords.map(({ measures }) => measures),
        answer: byWords.findIndex((found) => indexed.passageOf(found.passage.row) === passage),
        without: without.byWords.map(({ measures }) => measures),
        weight: 1 / training.length,
      });
    }
    await bench.stop();
  });
}

const dot = (one: number[], other: number[]): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

/** Adam with full-batch gradients. */
function minimise(size: number, gradientAt: (weights: number[]) => number[]): number[] {
  const weights = Array.from({ length: size }, () => 0);
  const mean = weights.map(() => 0);
  const square = weights.map(() => 0);
  for (let turn = 1; turn <= rounds; turn++) {
    for (const [index, slope] of gradientAt(weights).entries()) {
      const gradient = slope + ridge * (weights[index] ?? 0);
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * gradient;
      square[index] = 0.99 * (square[index] ?? 0) + 0.01 * gradient ** 2;
      const scale = Math.sqrt((square[index] ?? 0) / (1 - 0.99 ** turn)) + 1e-8;
      weights[index] = (weights[index] ?? 0) - (step * (mean[index] ?? 0)) / (1 - 0.9 ** turn) / scale;
    }
  }
  return weights;
}

/** The likelihood that the right passage is chosen among the candidates (softmax). */
const answered = samples.filter(({ answer }) => answer >= 0);
const answeredWeight = answered.reduce((sum, { weight }) => sum + weight, 0);
const measureWeights = minimise(measureNames.length, (weights) => {
  const gradient = weights.map(() => 0);
  for (const { candidates, answer, weight } of answered) {
    const fits = candidates.map((measures) => dot(measures, weights));
    const most = Math.max(...fits);
    const shares = fits.map((fit) => Math.exp(fit - most));
    const total = shares.reduce((sum, share) => sum + share, 0);
    for (const [place, measures] of candidates.entries()) {
      const error = ((shares[place] ?? 0) / total - (place === answer ? 1 : 0)) * (weight / answeredWeight);
      for (const [index, value] of measures.entries()) gradient[index] = (gradient[index] ?? 0) + error * value;
    }
  }
  return gradient;
});
console.log(`measureWeights = [${measureWeights.map((weight) => round(weight)).join(', ')}]`);

interface Case {
  features: number[];
  isAnswered: boolean;
  weight: number;
}

const cases: Case[] = [];
const fits: { fit: number; answers: boolean; weight: number }[] = [];
for (const { candidates, answer, without, weight } of samples) {
  const rank = (list: number[][]) =>
    rankPassages(
      list.map((measures, passage) => ({ passage, measures })),
      measureWeights,
    );
  const ranked = rank(candidates);
  const isAnswered = ranked.slice(0, 5).some(({ passage }) => passage === answer);
  cases.push({ features: answerFeatures(ranked), isAnswered, weight });
  cases.push({ features: answerFeatures(rank(without)), isAnswered: false, weight });
  for (const { fit, passage } of ranked.slice(0, 5)) fits.push({ fit, answers: passage === answer, weight });
}

/** Logistic regression on standardised features; the returned constants apply to the raw features. */
function fitLogistic(rows: { features: number[]; isTrue: boolean; weight: number }[]): number[] {
  const usable = rows.filter(({ features }) => features.length > 0);
  const size = usable[0]?.features.length ?? 0;
  const total = usable.reduce((sum, { weight }) => sum + weight, 0);
  const average = (of: (features: number[]) => number): number =>
    usable.reduce((sum, { features, weight }) => sum + of(features) * weight, 0) / total;
  const columns = Array.from({ length: size }, (_, index) => {
    const mean = index === 0 ? 0 : average((features) => features[index] ?? 0);
    const deviation = index === 0 ? 1 : Math.sqrt(average((features) => ((features[index] ?? 0) - mean) ** 2)) || 1;
    return { mean, deviation };
  });
  const standard = usable.map(({ features, isTrue, weight }) => ({
    values: columns.map(({ mean, deviation }, index) => ((features[index] ?? 0) - mean) / deviation),
    isTrue,
    weight: weight / total,
  }));
  const weights = minimise(size, (current) => {
    const gradient = current.map(() => 0);
    for (const { values, isTrue, weight } of standard) {
      const error = (1 / (1 + Math.exp(-dot(values, current))) - (isTrue ? 1 : 0)) * weight;
      for (const [index, value] of values.entries()) gradient[index] = (gradient[index] ?? 0) + error * value;
    }
    return gradient;
  });
  const plain = weights.map((weight, index) => weight / (columns[index]?.deviation ?? 1));
  const shift = plain.reduce((sum, weight, index) => sum + weight * (columns[index]?.mean ?? 0), 0);
  return plain.map((weight, index) => (index === 0 ? weight - shift : weight));
}

const answerWeights = fitLogistic(cases.map(({ isAnswered, ...rest }) => ({ ...rest, isTrue: isAnswered })));
console.log(`answerWeights = [${answerWeights.map((weight) => round(weight)).join(', ')}]`);

const [shift = 0, steepness = 1] = fitLogistic(
  fits.map(({ fit, answers, weight }) => ({ features: [1, fit], isTrue: answers, weight })),
);
console.log(`evenFit = ${round(-shift / steepness)}, steepness = ${round(steepness)}`);

const unknown = samples.map((_, place) => {
  const features = cases[place * 2 + 1]?.features ?? [];
  return features.length === 0 ? 0 : 1 / (1 + Math.exp(-dot(features, answerWeights)));
});
console.log(`leastConfidence = ${round(quantile(unknown, unknownGoal))}`);
