import { fold } from '../../../../../platform/database/fold.ts';
import type { Language } from '../../../../../platform/text/languages.ts';
import { isSpoken } from '../../../../knowledge/index.ts';

const languages: Language[] = ['pt', 'es', 'en'];
/** Share of the words by which another language must exceed the one that is expected. */
const clearShare = 0.25;

/**
 * The language of a customer: that of the agent, until the words of a message or of the earlier lines are clearly of
 * another. Words of the shop (`isShopWord`) belong to no language: a "brownie" is one in Portuguese too.
 */
export function detectCustomerLanguage(
  text: string,
  earlier: string[],
  expected: Language,
  isShopWord: (folded: string) => boolean,
): Language {
  let language = expected;
  for (const line of [...earlier, text]) language = detectOne(line, language, isShopWord);
  return language;
}

function detectOne(text: string, expected: Language, isShopWord: (folded: string) => boolean): Language {
  const words = (fold(text).match(/\p{L}+/gu) ?? []).filter((word) => !isShopWord(word));
  const count = (language: Language) => words.filter((word) => isSpoken(word, language)).length;
  const here = count(expected);
  const others = languages.filter((language) => language !== expected);
  const [best] = others
    .map((language) => ({ language, lead: count(language) - here }))
    .sort((one, other) => other.lead - one.lead);
  return best && best.lead > 0 && best.lead >= words.length * clearShare ? best.language : expected;
}
