import { Temporal } from 'temporal-polyfill';
import { readWords, sayings } from '../words.ts';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const weekdayNames = [
  ['segunda', 'segundas', 'lunes', 'monday', 'mondays'],
  ['terca', 'tercas', 'martes', 'tuesday', 'tuesdays'],
  ['quarta', 'quartas', 'miercoles', 'wednesday', 'wednesdays'],
  ['quinta', 'quintas', 'jueves', 'thursday', 'thursdays'],
  ['sexta', 'sextas', 'viernes', 'friday', 'fridays'],
  ['sabado', 'sabados', 'saturday', 'saturdays'],
  ['domingo', 'domingos', 'sunday', 'sundays'],
];
const weekdayOf = new Map(weekdayNames.flatMap((names, index) => names.map((name) => [name, index])));

const relative = {
  afterTomorrow: sayings('depois de amanha, pasado manana, day after tomorrow'),
  tomorrow: sayings('amanha, tomorrow, manana'),
  today: sayings('hoje, today, hoy, tonight, esta noche'),
  weekend: sayings('fim de semana, final de semana, finais de semana, fin de semana, finde, weekend, weekends'),
  next: sayings('que vem, proxima, proximo, que viene, next'),
  /** In Spanish the morning and tomorrow are one word. */
  morning: sayings('por la manana, en la manana, de la manana, a la manana, da manha, de manha, pela manha'),
};

const monthNames = (['pt', 'es', 'en'] as const).flatMap((language) =>
  (['long', 'short'] as const).map((month) => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => readWords(format.format(Date.UTC(2026, index, 1)))[0] ?? '');
  }),
);
const monthOf = new Map(monthNames.flatMap((names) => names.map((name, index) => [name, index + 1])));
/** Short names of months that are common words: "mar", "set", "dez" stays. */
for (const word of ['mar', 'set', 'may', 'out']) monthOf.delete(word);

const dayNumber = /^(\d{1,2})(?:st|nd|rd|th)?$/;
/** "25/12", "25.12." and "25-12". */
const numericDate = /(?<![\d/.-])(\d{1,2})[/-](\d{1,2})(?![\d])/g;
const beforeNumber = new Set(['dia', 'dias', 'el', 'the', 'on']);

/** Whether a folded word names a weekday or a month. */
export const isDayWord = (word: string): boolean => weekdayOf.has(word) || monthOf.has(word);

export interface ReadDays {
  /** The days that are meant, at most a week of them, in order. */
  days: Temporal.PlainDate[];
  /** The words that name them. */
  words: Set<string>;
}

/** The days that a question names: weekdays, dates, today and the like; their next occurrence is meant. */
export function readDays(words: string[], text: string, today: Temporal.PlainDate, country: string): ReadDays {
  const found: Temporal.PlainDate[] = [];
  const named = new Set<string>();
  const add = (day: Temporal.PlainDate | null, ...by: string[]) => {
    if (!day) return;
    if (!found.some((other) => other.equals(day))) found.push(day);
    for (const word of by) named.add(word);
  };
  const rest = relative.morning.without(words);
  if (relative.afterTomorrow.has(rest)) add(today.add({ days: 2 }), 'depois', 'pasado', 'day', 'after', ...tomorrows);
  else if (relative.tomorrow.has(rest)) add(today.add({ days: 1 }), ...tomorrows);
  if (relative.today.has(words)) add(today, 'hoje', 'hoy', 'today', 'tonight', 'noche');
  const isNext = relative.next.has(words);
  for (const word of words) {
    const weekday = weekdayOf.get(word);
    if (weekday !== undefined) add(nextWeekday(today, weekday, isNext), word, 'feira');
  }
  if (relative.weekend.has(words)) {
    for (const weekday of [5, 6])
      add(nextWeekday(today, weekday, false), 'fim', 'final', 'semana', 'fin', 'finde', 'weekend', 'weekends');
  }
  for (const [index, word] of words.entries()) {
    const number = Number(dayNumber.exec(word)?.[1] ?? 0);
    if (number === 0) continue;
    const after = words[index + 1] ?? '';
    const second = ['de', 'of'].includes(after) ? (words[index + 2] ?? '') : after;
    const before = words[index - 1] ?? '';
    const monthWord = monthOf.has(second) ? second : monthOf.has(before) ? before : null;
    if (monthWord) add(nextDate(today, number, monthOf.get(monthWord) ?? 0), word, monthWord);
    else if (beforeNumber.has(before) && /^\d{1,2}(?:st|nd|rd|th)?$/.test(word) && isDayAlone(before, after)) {
      add(nextDayOfMonth(today, number), word, before);
    }
  }
  for (const [whole, one, other] of text.matchAll(numericDate)) {
    const [day, month] = country === 'US' ? [other, one] : [one, other];
    add(nextDate(today, Number(day), Number(month)), ...readWords(whole));
  }
  return { days: found.sort(Temporal.PlainDate.compare).slice(0, days.length), words: named };
}

const tomorrows = ['amanha', 'manana', 'tomorrow'];

/** "dia 24" is a date; "the 24 roses" is not. */
const isDayAlone = (before: string, after: string): boolean => before.startsWith('dia') || after === '';

const nextWeekday = (today: Temporal.PlainDate, weekday: number, isNext: boolean): Temporal.PlainDate => {
  const ahead = (weekday + 8 - today.dayOfWeek) % 7;
  return today.add({ days: ahead === 0 && isNext ? 7 : ahead });
};

function nextDate(today: Temporal.PlainDate, day: number, month: number): Temporal.PlainDate | null {
  try {
    const date = Temporal.PlainDate.from({ year: today.year, month, day }, { overflow: 'reject' });
    return Temporal.PlainDate.compare(date, today) < 0 ? date.add({ years: 1 }) : date;
  } catch {
    return null;
  }
}

function nextDayOfMonth(today: Temporal.PlainDate, day: number): Temporal.PlainDate | null {
  for (const month of [today, today.add({ months: 1 })]) {
    const date = nextDate(today, day, month.month);
    if (date && Temporal.PlainDate.compare(date, today) >= 0 && today.until(date).days <= 62) return date;
  }
  return null;
}
