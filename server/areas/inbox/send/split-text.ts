/** Ends of a part from the best to the worst: between paragraphs, lines, sentences, words. */
const ends = [/\n{2,}/g, /\n/g, /(?<=[.!?…])\s+/g, /\s+/g];

/** Splits a text into parts of at most `limit` UTF-16 units, between paragraphs, lines, sentences or words if possible. */
export function splitText(text: string, limit: number): string[] {
  const rest = text.trim();
  if (rest.length <= limit) return rest === '' ? [] : [rest];
  const end = findEnd(rest, limit);
  return [rest.slice(0, end).trimEnd(), ...splitText(rest.slice(end), limit)];
}

/** The last place at which a part may end. A part that is less than half full is worse than a worse place. */
function findEnd(text: string, limit: number): number {
  const head = text.slice(0, limit + 1);
  for (const end of ends) {
    const last = [...head.matchAll(end)].at(-1)?.index ?? 0;
    if (last >= limit / 2) return last;
  }
  // No half of a pair of units is left alone.
  return text.slice(0, limit).isWellFormed() ? limit : limit - 1;
}
