import { RE2JS, RE2Set } from 're2js';

/**
 * Patterns of keyword triggers, in RE2 syntax. RE2 takes time linear to text times pattern, with repeats written out:
 * what is bounded by the size below, and by the length of the text, can hang nothing.
 */

/** Of a message: a keyword is looked for in the beginning of it. */
const longestText = 500;
/** Of the patterns of one trigger. */
export const mostPatternSize = 500;
/** Of all flows of a workspace that are on: one message may be held against all of them. */
export const mostPatternSizeOn = 1_000;
/** Of the states that matching finds out and keeps, for each trigger. */
const mostMemoryBytes = 1024 * 1024;
const mostKept = 50;
const unicodeClassSize = 50;

/**
 * How large a pattern is when its repeats are written out, or larger: told by its text, since a pattern that is too large
 * takes long even to compile. What repeats a group is taken to repeat everything.
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

/** Whether RE2 takes a pattern, which must not be too large. */
export function isPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return true;
  } catch {
    return false;
  }
}

const kept = new Map<string, RE2Set>();

function compile(patterns: string[]): RE2Set {
  const key = JSON.stringify(patterns);
  let set = kept.get(key);
  if (!set) {
    set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE, mostMemoryBytes);
    for (const pattern of patterns) set.add(pattern);
    set.compile();
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, set);
  }
  return set;
}

/** Whether one of the patterns, which together must not be too large, is found in the beginning of a text. */
export const matchesPattern = (patterns: string[], text: string): boolean =>
  compile(patterns).match(text.slice(0, longestText)).length > 0;
