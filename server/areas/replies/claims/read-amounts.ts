import { toCents } from '../../../platform/text/money.ts';
import { isRange, type Mention, type Place, placeOf, type Sentence, saysPrice } from './amount-place.ts';
import {
  boundPatterns,
  emptyWords,
  type FeeKind,
  feeKinds,
  feePatterns,
  findPatterns,
  linkWords,
  variantWords,
  withWords,
} from './amount-words.ts';
import { findAmounts, readTokens, type Token } from './find-amounts.ts';
import { findOfferMentions, type NamedOffer } from './offer-mentions.ts';

/** What an amount is said of. */
export type SaidOf =
  /**
   * One or more offers; `cents` are their prices, empty if none has one. Uncertain if only a part of a name is said,
   * which may mean another thing: "las llaves del candado".
   */
  { kind: 'offer'; name: string; names: string[]; cents: number[]; isCertain: boolean } | { kind: 'fee'; fee: FeeKind };

export interface Amount {
  /** As it is written. */
  text: string;
  cents: number;
  /** Null if nothing that is known is named. */
  saidOf: SaidOf | null;
  /**
   * How it is said of an offer: as its price, as the lowest price, as an end of a range, as the price of a variant or
   * unit ("small", "per kilo"), or of several offers together.
   */
  as: 'price' | 'from' | 'range' | 'variant' | 'bundle';
  /** Whether the clause says what something costs, in a verb or as a line of a list. */
  isPrice: boolean;
  /** The other words of its clause that tell it from another amount ("brooklyn", "express"), folded and sorted. */
  details: string[];
  sentence: string;
}

/**
 * Each amount of money in a text (Portuguese, Spanish or English), with what it is said of: the nearest offer or fee in
 * its clause, else in the sentences and the heading before it, else in the question `asked` that the text answers.
 * `offers` are what the shop sells; of two with one name each price counts.
 */
export function readAmounts(text: string, offers: NamedOffer[], asked = ''): Amount[] {
  if (!splitSentences(text).some((sentence) => findAmounts(sentence).length > 0)) return [];
  const priced = offers.map(({ name, price }) => ({ name, price: price === null ? null : toCents(price) }));
  const read = (sentence: string) => readSentence(sentence, priced);
  const question = splitSentences(asked).flatMap((sentence) => read(sentence).mentions);
  let carried: Mention | null = null;
  return splitSentences(text).flatMap((part) => {
    const sentence = read(part);
    const amounts = bindAll(sentence, carried, question.at(-1) ?? null);
    const last = sentence.mentions.filter(({ isCondition }) => !isCondition).at(-1);
    carried = last ?? carried;
    return amounts;
  });
}

/** Sentences and lines; a point between digits ends none. */
const splitSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

function readSentence(text: string, offers: { name: string; price: number | null }[]): Sentence {
  const tokens = readTokens(text);
  const amounts = findAmounts(text);
  const isFree = ({ start, end }: Token) => !amounts.some((amount) => start < amount.end && amount.start < end);
  const words = tokens.map((token) => (isFree(token) ? token.word : ''));
  const found = findPatterns(words, feePatterns);
  const covers = (one: { from: number; to: number }, other: { from: number; to: number }) =>
    one.from <= other.from && other.to <= one.to;
  // A service "Delivery" without a price of its own is the fee that texts tell.
  const named: Mention[] = findOfferMentions(words, offers)
    .filter((offer) => offer.cents.length > 0 || !found.some((fee) => covers(fee, offer)))
    .map(({ name, names, cents, isCertain, ...mention }) => ({
      ...mention,
      saidOf: { kind: 'offer', name, names, cents, isCertain },
      isCondition: false,
    }));
  const fees = found
    .filter(({ from, to }) => !named.some((offer) => from < offer.to && offer.from < to))
    .map(
      ({ kind, from, to }): Mention => ({
        ...{ saidOf: { kind: 'fee', fee: kind }, from, to },
        isCondition: withWords.has(words[from - 1] ?? ''),
      }),
    );
  const mentions = [...named, ...fees].sort((one, other) => one.from - other.from);
  return { text, tokens, amounts, mentions };
}

function bindAll(sentence: Sentence, carried: Mention | null, asked: Mention | null): Amount[] {
  const used = new Set<Mention>();
  let before: Mention | null = null;
  return sentence.amounts.flatMap((amount, index) => {
    const place = placeOf(sentence, index);
    const bound = bind(sentence, place, used, asked);
    const isSaid = amount.isMarked || (saysPrice(sentence, place) && (bound !== null || amount.isCost));
    if (!isSaid) return [];
    const content = contentOf(sentence, place, bound);
    const inherited = bound ?? inherit({ before, carried, asked }, content);
    before = bound?.mention ?? lastFee(sentence, place) ?? before;
    const { saidOf } = inherited ?? { saidOf: null };
    const as = howSaid(sentence, place, inherited);
    const isPrice = saysPrice(sentence, place);
    const { text, cents } = amount;
    return [{ text, cents, saidOf, as, isPrice, details: content, sentence: sentence.text }];
  });
}

/** The last fee that is named before an amount, for the amounts that follow: "free over $60, otherwise $7". */
const lastFee = ({ mentions }: Sentence, { from, first }: Place): Mention | undefined =>
  mentions.findLast((mention) => mention.saidOf.kind === 'fee' && mention.from >= from && mention.to <= first);

interface Bound {
  saidOf: SaidOf;
  mention: Mention | null;
  bound?: 'from';
}

/** What an amount is said of within its own sentence. */
function bind(sentence: Sentence, place: Place, used: Set<Mention>, asked: Mention | null): Bound | null {
  const { mentions, tokens } = sentence;
  const { from, first, after, clause } = place;
  const within = (low: number, high: number) =>
    mentions.filter((mention) => mention.from >= low && mention.to <= high && !used.has(mention));
  const limit = boundBefore(tokens, place);
  const inClause = within(...clause);
  const previous = inClause.filter((mention) => mention.to <= first);
  const fee = (kind: FeeKind): Bound => ({ saidOf: { kind: 'fee', fee: kind }, mention: null });
  if (limit === 'limit') return fee('limit');
  const isBound =
    limit === 'threshold' || saysOrMore(tokens, after) || (limit === 'from' && isCondition(sentence, place));
  if (isBound) return fee(isFee(chooseFee(previous), 'minimum') ? 'minimum' : 'threshold');
  if (isInstalment(tokens, first)) return fee('instalment');
  const choose = (mention: Mention): Bound => {
    used.add(mention);
    return { saidOf: mention.saidOf, mention, ...(limit === 'from' ? { bound: 'from' } : {}) };
  };
  const offer = previous.filter(({ saidOf }) => saidOf.kind === 'offer').at(-1);
  const next = inClause.find((mention) => mention.from >= after);
  const isOfNext = next !== undefined && offer !== undefined && place.to < tokens.length && place.to - next.to <= 2;
  const following = next && !isOfNext && isDirect(tokens, after, next.from) ? [next] : [];
  const named = chooseFee([...previous.filter(({ isCondition }) => !isCondition), ...following]);
  if (named) return choose(named);
  if (offer) return choose(offer);
  const condition = chooseFee(previous);
  if (condition) return choose(condition);
  // Who asked for a fee is told it for an offer: "50 € por bici".
  if (next && !(next.saidOf.kind === 'offer' && asked?.saidOf.kind === 'fee')) return choose(next);
  const earlier = within(from, first);
  const nearest = earlier.filter(({ isCondition }) => !isCondition).at(-1) ?? earlier.at(-1);
  return nearest ? choose(nearest) : null;
}

/** Of several fees before an amount the kind that is listed first, the last of its kind. */
const chooseFee = (mentions: Mention[]): Mention | undefined =>
  feeKinds
    .map((kind) => mentions.filter(({ saidOf }) => saidOf.kind === 'fee' && saidOf.fee === kind).at(-1))
    .find((mention) => mention !== undefined);

const isFee = (mention: Mention | undefined, kind: FeeKind): boolean =>
  mention?.saidOf.kind === 'fee' && mention.saidOf.fee === kind;

/** Whether only linking words stand between an amount and the fee: "R$ 8 pela entrega". */
const isDirect = (tokens: Token[], after: number, from: number): boolean =>
  from - after <= 3 && tokens.slice(after, from).every(({ word }) => linkWords.has(word));

/** A limit directly before the amount: "acima de R$ 100". */
function boundBefore(tokens: Token[], { from, first }: Place): 'threshold' | 'limit' | 'from' | null {
  const words = tokens.slice(Math.max(from, first - 5), first).map(({ word }) => word);
  const match = findPatterns(words, boundPatterns).at(-1);
  if (!match) return null;
  const between = words.slice(match.to);
  return between.every((word) => linkWords.has(word)) ? match.kind : null;
}

const moreAfter = ['ou mais', 'o mas', 'or more', 'and over', 'y mas', 'e acima', 'or over', 'and up', 'plus'];
const saysOrMore = (tokens: Token[], after: number): boolean => {
  const words = tokens.slice(after, after + 2).map(({ word }) => word);
  return moreAfter.some((saying) => words.join(' ') === saying || (words[0] === 'plus' && words.length === 1));
};

/** What a "from" amount may be a condition for, rather than a price: "envío gratis desde $500". */
const givenWords = new Set(
  'gratis gratuito gratuita free desconto descuento discount juros intereses compra compras pedido pedidos order orders purchase purchases spend'.split(
    ' ',
  ),
);
const isCondition = ({ tokens }: Sentence, { from, to }: Place): boolean =>
  tokens.slice(from, to).some(({ word }) => givenWords.has(word));

const timesWords = new Set(
  'vezes vez cuotas parcelas pagos meses instalments installments payments months prestacoes'.split(' '),
);
/** "3x de R$ 50", "3 cuotas de $100". */
function isInstalment(tokens: Token[], first: number): boolean {
  const words = tokens.slice(Math.max(0, first - 4), first).map(({ word }) => word);
  return words.some(
    (word, index) =>
      /^\d{1,2}x$/.test(word) ||
      (/^\d{1,2}$/.test(word) && (timesWords.has(words[index + 1] ?? '') || words[index + 1] === 'x')),
  );
}

const joinWords = new Set(['e', 'y', 'and', 'mais', 'mas', 'but', 'pero', 'ou', 'or']);

/** The words of the amount's clause beyond what it is said of, by which it may differ from another amount. */
function contentOf({ tokens, mentions }: Sentence, { clause, first, after, to }: Place, bound: Bound | null): string[] {
  const own = bound?.mention;
  // Before another amount, "and" begins what that one is said of.
  const and =
    to < tokens.length ? tokens.findIndex(({ word }, at) => at >= after && at < to && joinWords.has(word)) : -1;
  const end = and < 0 ? clause[1] : Math.min(and, clause[1]);
  const words = tokens.flatMap(({ word }, at) => {
    if (at < clause[0] || at >= end || (at >= first && at < after)) return [];
    if (own && at >= own.from && at < own.to) return [];
    const other = mentions.find((mention) => at >= mention.from && at < mention.to && mention.saidOf.kind === 'fee');
    if (other?.saidOf.kind === 'fee') return [other.saidOf.fee];
    return emptyWords.has(word) || /^\d+x?$/.test(word) ? [] : [word];
  });
  // A limit is one of what its sentence is about: "spend $75 or more, shipping is free".
  const isLimit = bound !== null && own === null;
  const about = isLimit ? mentions.flatMap(({ saidOf }) => (saidOf.kind === 'fee' ? [saidOf.fee] : [])) : [];
  return [...new Set([...words, ...about])].sort();
}

/**
 * What an amount without a subject of its own is said of: what the amount before it in the sentence is, what the
 * sentence or heading before is about, or what was asked. Words that may name another thing end that, unless they only
 * tell a variant; a fee goes on for every line ("Centro: R$ 5").
 */
function inherit(
  { before, carried, asked }: { before: Mention | null; carried: Mention | null; asked: Mention | null },
  content: string[],
): Bound | null {
  const mention = [before, carried, asked].find(
    (candidate) =>
      candidate !== null && (candidate.saidOf.kind === 'fee' || content.every((word) => variantWords.has(word))),
  );
  return mention ? { saidOf: mention.saidOf, mention: null } : null;
}

function howSaid(sentence: Sentence, place: Place, bound: Bound | null): Amount['as'] {
  if (bound?.saidOf.kind !== 'offer') return bound?.bound ?? 'price';
  if (isRange(sentence, place)) return 'range';
  if (bound.bound) return bound.bound;
  const { tokens } = sentence;
  const [start, end] = place.clause;
  const own = bound.mention;
  const isOwn = (at: number) => own !== null && at >= own.from && at < own.to;
  const counted = own ? tokens[own.from - 1]?.word : undefined;
  if (counted !== undefined && /^(?:[2-9]|\d{2,3})$/.test(counted) && own && own.from - 1 >= place.from)
    return 'bundle';
  if (own?.isList) return 'bundle';
  const isVariant = tokens.some(({ word }, at) => at >= start && at < end && !isOwn(at) && variantWords.has(word));
  return isVariant ? 'variant' : 'price';
}
