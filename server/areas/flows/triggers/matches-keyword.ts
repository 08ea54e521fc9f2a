import { foldWords, hasWords } from '../steps/parse-answer.ts';
import { matchesPattern } from './keyword-patterns.ts';
import type { Trigger } from './trigger.schemas.ts';

/** A keyword is looked for in the beginning of a message. */
const longestText = 1_000;

/** Whether a message has a keyword of a trigger. */
export function matchesKeyword(trigger: Trigger, message: string): boolean {
  if (trigger.type !== 'keyword') return false;
  if (trigger.match === 'regex') return matchesPattern(trigger.words, message);
  const said = foldWords(message.slice(0, longestText));
  const words = trigger.words.map((word) => foldWords(word));
  return trigger.match === 'exact' ? words.includes(said) && said !== '' : words.some((word) => hasWords(said, word));
}
