import { foldWords, hasWords } from '../steps/parse-answer.ts';
import { matchesPattern } from './keyword-patterns.ts';
import type { Trigger } from './trigger.schemas.ts';

/** Characters at the beginning of a message that are searched. */
const longestText = 1_000;

/** Whether a message contains a keyword of a trigger; false for other triggers. */
export function matchesKeyword(trigger: Trigger, message: string): boolean {
  if (trigger.type !== 'keyword') return false;
  if (trigger.match === 'regex') return matchesPattern(trigger.words, message);
  const said = foldWords(message.slice(0, longestText));
  const words = trigger.words.map((word) => foldWords(word));
  return trigger.match === 'exact' ? words.includes(said) && said !== '' : words.some((word) => hasWords(said, word));
}
