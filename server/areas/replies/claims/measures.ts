import type { Language } from '../../../platform/text/languages.ts';
import { readTokens } from './find-amounts.ts';
import { readNumber } from './number-words.ts';

/** Words that say a number in one language and something else in these. */
const otherwise: Record<string, Language[]> = { dos: ['pt'], once: ['en'], grand: ['en'], sin: ['es'], uno: ['es'] };
const ones = new Set(['um', 'uma', 'un', 'una', 'uno', 'one', 'a']);
const mostWords = 7;

/** A folded text whose number words from two on are digits: "trinta e cinco" becomes 35. */
export function toDigits(text: string, languages: Language[]): string {
  const tokens = readTokens(text);
  let result = '';
  let copied = 0;
  for (let at = 0; at < tokens.length; ) {
    const found = findNumber(
      tokens.map(({ word }) => word),
      at,
      languages,
      (from, to) => /^[\s-]*$/.test(text.slice(tokens[from]?.end, tokens[to]?.start)),
    );
    if (!found) {
      at++;
      continue;
    }
    const first = tokens[at];
    const last = tokens[at + found.length - 1];
    if (!first || !last) break;
    result += `${text.slice(copied, first.start)}${found.value}`;
    copied = last.end;
    at += found.length;
  }
  return result + text.slice(copied);
}

function findNumber(
  words: string[],
  at: number,
  languages: Language[],
  isJoined: (from: number, to: number) => boolean,
): { value: number; length: number } | null {
  const first = words[at] ?? '';
  if (ones.has(first) || /^\d/.test(first) || languages.some((language) => otherwise[first]?.includes(language)))
    return null;
  for (let length = Math.min(mostWords, words.length - at); length > 0; length--) {
    const value = readNumber(words.slice(at, at + length));
    if (value === null || value < 2) continue;
    const isOne = Array.from({ length: length - 1 }, (_, step) => isJoined(at + step, at + step + 1)).every(Boolean);
    if (isOne) return { value, length };
  }
  return null;
}

export interface Measure {
  /** `number` without a unit of time or a sign of per cent; durations are in minutes. */
  kind: 'number' | 'duration' | 'percent';
  value: number;
  start: number;
  end: number;
}

const minutesOf: [RegExp, number][] = [
  [/^(?:minut|min)/, 1],
  [/^(?:hora|hour|hr)/, 60],
  [/^(?:dia|day)/, 1_440],
  [/^(?:semana|week)/, 10_080],
  [/^(?:mes|month)/, 43_200],
  [/^(?:ano|year)/, 518_400],
];
const unitOf = (word: string): number => minutesOf.find(([pattern]) => pattern.test(word))?.[1] ?? 0;

const durationPattern =
  /(?<![\d.,:/])(\d{1,4}(?:[.,]\d{1,2})?|an?|one|uma?|una?|half an?|meia|media)[\s-]?(minutos?|mins?|minutes?|horas?|hours?|hrs?|dias?|days?|semanas?|weeks?|mes|meses|months?|anos?|years?)\b(?: (?:e|y|and) (meia|media|a half|cuarto|(\d{1,2})(?: (?:minutos?|min|minutes?))?)\b)?/g;
const percentPattern = /(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|por cento|por ciento|per ?cent)/g;
const numberPattern = /(?<![\p{L}\d])\d+(?:[.,]\d+)*/gu;

/** The durations, percentages and other numbers of a plain text outside of `spans`. */
export function readMeasures(text: string, spans: { start: number; end: number }[]): Measure[] {
  const found: Measure[] = [];
  const isFree = (start: number, end: number) =>
    ![...spans, ...found].some((other) => start < other.end && other.start < end);
  const add = (kind: Measure['kind'], value: number, start: number, length: number) => {
    if (isFree(start, start + length)) found.push({ kind, value, start, end: start + length });
  };
  for (const match of text.matchAll(durationPattern)) add('duration', toMinutes(match), match.index, match[0].length);
  for (const match of text.matchAll(percentPattern)) {
    add('percent', Number((match[1] ?? '').replace(',', '.')), match.index, match[0].length);
  }
  for (const match of text.matchAll(numberPattern)) add('number', toValue(match[0]), match.index, match[0].length);
  return found;
}

function toMinutes([, count = '', word = '', more, minutes]: RegExpExecArray): number {
  const unit = unitOf(word);
  const number = /^\d/.test(count) ? Number(count.replace(',', '.')) : /^(?:half|mei|medi)/.test(count) ? 0.5 : 1;
  const rest = !more ? 0 : minutes ? Number(minutes) : /mei|medi|half/.test(more) ? unit / 2 : unit / 4;
  return Math.round(number * unit + rest);
}

/** 1.200 and 1,200 are 1200; 4,95 and 4.95 are 4.95. */
function toValue(number: string): number {
  const parts = number.split(/[.,]/);
  if (parts.length > 1 && parts.at(-1)?.length !== 3) return Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`);
  return Number(parts.join(''));
}
