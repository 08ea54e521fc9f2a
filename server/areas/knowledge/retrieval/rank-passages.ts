/** A passage with its measures, and how well it fits the question by their weights. */
export interface Ranked<Passage> {
  passage: Passage;
  measures: number[];
  fit: number;
}

/** Fitted by `test/bench/fit-knowledge.ts`; in the order of `measureNames`. */
export const measureWeights = [2.01, 2.23, 2.74, 2.82, 3.31, 2.51, 4.19, -0.8, 1.07];

/** Best first. */
export function rankPassages<Passage>(
  passages: { passage: Passage; measures: number[] }[],
  weights = measureWeights,
): Ranked<Passage>[] {
  return passages
    .map(({ passage, measures }) => {
      const fit = measures.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
      return { passage, measures, fit };
    })
    .sort((one, other) => other.fit - one.fit);
}
