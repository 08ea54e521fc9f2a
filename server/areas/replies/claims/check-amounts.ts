import { countSupported, type Support } from './check-words.ts';
import { namesForeignMoney } from './contacts.ts';
import type { Amount } from './read-amounts.ts';
import type { ClaimWord } from './read-claims.ts';

const perUnit =
  /(?:\b(?:por|per|cada|al|a la|a|an)|\/|\bo|\bla)\s?(?:cada )?(hora|hour|dia|day|noite|noche|night|mes|month|semana|week|ano|year|pessoa|persona|person|head|quilo|kilo|kg|metro|meter|metre|mano|mao|hand|pie|pe|foot|unidade|unidad|unit|par|pair|duzia|docena|dozen|litro|litre|liter|pote|frasco|bottle|pacote|paquete|pack|peca|pieza|piece|fatia|rebanada|slice)\b/g;

/**
 * Whether each amount of a plain sentence is the one that a fact says of the same thing: the price of the offer that it is
 * said of, or the same fee. An amount that is said of nothing known must be that of a fact about the sentence's words.
 */
export function supportsAmounts(
  sentence: string,
  amounts: Amount[],
  words: ClaimWord[],
  support: Support,
  country: string,
): boolean {
  const { known, offers } = support;
  if (namesForeignMoney(sentence, known.map((one) => one.plain).join('\n'), country)) return false;
  if (amounts.length === 0) return true;
  const isKnown = amounts.every((amount) => isTold(amount, words, support));
  return (
    isKnown &&
    unitsOf(sentence).every((unit) =>
      [...offers, ...known.filter((one) => one.fact.offer === undefined && one.amounts.length > 0)].some(
        (one) => unitsOf(one.plain).includes(unit) || one.plain.includes(unit),
      ),
    )
  );
}

const unitsOf = (text: string): string[] =>
  [...text.matchAll(perUnit)].map((match) => (match[1] === 'kg' ? 'kilo' : (match[1] ?? '')).replace('quilo', 'kilo'));

function isTold(amount: Amount, words: ClaimWord[], { known, offers, before }: Support): boolean {
  const { saidOf, cents } = amount;
  const same = known.flatMap((one) =>
    one.amounts.filter((other) => other.cents === cents).map((other) => ({ one, other })),
  );
  if (saidOf?.kind === 'offer') {
    if (saidOf.cents.includes(cents)) return true;
    return same.some(({ other }) => other.saidOf?.kind === 'offer' && other.saidOf.name === saidOf.name);
  }
  const isOfOffer = offers.some((one) => one.amounts.some((other) => other.cents === cents));
  // "Extra" tells of an offer too that it is not included.
  if (saidOf?.kind === 'fee' && saidOf.fee === 'extra' && isOfOffer) return true;
  // "The fee" is the one that the sentence before is about.
  if (saidOf?.kind === 'fee' && saidOf.fee === 'other' && same.some(({ one }) => before.includes(one))) return true;
  if (saidOf?.kind === 'fee')
    return same.some(({ other }) => other.saidOf?.kind === 'fee' && other.saidOf.fee === saidOf.fee);
  if (offers.some((one) => one.amounts.some((other) => other.cents === cents))) return true;
  const content = words.filter(({ isContent }) => isContent);
  return same.some(({ one, other }) => other.saidOf?.kind !== 'offer' && countSupported(one, content) > 0);
}
