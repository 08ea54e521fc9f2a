import type { Choice } from './choose/choose-fact.ts';
import { countRarity, likeness, measureFacts, type Rarity } from './choose/measure-fact.ts';
import type { Fact } from './facts/fact.ts';
import { readFaqs } from './facts/faqs.ts';
import { readHours } from './facts/hours.ts';
import { groupNamed, listAll, listNamed, type ReadOffer, readOffers, tellPriceUnknown } from './facts/offers.ts';
import { findPassages } from './facts/passages.ts';
import type { Search } from './finding.ts';
import { isAskOfThing, type Question } from './understand/read-questions.ts';
import { makeVocabulary, type Spoken, type Term, type Vocabulary } from './understand/terms.ts';

/** What the shop has configured, read once for all questions of a message. */
export interface Shop {
  spoken: Spoken;
  vocabulary: Vocabulary;
  offers: ReadOffer[];
  /** Everything for sale: the items, the services. */
  lists: Fact[];
  /** FAQs, rules and offers: what does not depend on the question. */
  facts: Fact[];
  rarity: Rarity;
}

/** The languages of the customer and of the shop. */
export const spokenIn = ({ context: { agent }, trace }: Search): Spoken =>
  trace.language === agent.language ? [agent.language] : [trace.language, agent.language];

export function readShop(search: Search): Shop {
  const { context, say } = search;
  const spoken = spokenIn(search);
  const offers = readOffers(context, spoken, say);
  const facts = [...readFaqs(context, spoken), ...offers.map(({ fact }) => fact)];
  const words = new Set(facts.flatMap(({ ask, tell }) => [...ask.terms, ...tell.terms].map(({ folded }) => folded)));
  return {
    spoken,
    vocabulary: makeVocabulary(words, spoken),
    offers,
    lists: listAll(context, offers, spoken, say),
    facts,
    rarity: countRarity(facts),
  };
}

/** Everything that may answer a question, with its features; `before` is what answered the question before it. */
export async function gatherFacts(
  search: Search,
  shop: Shop,
  question: Question,
  before: Choice | null,
): Promise<{ fact: Fact; features: number[] }[]> {
  const { context, say } = search;
  const { spoken, offers, rarity } = shop;
  const asked = [...question.terms, ...question.carried];
  const groups = [groupNamed(context, offers, asked, say), listNamed(context, offers, asked, say)];
  const words = [...question.words, ...question.carried.map(({ folded }) => folded)];
  const hours = await readHours(context, words, asked, spoken, say);
  const asksPrice = asked.some(({ concepts }) => concepts.includes('price'));
  const unpriced = asksPrice ? offers.filter(({ price, isActive }) => price === null && isActive) : [];
  const unpricedFacts = new Set(unpriced.map(({ fact }) => fact));
  const facts = [
    ...shop.facts.filter((fact) => !unpricedFacts.has(fact)),
    ...shop.lists,
    ...groups.filter((group) => group !== null),
    ...(hours ? [hours] : []),
    ...unpriced.map((offer) => tellPriceUnknown(offer, say)),
    ...(await findPassages(search, words.join(' '), asked, spoken)),
  ];
  const known = new Map(
    question.terms.map((term) => [
      term,
      facts.some(({ ask, tell }) => likeness(term, ask) > 0 || likeness(term, tell) > 0),
    ]),
  );
  const isKnown = (term: Term) => known.get(term) ?? false;
  // Only a question that leaves something out is about what was told before.
  const isFollowUp = before !== null && question.carried.length > 0;
  return asksOnlyOfStrange(question, isKnown)
    ? []
    : measureFacts(facts, { question, rarity, isKnown, before: isFollowUp ? before.candidates : [] });
}

/** Whether a question asks something of a thing that none of the facts has, by any of its words: "how much is a rocket". */
function asksOnlyOfStrange({ terms, carried }: Question, isKnown: (term: Term) => boolean): boolean {
  const things = terms.filter((term) => !isAskOfThing(term));
  return carried.length === 0 && things.length > 0 && things.length < terms.length && !things.some(isKnown);
}
