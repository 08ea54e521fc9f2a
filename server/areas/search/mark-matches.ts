import { fold } from '../../platform/database/fold.ts';
import { queryWords } from '../../platform/database/text-index.ts';
import type { MarkedText } from './search.schemas.ts';

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;

/** The text with the beginnings of words that a text index finds for the query. */
export function markMatches(text: string, query: string): MarkedText {
  const wanted = queryWords(query);
  const matches: [number, number][] = [];
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const matched = longestMatch(fold(word), wanted);
    if (matched > 0) matches.push([index, index + lengthOf(word, matched)]);
  }
  return { text, matches };
}

/** Length of the longest wanted beginning of a folded word; 0 if none. A single letter must be the whole word. */
function longestMatch(folded: string, wanted: string[]): number {
  const found = wanted.filter((word) => (word.length > 1 ? folded.startsWith(word) : folded === word));
  return Math.max(0, ...found.map(({ length }) => length));
}

/** Length of the part of a word that folds to `foldedLength` characters: folding removes accents. */
function lengthOf(word: string, foldedLength: number): number {
  let end = 0;
  for (const character of word) {
    if (fold(word.slice(0, end)).length >= foldedLength && !/\p{M}/u.test(character)) break;
    end += character.length;
  }
  return end;
}

const longestSnippet = 140;
const before = 40;

/** The part of a long text around its first match, on one line, with ellipses where text was left out. */
export function snippetOf(text: string, query: string): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longestSnippet) return markMatches(line, query);
  const [first] = markMatches(line, query).matches;
  const from = wordStart(line, Math.max(0, (first?.[0] ?? 0) - before));
  const to = from + longestSnippet;
  const part = line.slice(from, to).toWellFormed();
  return markMatches(`${from > 0 ? '…' : ''}${part}${to < line.length ? '…' : ''}`, query);
}

/** The start of the word at a place, unless it is too long to be shown from there. */
function wordStart(line: string, place: number): number {
  const start = line.lastIndexOf(' ', place) + 1;
  return place - start < before ? start : place;
}
