/** A passage with its measures and their weighted sum, the fit. */
export interface Ranked<Passage> {
  passage: Passage;
  measures: number[];
  fit: number;
}

/** Fitted by `test/bench/knowledge/fit-knowledge.ts`; in the order of `measureNames`. */
export const measureWeights = [1.98, 2.42, 2.31, 3.04, 2.78, 2.72, 3.71, -0.73, 0.68];

/** Sorts passages by fit, best first. */
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
