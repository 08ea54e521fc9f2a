import { isThing, nearness } from '../../../../knowledge/index.ts';
import { type Doc, type Fact, keysOf } from '../facts/fact.ts';
import type { Question } from '../understand/read-questions.ts';
import type { Term } from '../understand/terms.ts';

/** What is measured of a fact as an answer to a question. */
const measures = [
  'constant',
  'asked',
  'covered',
  'meant',
  'asked and meant',
  'missing known',
  'missing unknown',
  'unknown',
  'carried',
  'short',
  'exact',
  'price fits',
  'price missing',
  'rule',
  'item',
  'service',
  'group',
  'hours',
  'knowledge',
  'confidence',
  'named whole',
  'not asked',
  'topic of what is asked',
  'topic of what is told',
  'topic in words',
  'topics shared with words',
  'sense of what is asked',
  'sense of what is told',
  'asked by sense',
  'covered by sense',
  'meant by sense',
  'thing that nobody knows',
  'thing missing',
  'matter fits',
  'matter missing',
  'asked without what is carried',
  'covered without what is carried',
  'answered before',
  'answered before, and asked of it',
  'of the thing before',
  'of the thing before, and asked of it',
] as const;
type Measure = (typeof measures)[number];

/** The measures that also count by how far a fact is ahead of all others. */
const compared = [
  'asked',
  'covered',
  'asked and meant',
  'topics shared with words',
  'sense of what is asked',
  'asked by sense',
] as const satisfies Measure[];

/** The features of a fact, in order; `test/bench/agents/fit.ts` fits their weights. */
export const featureNames = [...measures, ...compared.map((name) => `lead of ${name}` as const)];

/** Answers to the question before of which a fact may speak. */
const mostBefore = 3;
const conceptWorth = 0.85;
/** From a share of a half on, a text is wholly about a topic. */
const likely = 2;

/** How rare a term is among what the agent knows: 1 for the rarest. */
export type Rarity = (term: Term) => number;

/** Counts words over the facts of one agent, so that what other shops say changes nothing. */
export function countRarity(facts: Fact[]): Rarity {
  const counts = new Map<string, number>();
  for (const { ask, tell } of facts) {
    for (const key of new Set([...ask.keys, ...tell.keys])) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const all = Math.max(facts.length, 8);
  const most = Math.log(1 + (all + 0.5) / 0.5);
  return (term) => {
    const count = Math.max(0, ...keysOf(term).map((key) => counts.get(key) ?? 0));
    return Math.log(1 + (all - Math.min(count, all) + 0.5) / (count + 0.5)) / most;
  };
}

/** How well a text contains a term: 1 for the word, less for another word of the same concept. */
export function likeness({ stems, concepts }: Term, { keys }: Pick<Doc, 'keys'>): number {
  if (stems.some((stem) => keys.has(`s:${stem}`)) || concepts.some((concept) => keys.has(`i:${concept}`))) return 1;
  return concepts.some((concept) => keys.has(`c:${concept}`)) ? conceptWorth : 0;
}

/** How near the nearest of some terms is in sense. */
const nearest = ({ sense }: Term, others: Term[]): number =>
  sense === null ? 0 : Math.max(0, ...others.map((other) => (other.sense === null ? 0 : nearness(sense, other.sense))));

const amount = /(?:R\$|US\$|\$|€|£)\s?\d|\d\s?(?:€|£|reais|euros?|pesos|dollars?|pounds)/u;
const isPrice = ({ concepts }: Term): boolean => concepts.includes('price');

interface Measuring {
  /** What may answer the question before, with the probability that it does; empty unless the question refers to it. */
  before: { fact: Fact; score: number }[];
  question: Question;
  rarity: Rarity;
  /** Whether any fact knows a term. */
  isKnown(term: Term): boolean;
}

/** The features of each fact, with its lead over those that say something else. */
export function measureFacts(facts: Fact[], measuring: Measuring): { fact: Fact; features: number[] }[] {
  const measured = facts.map((fact) => ({ fact, values: measureFact(fact, measuring) }));
  const leaders = compared.map((name) => {
    const [best, ...others] = measured.toSorted((one, other) => other.values[name] - one.values[name]);
    const next = others.find(({ fact }) => fact.text !== best?.fact.text);
    return { name, text: best?.fact.text, best: best?.values[name] ?? 0, next: next?.values[name] ?? 0 };
  });
  return measured.map(({ fact, values }) => {
    const leads = leaders.map(({ name, text, best, next }) => values[name] - (fact.text === text ? next : best));
    return { fact, features: [...measures.map((name) => values[name]), ...leads] };
  });
}

/** The features of one fact. Most are shares between 0 and 1, so that questions are comparable. */
function measureFact(fact: Fact, { question, rarity, isKnown, before }: Measuring): Record<Measure, number> {
  const { terms, carried } = question;
  const all = [...terms, ...carried];
  const weightOf = (term: Term) => term.worth * (0.15 + 0.85 * rarity(term));
  const share = (of: Term[], fit: (term: Term) => number): number => {
    const total = of.reduce((sum, term) => sum + weightOf(term), 0);
    return total === 0 ? 0 : of.reduce((sum, term) => sum + weightOf(term) * fit(term), 0) / total;
  };
  const inAsk = (term: Term) => likeness(term, fact.ask);
  const inFact = (term: Term) => Math.max(inAsk(term), likeness(term, fact.tell));
  const asked = share(all, inAsk);
  const covered = share(all, inFact);
  const said = { keys: new Set(all.flatMap(keysOf)) };
  const meantTerms = fact.ask.terms.map((term) => ({ ...term, worth: 1 }));
  const meantBy = share(meantTerms, (term) => likeness(term, said));
  // Opening hours and lists have no words of their own: they mean what they answer.
  const meant = fact.ask.terms.length === 0 ? asked : meantBy;
  const missing = (of: Term[]) => Math.max(0, ...of.map((term) => weightOf(term) * (1 - inFact(term))));
  const known = terms.filter(isKnown);
  const unknown = terms.filter((term) => !isKnown(term));
  const asksPrice = all.some(isPrice);
  const tellsPrice = fact.ask.keys.has('c:price') || amount.test(fact.text);
  const { topics } = question;
  const shareOf = (has: (topic: string) => number) =>
    [...topics].reduce((sum, [topic, part]) => sum + part * Math.min(1, has(topic)), 0);
  const among = (doc: Doc) => shareOf((topic) => (doc.topics.get(topic) ?? 0) * likely);
  const topicInAsk = among(fact.ask);
  const topicInTell = among(fact.tell);
  const topicInWords = shareOf((topic) =>
    fact.ask.keys.has(`c:${topic}`) ? 1 : fact.tell.keys.has(`c:${topic}`) ? 0.6 : 0,
  );
  const softAsked = share(all, (term) => Math.max(inAsk(term), nearest(term, fact.ask.terms)));
  const heaviest = (of: Term[]) => Math.max(0, ...of.map(weightOf));
  // What is asked about a thing, such as its weight.
  const matters = terms.filter(({ concepts }) => concepts.length > 0 && !concepts.some(isThing));
  const ownCovered = share(terms, inFact);
  const same = before.find((other) => other.fact.key === fact.key)?.score ?? 0;
  const related = before
    .slice(0, mostBefore)
    .filter((other) => other.fact.key !== fact.key && other.fact.ask.terms.length > 0)
    .reduce((sum, other) => sum + other.score * share(other.fact.ask.terms, inFact), 0);
  const isOffer = fact.kind === 'catalog' || fact.kind === 'service';
  return {
    constant: 1,
    asked,
    covered,
    meant,
    'asked and meant': asked * meant,
    'missing known': missing(known),
    'missing unknown': missing(unknown),
    unknown: share(terms, (term) => (isKnown(term) ? 0 : 1)),
    carried: carried.length === 0 ? 0 : 1,
    short: 1 / (1 + terms.length),
    exact: asked > 0.99 && meant > 0.99 ? 1 : 0,
    'price fits': asksPrice && tellsPrice ? 1 : 0,
    'price missing': asksPrice && !tellsPrice ? 1 : 0,
    rule: fact.kind === 'rule' ? 1 : 0,
    item: fact.kind === 'catalog' && !fact.isGroup ? 1 : 0,
    service: fact.kind === 'service' && !fact.isGroup ? 1 : 0,
    group: fact.isGroup ? 1 : 0,
    hours: fact.kind === 'hours' ? 1 : 0,
    knowledge: fact.kind === 'knowledge' ? 1 : 0,
    confidence: fact.kind === 'knowledge' ? fact.confidence : 0,
    'named whole': isOffer && meant > 0.99 ? 1 : 0,
    'not asked': question.isAsked ? 0 : 1,
    'topic of what is asked': topicInAsk,
    'topic of what is told': topicInTell,
    'topic in words': topicInWords,
    'topics shared with words': Math.max(topicInAsk, topicInTell, topicInWords) * covered,
    'sense of what is asked': nearness(question.sense, fact.ask.sense),
    'sense of what is told': nearness(question.sense, fact.tell.sense),
    'asked by sense': softAsked,
    'covered by sense': share(all, (term) =>
      Math.max(inFact(term), nearest(term, fact.ask.terms), nearest(term, fact.tell.terms)),
    ),
    'meant by sense':
      fact.ask.terms.length === 0
        ? softAsked
        : share(meantTerms, (term) => Math.max(likeness(term, said), nearest(term, all))),
    'thing that nobody knows': heaviest(terms.filter((term) => term.concepts.some(isThing) && !isKnown(term))),
    'thing missing': heaviest(
      terms.filter((term) => term.concepts.some(isThing) && isKnown(term) && inFact(term) === 0),
    ),
    'matter fits': share(matters, inFact),
    'matter missing': heaviest(matters.filter((term) => inFact(term) === 0)),
    'asked without what is carried': share(terms, inAsk),
    'covered without what is carried': ownCovered,
    'answered before': same,
    'answered before, and asked of it': same * ownCovered,
    'of the thing before': related,
    'of the thing before, and asked of it': related * ownCovered,
  };
}
