import type { RE2JS } from 're2js';
import { foldWords, hasWords } from './parse-answer.ts';
import { compilePattern, type Trigger } from './trigger.schemas.ts';

/** Patterns run in time linear to the text; a keyword is looked for in the beginning of it. */
const longestText = 1_000;
const mostPatterns = 500;
const compiled = new Map<string, RE2JS>();

function patternOf(pattern: string): RE2JS {
  let found = compiled.get(pattern);
  if (!found) {
    found = compilePattern(pattern);
    if (compiled.size >= mostPatterns) compiled.clear();
    compiled.set(pattern, found);
  }
  return found;
}

/** Whether a message has a keyword of a trigger. */
export function matchesKeyword(trigger: Trigger, message: string): boolean {
  if (trigger.type !== 'keyword') return false;
  const text = message.slice(0, longestText);
  if (trigger.match === 'regex') return trigger.words.some((word) => patternOf(word).matcher(text).find());
  const said = foldWords(text);
  const words = trigger.words.map((word) => foldWords(word));
  return trigger.match === 'exact' ? words.includes(said) && said !== '' : words.some((word) => hasWords(said, word));
}
