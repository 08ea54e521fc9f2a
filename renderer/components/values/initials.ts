import { personColors } from '../../palette.ts';

/** Index of a person's colours: the same name has the same colours, on every device. */
export function personColorOf(name: string): number {
  let hash = 0;
  for (const letter of name.trim().toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return hash % personColors.length;
}

/** First letters of the first and the last word; empty for a name without letters, such as a phone number. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? []);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.join('').toUpperCase();
}
