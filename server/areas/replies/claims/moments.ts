import { Temporal } from 'temporal-polyfill';

export interface Moment {
  start: number;
  end: number;
  /** A weekday from 1 for Monday, a date, a day as seen from now, or a time of day in minutes. */
  what:
    | { kind: 'weekday'; day: number }
    | { kind: 'date'; month: number; day: number }
    | { kind: 'ahead'; days: number }
    /** `either`: the hour may be in the morning or the afternoon. */
    | { kind: 'time'; minute: number; either: boolean };
}

const weekdays: [RegExp, number][] = [
  [/\b(?:segundas?(?:[- ]feiras?)?|lunes|mondays?)\b/g, 1],
  [/\b(?:tercas?(?:[- ]feiras?)?|martes|tuesdays?)\b/g, 2],
  [/\b(?:quartas?(?:[- ]feiras?)?|miercoles|wednesdays?)\b/g, 3],
  [/\b(?:quintas?(?:[- ]feiras?)?|jueves|thursdays?)\b/g, 4],
  [/\b(?:sextas?(?:[- ]feiras?)?|viernes|fridays?)\b/g, 5],
  [/\b(?:sabados?|saturdays?)\b/g, 6],
  [/\b(?:domingos?|sundays?)\b/g, 7],
];
const ahead: [RegExp, number][] = [
  [/\b(?:hoje|hoy|today|tonight|esta noite|esta noche)\b/g, 0],
  [/\b(?:amanha|tomorrow)\b|(?<!\b(?:la|las?|por la|de la) )\bmanana\b/g, 1],
  [/\b(?:ontem|ayer|yesterday)\b/g, -1],
];
const months = [
  ['janeiro', 'enero', 'january', 'jan'],
  ['fevereiro', 'febrero', 'february', 'feb'],
  ['marco', 'marzo', 'march', 'mar'],
  ['abril', 'april', 'apr'],
  ['maio', 'mayo', 'may'],
  ['junho', 'junio', 'june', 'jun'],
  ['julho', 'julio', 'july', 'jul'],
  ['agosto', 'august', 'aug'],
  ['setembro', 'septiembre', 'setiembre', 'september', 'sep'],
  ['outubro', 'octubre', 'october', 'oct'],
  ['novembro', 'noviembre', 'november', 'nov'],
  ['dezembro', 'diciembre', 'december', 'dec'],
];
const feasts: [RegExp, number, number][] = [
  [/\b(?:boxing day)\b/g, 12, 26],
  [/\b(?:vespera de natal|nochebuena|christmas eve)\b/g, 12, 24],
  [/\b(?:dia de natal|natal|navidad|christmas(?: day)?)\b/g, 12, 25],
  [/\b(?:vespera de ano novo|reveillon|nochevieja|new year's eve)\b/g, 12, 31],
  [/\b(?:ano novo|ano nuevo|new year's(?: day)?|new year)\b/g, 1, 1],
];
const dayMonth = /\b(\d{1,2})(?:st|nd|rd|th|o)?(?: de| of)? ([a-z]{3,10})\b/g;
const monthDay = /\b([a-z]{3,10}) (\d{1,2})(?:st|nd|rd|th)?\b/g;
const numericDate = /(?<![\d/.,:])(\d{1,2})\/(\d{1,2})(?![\d/])/g;
const dayOnly = /\bdia (\d{1,2})\b(?![:/h]| de )/g;

const clock =
  /(?<![\d.,:/])(\d{1,2})(?::(\d{2})|h(\d{2})?|\.(\d{2})(?= ?[ap]\.?m))?\s?(hrs?\b|horas\b)?\s?(a\.?m\b\.?|p\.?m\b\.?|o'clock|(?:da|de la|in the|por la) (?:manha|manana|morning|tarde|noite|noche|afternoon|evening)|(?:at night))?/g;
/** What stands before a bare hour. */
const beforeHour =
  /(?:\b(?:as|a las?|at|from|to|until|till|by|before|after|ate|hasta|das?|de|desde|a|antes das|e|y|and|entre|between|pras|para las)|às|–|-)\s?(?:las? |as )?$/;
const wordTimes: [RegExp, number][] = [
  [/\b(?:meio[- ]dia|mediodia|noon|midday)\b/g, 720],
  [/\b(?:meia[- ]noite|medianoche|midnight)\b/g, 1_440],
];

/** The days and times of day of a plain text, in order. A bare hour counts where `readsHours` and a word before it say so. */
export function readMoments(
  text: string,
  readsHours: boolean,
  country: string,
  spans: { start: number; end: number }[] = [],
): Moment[] {
  const found: Moment[] = [];
  const add = (start: number, length: number, what: Moment['what']) => {
    const end = start + length;
    if ([...spans, ...found].some((other) => start < other.end && other.start < end)) return;
    found.push({ start, end, what });
  };
  for (const [pattern, month, day] of feasts)
    for (const match of text.matchAll(pattern)) add(match.index, match[0].length, { kind: 'date', month, day });
  addDates(text, country, add);
  for (const [pattern, day] of weekdays)
    for (const match of text.matchAll(pattern)) add(match.index, match[0].length, { kind: 'weekday', day });
  for (const [pattern, days] of ahead)
    for (const match of text.matchAll(pattern)) add(match.index, match[0].length, { kind: 'ahead', days });
  for (const [pattern, minute] of wordTimes)
    for (const match of text.matchAll(pattern))
      add(match.index, match[0].length, { kind: 'time', minute, either: false });
  for (const match of text.matchAll(clock)) addTime(text, match, readsHours, add);
  return found.sort((one, other) => one.start - other.start);
}

type Add = (start: number, length: number, what: Moment['what']) => void;

function addDates(text: string, country: string, add: Add): void {
  const monthOf = (word: string | undefined) => months.findIndex((names) => names.includes(word ?? '')) + 1;
  const addDate = (match: RegExpExecArray, month: number, day: number) => {
    if (month > 0 && month <= 12 && day > 0 && day <= 31)
      add(match.index, match[0].length, { kind: 'date', month, day });
  };
  for (const match of text.matchAll(dayMonth)) addDate(match, monthOf(match[2]), Number(match[1]));
  for (const match of text.matchAll(monthDay)) addDate(match, monthOf(match[1]), Number(match[2]));
  for (const match of text.matchAll(numericDate)) {
    const [one, other] = [Number(match[1]), Number(match[2])];
    addDate(match, country === 'US' ? one : other, country === 'US' ? other : one);
  }
  // A day without a month is read as one of the month that was named, or of any.
  for (const match of text.matchAll(dayOnly))
    add(match.index, match[0].length, { kind: 'date', month: 0, day: Number(match[1]) });
}

function addTime(text: string, match: RegExpExecArray, readsHours: boolean, add: Add): void {
  const [whole, hour = '', colon, afterH, point, unit, part] = match;
  const isWritten = colon !== undefined || point !== undefined || /^\d+h/.test(whole) || part !== undefined;
  const before = text.slice(Math.max(0, match.index - 16), match.index);
  const isBare = !isWritten && readsHours && beforeHour.test(before);
  if (!isWritten && !isBare) return;
  if (
    !isWritten &&
    unit === undefined &&
    /^\s?[\p{L}%€£$]/u.test(text.slice(match.index + whole.length)) &&
    !/^ (?:a|e|y|and|to|at|as|ate|hasta|until|da|de|on|no|nos|aos|los|em|en)\b/.test(
      text.slice(match.index + whole.length),
    )
  )
    return;
  const minute = Number(hour) * 60 + Number(colon ?? afterH ?? point ?? 0);
  if (minute > 1_440) return;
  const isLate = part !== undefined && /^p|tarde|noite|noche|afternoon|evening|night/.test(part);
  const isEarly = part !== undefined && /^a|manha|manana|morning/.test(part);
  const late = isLate && minute < 720 ? minute + 720 : isEarly && minute >= 720 ? minute - 720 : minute;
  const isClear = isLate || isEarly || minute >= 780 || /^0/.test(hour);
  add(match.index, whole.trimEnd().length, { kind: 'time', minute: late, either: !isClear });
}

/** The days (YYYY-MM-DD) that a moment may mean from today on; a weekday is its next, every one of its name apart. */
export function daysOf(what: Moment['what'], today: Temporal.PlainDate): Temporal.PlainDate[] {
  if (what.kind === 'ahead') return [today.add({ days: what.days })];
  if (what.kind === 'weekday') return [today.add({ days: (what.day + 7 - today.dayOfWeek) % 7 })];
  if (what.kind === 'time') return [];
  if (what.month === 0) {
    const first = Array.from({ length: 62 }, (_, days) => today.add({ days })).find(({ day }) => day === what.day);
    return first ? [first] : [];
  }
  try {
    const date = Temporal.PlainDate.from(
      { year: today.year, month: what.month, day: what.day },
      { overflow: 'reject' },
    );
    return [Temporal.PlainDate.compare(date, today) < 0 ? date.add({ years: 1 }) : date];
  } catch {
    return [];
  }
}

/** Whether a time that was said may be a time of a fact. */
export const isSameTime = (said: { minute: number; either: boolean }, minute: number): boolean =>
  said.minute === minute || (said.either && said.minute + 720 === minute) || said.minute % 1_440 === minute % 1_440;
