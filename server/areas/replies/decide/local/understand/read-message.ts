import { fold } from '../../../../../platform/database/fold.ts';
import type { Language } from '../../../../../platform/text/languages.ts';
import { abbreviations, emojiConcepts, firstWordOf } from '../../../../knowledge/index.ts';

/** A word of a message, folded, and the signs between it and the next word. */
export interface SaidWord {
  folded: string;
  after: string;
}

const longestMessage = 2_000;
const token = /[\p{L}\p{N}\p{M}]+/gu;
/** A letter that is held down: "quantooo", "oiii". */
const heldDown = /([\p{L}])\1{2,}/gu;
/** A number with its unit in one word: "2kg", "30min", "10hs". */
const numberWithUnit = /^(\d+)(\p{L}+)$/u;
const pictograph = /\p{Extended_Pictographic}/gu;

/**
 * The words of a message as the customer would have spelt them out: folded, without held-down letters, abbreviations in
 * full ("vc" is "você"), and pictures of things as words.
 */
export function readMessage(text: string, language: Language): SaidWord[] {
  const named = text.slice(0, longestMessage).replaceAll(pictograph, (sign) => ` ${nameEmoji(sign, language)} `);
  const words: SaidWord[] = [];
  let end = 0;
  for (const match of named.matchAll(token)) {
    const last = words.at(-1);
    if (last) last.after = named.slice(end, match.index).trim();
    end = match.index + match[0].length;
    for (const folded of spellOut(fold(match[0]), language)) words.push({ folded, after: '' });
  }
  const last = words.at(-1);
  if (last) last.after = named.slice(end).trim();
  return words;
}

function nameEmoji(sign: string, language: Language): string {
  const concept = emojiConcepts()[sign];
  return concept === undefined ? '' : firstWordOf(concept, language);
}

function spellOut(word: string, language: Language): string[] {
  const full = abbreviations[language].get(word);
  if (full) return full;
  const [, amount, unit] = numberWithUnit.exec(word) ?? [];
  if (amount && unit) return [amount, ...spellOut(unit, language)];
  const short = word.replaceAll(heldDown, '$1');
  return short === word ? [word] : spellOut(short, language);
}
