import { priceWords } from './amount-words.ts';
import type { FoundAmount, Token } from './find-amounts.ts';
import type { SaidOf } from './read-amounts.ts';

/** A place in a sentence that names a fee or offers. */
export interface Mention {
  saidOf: SaidOf;
  /** Tokens [from, to). */
  from: number;
  to: number;
  /** Whether it is a condition: "with delivery". */
  isCondition: boolean;
  /** Whether several offers are named as one list: "corte e barba". */
  isList?: boolean;
}

export interface Sentence {
  text: string;
  tokens: Token[];
  amounts: FoundAmount[];
  mentions: Mention[];
}

/** The tokens around an amount: `first` and `after` delimit it, `from` and `to` reach to its neighbours. */
export interface Place {
  index: number;
  from: number;
  first: number;
  after: number;
  to: number;
  /** Of [from, to) the tokens of its own clause, between commas and the like. */
  clause: [number, number];
}

const clauseBreak = /[,;()!?.•]/g;

export function placeOf({ text, tokens, amounts }: Sentence, index: number): Place {
  const amount = amounts[index] as FoundAmount;
  const starts = amounts[index - 1]?.end ?? 0;
  const ends = amounts[index + 1]?.start ?? text.length;
  const opens = [...text.slice(starts, amount.start).matchAll(clauseBreak)].at(-1)?.index ?? 0;
  const closes = text.slice(amount.end, ends).search(clauseBreak);
  const tokenAt = (offset: number) => tokens.filter(({ start }) => start < offset).length;
  return {
    index,
    from: tokenAt(starts),
    first: tokenAt(amount.start),
    after: tokenAt(amount.end),
    to: tokenAt(ends),
    clause: [tokenAt(starts + opens), tokenAt(closes < 0 ? ends : amount.end + closes)],
  };
}

/** Whether a word of cost or a sign of a list stands before an amount, or "each" behind it. */
export function saysPrice({ text, tokens, amounts }: Sentence, { index, from, first, after }: Place): boolean {
  const amount = amounts[index] as FoundAmount;
  const previous = tokens[first - 1];
  const gap = text.slice(previous && first > from ? previous.end : (amounts[index - 1]?.end ?? 0), amount.start);
  if (first > from && /[:|–—=]|\.{2}|\s-\s|^-\s/.test(gap)) return true;
  if (tokens.slice(Math.max(from, first - 4), first).some(({ word }) => priceWords.has(word))) return true;
  return tokens.slice(after, after + 2).some(({ word }) => word === 'cada' || word === 'each');
}

const rangeLinks = new Set(['a', 'ate', 'hasta', 'to', 'ou', 'o', 'or', 'e', 'y', 'and']);
const rangeOpeners = new Set([
  'de',
  'entre',
  'between',
  'from',
  'desde',
  'por',
  'for',
  'custam',
  'custa',
  'cuesta',
  'cuestan',
  'cost',
  'costs',
]);

/** Whether an amount is one end of "de R$ 40 a R$ 60", "between $20 and $30", "$20–30". */
export function isRange({ text, tokens, amounts }: Sentence, { index }: Place): boolean {
  const linked = (left: FoundAmount | undefined, right: FoundAmount | undefined) => {
    if (!left || !right) return false;
    const gap = text.slice(left.end, right.start).trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
    if (/^[-–—/]?$/.test(gap)) return true;
    if (!rangeLinks.has(gap)) return false;
    if (!['e', 'y', 'and'].includes(gap)) return true;
    const opener = tokens.findLast(({ end }) => end <= left.start)?.word ?? '';
    return opener === 'entre' || opener === 'between' || (rangeOpeners.has(opener) && gap === 'a');
  };
  return linked(amounts[index], amounts[index + 1]) || linked(amounts[index - 1], amounts[index]);
}
