import { isSameWord, type KnownFact } from './known-facts.ts';
import type { ClaimWord } from './read-claims.ts';

/** Words that promise or praise: each needs a fact that says it of the same thing. Stems of plain text. */
const grave =
  /^(?:free|gratis|gratuit|cortesia|brinde|obsequi|regal(?!o$)|gift|desconto|descuent|discount|promo|ofert|cupo|coupon|metade|mitad|half|doble|dobro|double|garant|guarante|warrant|reembols|refund|devol|estorn|exchange|seguro|insur|certific|licen|organic|vegan|natural|hipoalerg|hypoaller|gluten|lactos|alerg|allerg)/;

/** The facts by which the words of a sentence may be supported. */
export interface Support {
  known: KnownFact[];
  /** Offers that the sentence names, or that the sentence before or the question is about. */
  offers: KnownFact[];
  /** What supports the sentence before. */
  before: KnownFact[];
}

/** At most so many facts beside those of offers support one sentence. */
const mostFacts = 2;

/**
 * The facts that together support each content word of a sentence: those of the offers that it is about, and the best
 * two others, of which one must support what each clause says beyond the offers. Returns the first word that has no
 * support, if there is one.
 */
export function supportWords(
  words: ClaimWord[],
  { known, offers }: Support,
): { used: KnownFact[]; missing: ClaimWord | null } {
  const content = words.filter(({ isContent }) => isContent);
  const rest = content.filter((word) => !offers.some((offer) => supports(offer, word)));
  const others = known.filter((one) => one.fact.offer === undefined);
  const used = [...offers];
  const clauses = [...Map.groupBy(rest, ({ clause }) => clause).values()].sort(
    (one, other) => other.length - one.length,
  );
  const chosen: KnownFact[] = [];
  for (const clause of clauses) {
    // A question that was answered otherwise supports nothing without a word of its answer.
    const fit = others.filter(
      (one) => clause.every((word) => supports(one, word)) && (hasAnswer(one, words) || clause.length === 0),
    );
    const best = fit.find((one) => chosen.includes(one)) ?? pickClosest(fit, content);
    if (!best) return { used: [...used, ...chosen], missing: firstMissing(clause, others) };
    if (!chosen.includes(best)) chosen.push(best);
    if (chosen.length > mostFacts) return { used: [...used, ...chosen], missing: clause[0] ?? null };
  }
  used.push(...chosen);
  const loose = content.find(
    (word) => grave.test(word.word) && !used.some((one) => isSaidOfThis(one, word, content, offers)),
  );
  return { used, missing: loose ?? null };
}

/** The fact that shares most with the whole sentence. */
const pickClosest = (facts: KnownFact[], content: ClaimWord[]): KnownFact | undefined =>
  facts.reduce<KnownFact | undefined>(
    (best, one) => (best && countSupported(best, content) >= countSupported(one, content) ? best : one),
    undefined,
  );

export const countSupported = (one: KnownFact, content: ClaimWord[]): number =>
  content.filter((word) => supports(one, word)).length;

function firstMissing(clause: ClaimWord[], facts: KnownFact[]): ClaimWord {
  return clause.find((word) => !facts.some((one) => supports(one, word))) ?? (clause[0] as ClaimWord);
}

/** Whether a fact says a word, and denies it as the sentence does. */
export function supports(one: KnownFact, { keys, isDenied }: ClaimWord): boolean {
  for (const key of keys) {
    const own = one.keys.get(key);
    if (own) {
      if (isDenied ? own.denied : own.told) return true;
      // What the answer says counts, not what it was asked.
      continue;
    }
    const asked = one.asked.get(key);
    if (asked && (isDenied ? asked.denied : asked.told)) return true;
  }
  return false;
}

/** Whether a sentence says something of the answer itself, where its question has more than a yes or no. */
function hasAnswer(one: KnownFact, words: ClaimWord[]): boolean {
  if (one.fact.question === undefined) return true;
  const isDecided = [...one.asked.values()].every(({ told, denied }) => told !== denied);
  if (isDecided) return true;
  return words.some(
    ({ keys, isContent, word }) => (isContent || /^\d/.test(word)) && [...keys].some((key) => one.keys.has(key)),
  );
}

/** Whether a fact says a grave word of what the sentence is about, and the sentence leaves out little of it. */
function isSaidOfThis(one: KnownFact, word: ClaimWord, content: ClaimWord[], offers: KnownFact[]): boolean {
  if (!supports(one, word)) return false;
  if (one.fact.offer !== undefined) return true;
  const named = offers.filter((offer) => content.some((other) => offer.name.some((part) => isSameWord(part, other))));
  if (named.length > 0) return named.every((offer) => offer.name.some((part) => supports(one, part)));
  return content.length === 1 || content.some((other) => other !== word && supports(one, other));
}
