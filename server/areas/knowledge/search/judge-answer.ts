import type { Ranked } from './rank-passages.ts';

/** The confidence below which the answer is "I do not know". Chosen by `test/bench/fit-knowledge.ts`. */
export const leastConfidence = 0.35;

/** Fitted by `test/bench/fit-knowledge.ts`; in the order of `answerFeatures`. */
const answerWeights = [-4.09, 0.03, 0.36, 0.03, 0.67, 1.14, 0.69, 0.36, -0.1, 1.99, -0.24, 0.09];
/** Of one passage by itself: the fit at which half of them answer, and how steep it is there. */
const evenFit = 13.79;
const steepness = 0.5;

/** How the next hits fit beside the best where none answers; what a small shop does not have counts as that. */
const usualNext = 0.8;

/**
 * What tells a set of hits that holds the answer from one that is only about the same: how well the best fits, by how
 * much it stands out, and its own measures. Empty where nothing was found.
 */
export function answerFeatures(ranked: Ranked<unknown>[]): number[] {
  const [best, ...others] = ranked;
  if (!best) return [];
  const nextFour = [0, 1, 2, 3].map((place) => others[place]?.fit ?? best.fit * usualNext);
  const next = nextFour.reduce((sum, fit) => sum + fit, 0) / 4;
  return [1, best.fit, best.fit - next, ...best.measures];
}

/** How likely it is that the answer is among the first five, 0 to 1. */
export function judgeAnswer(ranked: Ranked<unknown>[]): number {
  const features = answerFeatures(ranked);
  if (features.length === 0) return 0;
  return logistic(features.reduce((sum, value, index) => sum + value * (answerWeights[index] ?? 0), 0));
}

/** How likely it is that one passage answers, 0 to 1. */
export const toScore = (fit: number): number => logistic((fit - evenFit) * steepness);

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));
