import { fold } from '../../../platform/database/fold.ts';
import { findPrices } from '../catalog-upload/find-prices.ts';
import { costVerbs, costWords } from './amount-words.ts';
import { readNumber } from './number-words.ts';

/** An amount of money in one line. */
export interface FoundAmount {
  text: string;
  cents: number;
  /** Offsets in the line. */
  start: number;
  end: number;
  /** Whether a currency stands with it, in signs or words. */
  isMarked: boolean;
  /** Whether a word of cost stands before it: "custa 45". */
  isCost: boolean;
}

/** A folded word and its offsets in the line. */
export interface Token {
  word: string;
  start: number;
  end: number;
}

export const readTokens = (line: string): Token[] =>
  [...line.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));

const units = new Set(
  'real reais euro euros dolar dolares dollar dollars buck bucks quid peso pesos sol soles boliviano bolivianos guarani guaranies quetzal quetzales lempira lempiras colon colones cordoba cordobas'.split(
    ' ',
  ),
);
const smallUnits = new Set('centavo centavos centimo centimos cent cents pence'.split(' '));
const joins = new Set(['e', 'y', 'and', 'con', 'com']);
/** Words that may follow a bare amount; any other is what the number counts: "custa 3 vezes", "costs 20 minutes". */
const endsAmount = new Set(
  'e y and por per cada each a o ou or mas mais but pero com con with para for no na em en in on until ate hasta if se si'.split(
    ' ',
  ),
);
/** Whether a bare number is the count of something or a percentage. */
const isCounted = (line: string, end: number, next: Token | undefined): boolean => {
  if (/^\s?%|^[.,:/]\d/.test(line.slice(end, end + 2))) return true;
  return next !== undefined && line.slice(end, next.start).trim() === '' && !endsAmount.has(next.word);
};

/**
 * The amounts of a line, in order: with a currency in signs or words ("R$ 45", "vinte reais", "fifty dollars"), the first of
 * a range ("20 a 30 reais"), after a word of cost ("custa 45"), and as a price list writes them ("Corte ... 45").
 */
export function findAmounts(line: string): FoundAmount[] {
  const tokens = readTokens(line);
  const found: FoundAmount[] = findPrices(line).map(({ cents, start, end, mark }) => ({
    ...{ text: line.slice(start, end), cents, start, end },
    isMarked: mark === 'currency',
    isCost: false,
  }));
  const add = (start: number, end: number, cents: number, isMarked: boolean, isCost = false): void => {
    if (found.some((other) => start < other.end && other.start < end)) return;
    found.push({ text: line.slice(start, end), cents, start, end, isMarked, isCost });
  };
  for (const { start, end, cents } of findInWords(tokens)) add(start, end, cents, true);
  for (const { start, end, cents } of findRangeEnds(line, found)) add(start, end, cents, true);
  for (const { start, end, cents } of findAfterCost(line, tokens)) add(start, end, cents, false, true);
  return found.sort((one, other) => one.start - other.start);
}

/** "vinte e nove reais e noventa centavos", "fifty dollars": number words before a unit of money. */
function findInWords(tokens: Token[]): Omit<FoundAmount, 'text' | 'isMarked' | 'isCost'>[] {
  return tokens.flatMap(({ word, end: unitEnd }, at) => {
    if (!units.has(word)) return [];
    const whole = longestNumberBefore(tokens, at);
    const first = whole && tokens[at - whole.length];
    if (!first) return [];
    const rest = readSmall(tokens, at + 1);
    return [{ start: first.start, end: rest?.end ?? unitEnd, cents: whole.value * 100 + (rest?.cents ?? 0) }];
  });
}

const mostNumberWords = 9;

function longestNumberBefore(tokens: Token[], at: number): { value: number; length: number } | null {
  for (let length = Math.min(mostNumberWords, at); length > 0; length--) {
    const words = tokens.slice(at - length, at).map(({ word }) => word);
    const value = readNumber(words);
    if (value !== null && value > 0) return { value, length };
  }
  return null;
}

/** "e cinquenta centavos" after a unit. */
function readSmall(tokens: Token[], at: number): { cents: number; end: number } | null {
  const from = joins.has(tokens[at]?.word ?? '') ? at + 1 : at;
  for (let length = 3; length > 0; length--) {
    const unit = tokens[from + length];
    if (!unit || !smallUnits.has(unit.word)) continue;
    const words = tokens.slice(from, from + length).map(({ word }) => word);
    const value =
      readNumber(words) ?? (words.length === 1 && /^\d{1,2}$/.test(words[0] ?? '') ? Number(words[0]) : null);
    if (value !== null && value < 100) return { cents: value, end: unit.end };
  }
  return null;
}

const rangeBefore = /(?<![\d.,:/])(\d{1,6})\s?(?:a|e|o|ou|y|to|or|até|hasta|-|–)\s?$/iu;
const rangeAfter = /^\s?[-–]\s?(\d{1,6})(?![\d.,:/%\p{L}])/u;

/** The other end of a range whose currency is written once: "20 a 30 reais", "$20–30". */
function findRangeEnds(line: string, found: FoundAmount[]): Omit<FoundAmount, 'text' | 'isMarked' | 'isCost'>[] {
  return found.flatMap(({ start, end, isMarked }) => {
    if (!isMarked) return [];
    const from = Math.max(0, start - 16);
    const before = /^\d/.test(line.slice(start, end)) ? rangeBefore.exec(line.slice(from, start)) : null;
    const after = rangeAfter.exec(line.slice(end, end + 16));
    const toAmount = (digits: string, offset: number) => ({
      start: offset,
      end: offset + digits.length,
      cents: Number(digits) * 100,
    });
    return [
      ...(before?.[1] ? [toAmount(before[1], from + before.index)] : []),
      ...(after?.[1] ? [toAmount(after[1], end + after[0].length - after[1].length)] : []),
    ];
  });
}

const mostWordsAfterCost = 3;

/** "o corte custa 45", "custa quarenta e cinco": a number without currency after a word of cost. */
function findAfterCost(line: string, tokens: Token[]): Omit<FoundAmount, 'text' | 'isMarked' | 'isCost'>[] {
  return tokens.flatMap(({ word, end }, at) => {
    if (!costWords.has(word) && !costVerbs.has(word)) return [];
    const last = at + (costVerbs.has(word) ? 1 : mostWordsAfterCost);
    for (let next = at + 1; next <= last; next++) {
      const token = tokens[next];
      if (!token || /[.!?;\n]/.test(line.slice(end, token.start))) return [];
      const isDigits = /^\d{1,6}$/.test(token.word);
      const words = isDigits ? null : longestNumberFrom(tokens, next);
      const ends = (words ? tokens[next + words.length - 1] : token)?.end ?? 0;
      if (!isDigits && !words) continue;
      const after = tokens[next + (words?.length ?? 1)];
      if (isCounted(line, ends, after) || (words && words.value < 2)) return [];
      return [{ start: token.start, end: ends, cents: (words?.value ?? Number(token.word)) * 100 }];
    }
    return [];
  });
}

function longestNumberFrom(tokens: Token[], at: number): { value: number; length: number } | null {
  for (let length = Math.min(mostNumberWords, tokens.length - at); length > 0; length--) {
    const value = readNumber(tokens.slice(at, at + length).map(({ word }) => word));
    if (value !== null) return { value, length };
  }
  return null;
}
