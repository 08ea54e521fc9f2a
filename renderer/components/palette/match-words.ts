import { fold } from '../form/fold.ts';
import type { Marked } from './entry.ts';

/** Marks the beginnings of words that were typed; null unless each typed word begins a word of the name. */
export function matchWords(name: string, typed: string): Marked | null {
  const text = name.normalize('NFC');
  const wanted = fold(typed).match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    folded: fold(word),
    index,
  }));
  if (wanted.length === 0 || !wanted.every((word) => found.some(({ folded }) => folded.startsWith(word)))) return null;
  const matches = found.flatMap(({ folded, index }): [number, number][] => {
    const longest = Math.max(0, ...wanted.filter((word) => folded.startsWith(word)).map(({ length }) => length));
    return longest === 0 ? [] : [[index, index + longest]];
  });
  return { text, matches };
}
