import { type Language, languages } from './languages.ts';
import letters from './letters.json' with { type: 'json' };

/**
 * Two to four neighbouring letters, a blank being the end of a word → how much they speak for each language, in the order
 * of `languages`. `test/bench/knowledge/fit-languages.ts` makes the file.
 */
const weights: Readonly<Record<string, readonly number[] | undefined>> = letters;
const longestGroup = 4;
/** Enough of a text. */
const longestSample = 4_000;

/** The groups of letters in the words of a text, as often as they stand there. */
export function groupLetters(text: string): string[] {
  const groups: string[] = [];
  for (const word of text
    .slice(0, longestSample)
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []) {
    const spaced = ` ${word} `;
    for (let size = 2; size <= longestGroup; size++) {
      for (let at = 0; at + size <= spaced.length; at++) groups.push(spaced.slice(at, at + size));
    }
  }
  return groups;
}

/** The language of a text, judged by its letters; null if they say nothing. */
export function detectLanguage(text: string): Language | null {
  const scores = languages.map(() => 0);
  for (const group of groupLetters(text)) {
    for (const [at, weight] of weights[group]?.entries() ?? []) scores[at] = (scores[at] ?? 0) + weight;
  }
  const best = Math.max(...scores);
  return best > 0 ? (languages[scores.indexOf(best)] ?? null) : null;
}
