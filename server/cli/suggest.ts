/** Returns the choice that a misspelt word most likely means; null when none is near. */
export function suggest(word: string, choices: string[]): string | null {
  const near = choices
    .map((choice) => ({ choice, distance: countEdits(word, choice) }))
    .filter(({ choice, distance }) => distance <= Math.max(1, choice.length / 3) || choice.startsWith(word))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.choice ?? null;
}

/** The least number of letters to insert, leave out or replace (Levenshtein). */
function countEdits(from: string, to: string): number {
  let previous = [...to, ''].map((_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const present = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      present.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (present[column] ?? 0) + 1));
    }
    previous = present;
  }
  return previous.at(-1) ?? 0;
}
