import { RE2JS, RE2Set } from 're2js';

/**
 * Patterns of keyword triggers, in RE2 syntax. RE2 takes time linear to text times pattern, with repeats written out,
 * so the limits below on both bound the time of a match.
 */

/** Characters at the beginning of a message that are searched. */
const longestText = 500;
/** Total size of the patterns of one trigger. */
export const mostPatternSize = 500;
/** Total size over all flows of a workspace that are on: a message may be matched against each. */
export const mostPatternSizeOn = 1_000;
/** Memory for the automaton states that matching caches, per trigger. */
const mostMemoryBytes = 1024 * 1024;
const mostCached = 50;
const unicodeClassSize = 50;

/**
 * Upper bound on the size of a pattern with its repeats written out. It is computed from the text, since a large
 * pattern takes long even to compile; a repeat of a group counts as a repeat of the whole pattern.
 */
export function patternSize(pattern: string): number {
  let size = pattern.length + (pattern.split(/\\p/i).length - 1) * unicodeClassSize;
  let groups = 1;
  for (const [, repeated, least, most] of pattern.matchAll(/(.)\{(\d{1,8})(?:,(\d{0,8}))?\}/gs)) {
    const times = Number(most || least);
    if (repeated === ')') groups *= Math.max(times, 1);
    else size += times;
  }
  return size * groups;
}

export const sizeOf = (patterns: string[]): number => patterns.reduce((sum, pattern) => sum + patternSize(pattern), 0);

/** Whether RE2 accepts a pattern. Check its size first. */
export function isPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return true;
  } catch {
    return false;
  }
}

const compiled = new Map<string, RE2Set>();

function compile(patterns: string[]): RE2Set {
  const key = JSON.stringify(patterns);
  let set = compiled.get(key);
  if (!set) {
    set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE, mostMemoryBytes);
    for (const pattern of patterns) set.add(pattern);
    set.compile();
    if (compiled.size >= mostCached) compiled.clear();
    compiled.set(key, set);
  }
  return set;
}

/** Whether one of the patterns matches the beginning of a text. Check their total size first. */
export const matchesPattern = (patterns: string[], text: string): boolean =>
  compile(patterns).match(text.slice(0, longestText)).length > 0;
