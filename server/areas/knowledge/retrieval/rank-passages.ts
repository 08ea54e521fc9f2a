/** A passage with its measures, and how well it fits the question by their weights. */
export interface Ranked<Passage> {
  passage: Passage;
  measures: number[];
  fit: number;
}

/** Fitted by `test/bench/fit-knowledge.ts`; in the order of `measureNames`. */
export const measureWeights = [2.03, 2.39, 2.26, 2.96, 2.7, 2.69, 3.97, -0.75, 0.72];

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
