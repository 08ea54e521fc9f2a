import type { Language } from '../../../platform/text/languages.ts';
import type { Fact } from './facts.ts';
import { type Measure, readMeasures } from './measures.ts';
import { type Moment, readMoments } from './moments.ts';
import type { NamedOffer } from './offer-mentions.ts';
import { type Amount, readAmounts } from './read-amounts.ts';
import { type ClaimWord, plain, readClaimWords } from './read-claims.ts';
import { promises } from './speech-acts.ts';

/** A fact as it is compared with claims. */
export interface KnownFact {
  fact: Fact;
  plain: string;
  /** Whether a key is told, denied or both. */
  keys: Map<string, { told: boolean; denied: boolean }>;
  /** Keys of the question that the text answers; told or denied only if the answer begins with a yes or a no. */
  asked: Map<string, { told: boolean; denied: boolean }>;
  /** The telling words of the offer's name. */
  name: ClaimWord[];
  measures: Measure[];
  moments: Moment[];
  amounts: Amount[];
  promises: boolean;
}

const denyingStart = /^\W*(?:\w+\W+){0,3}(?:no|not|nao|never|nunca|n't)\b|^\W*(?:\w+\W+){0,3}\w+n't\b/;
const yesStart = /^\W*(?:sim|si|yes|claro|sure|of course|por supuesto|com certeza)\b/;

/** Reads what the facts tell, once an answer. */
export function knowFacts(facts: Fact[], languages: Language[], country: string): KnownFact[] {
  const offers = toOffers(facts);
  return facts.map((fact) => {
    const text = plain(fact.text, languages);
    const question = fact.question === undefined ? '' : plain(fact.question, languages);
    const answers = denyingStart.test(text) ? 'no' : yesStart.test(text) ? 'yes' : 'open';
    const asked = new Map<string, { told: boolean; denied: boolean }>();
    for (const word of readClaimWords(question, languages)) {
      for (const key of word.keys) asked.set(key, { told: answers !== 'no', denied: answers !== 'yes' });
    }
    const minutes = fact.durationMinutes;
    return {
      fact,
      plain: `${question}\n${text}`,
      keys: indexWords(readClaimWords(text, languages)),
      asked,
      name: fact.offer === undefined ? [] : tellingWords(plain(fact.offer, languages), languages),
      measures: [
        ...readMeasures(text, []),
        ...readMeasures(question, []),
        ...(minutes === undefined ? [] : [{ kind: 'duration' as const, value: minutes, start: 0, end: 0 }]),
      ],
      moments: readMoments(text, true, country),
      amounts: readAmounts(fact.text, offers, fact.question),
      promises: promises(text),
    };
  });
}

/** What the shop sells, with its prices. */
export const toOffers = (facts: Fact[]): (NamedOffer & { name: string })[] =>
  facts.flatMap(({ offer, kind, price }) =>
    offer === undefined || kind === 'gone' ? [] : [{ name: offer, price: price ?? null }],
  );

function indexWords(words: ClaimWord[]): KnownFact['keys'] {
  const keys: KnownFact['keys'] = new Map();
  for (const { keys: own, isDenied } of words) {
    for (const key of own) {
      const known = keys.get(key) ?? { told: false, denied: false };
      keys.set(key, { told: known.told || !isDenied, denied: known.denied || isDenied });
    }
  }
  return keys;
}

const tellingWords = (name: string, languages: Language[]): ClaimWord[] =>
  readClaimWords(name, languages).filter(({ isContent }) => isContent);

export const isSameWord = (one: ClaimWord, other: ClaimWord): boolean =>
  [...one.keys].some((key) => other.keys.has(key));

/** The offers whose names have most of some words in common with them; of "basic service" the basic, not the full one. */
export function findNamedOffers(words: ClaimWord[], known: KnownFact[]): KnownFact[] {
  const matched = known.flatMap((one) => {
    const places = words.flatMap((word, at) => (one.name.some((name) => isSameWord(name, word)) ? [at] : []));
    return places.length === 0 ? [] : [{ one, places }];
  });
  const isWithin = (inner: number[], outer: number[]) =>
    inner.length < outer.length && inner.every((place) => outer.includes(place));
  return matched.filter(({ places }) => !matched.some((other) => isWithin(places, other.places))).map(({ one }) => one);
}

/** Whether some words have the whole name of an offer. */
export const isNamedWhole = ({ name }: KnownFact, words: ClaimWord[]): boolean =>
  name.length > 0 && name.every((part) => words.some((word) => isSameWord(part, word)));
