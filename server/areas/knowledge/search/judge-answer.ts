import type { Ranked } from './rank-passages.ts';

/** Confidence below which a search is not answerable. Chosen by `test/bench/knowledge/fit-knowledge.ts`. */
export const leastConfidence = 0.35;

/** Fitted by `test/bench/knowledge/fit-knowledge.ts`; in the order of `answerFeatures`. */
const answerWeights = [-4.09, 0.03, 0.36, 0.03, 0.67, 1.14, 0.69, 0.36, -0.1, 1.99, -0.24, 0.09];
/** Logistic curve for one passage: the fit at which half of the passages answer, and the slope. */
const evenFit = 13.79;
const steepness = 0.5;

/** Default relative fit of hits 2–5 when fewer exist. */
const usualNext = 0.8;

/**
 * The features from which `judgeAnswer` estimates the confidence: the fit of the best hit, its lead over the next four,
 * and its measures. Empty without hits.
 */
export function answerFeatures(ranked: Ranked<unknown>[]): number[] {
  const [best, ...others] = ranked;
  if (!best) return [];
  const nextFour = [0, 1, 2, 3].map((place) => others[place]?.fit ?? best.fit * usualNext);
  const next = nextFour.reduce((sum, fit) => sum + fit, 0) / 4;
  return [1, best.fit, best.fit - next, ...best.measures];
}

/** Probability that the first five hits contain the answer, 0 to 1. */
export function judgeAnswer(ranked: Ranked<unknown>[]): number {
  const features = answerFeatures(ranked);
  if (features.length === 0) return 0;
  return logistic(features.reduce((sum, value, index) => sum + value * (answerWeights[index] ?? 0), 0));
}

/** Probability that one passage answers the question, 0 to 1. */
export const toScore = (fit: number): number => logistic((fit - evenFit) * steepness);

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));
