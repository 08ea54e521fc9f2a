interface Pair {
  surface: string;
  text: string;
}

/** Colours for initials. Neither red nor gold is among them: these two have a meaning. */
export const personColors: { light: Pair; dark: Pair }[] = [
  { light: { surface: '#d3ece7', text: '#085a51' }, dark: { surface: '#123d37', text: '#a5d8ce' } },
  { light: { surface: '#dbe7f8', text: '#1f4f8f' }, dark: { surface: '#1b3252', text: '#b3d0f5' } },
  { light: { surface: '#e7e0f7', text: '#5a3a9b' }, dark: { surface: '#35285a', text: '#d3c4f5' } },
  { light: { surface: '#f6dfec', text: '#8c2c66' }, dark: { surface: '#4d2140', text: '#f0bfdc' } },
  { light: { surface: '#e2eed3', text: '#44631a' }, dark: { surface: '#2b3d17', text: '#c9e2a6' } },
  { light: { surface: '#d8ebf2', text: '#14566d' }, dark: { surface: '#123b4a', text: '#a9dbee' } },
  { light: { surface: '#efe4da', text: '#6b4a2a' }, dark: { surface: '#40301f', text: '#e3cbb2' } },
  { light: { surface: '#e3e6e9', text: '#454f5a' }, dark: { surface: '#2f373d', text: '#c9d3da' } },
];

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
