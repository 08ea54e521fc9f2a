import type Holidays from 'date-holidays';
import { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../../../platform/text/languages.ts';
import { isStopWord } from '../../../../knowledge/index.ts';
import { readWords } from '../words.ts';

/** A holiday of a country in a year. */
interface Holiday {
  date: Temporal.PlainDate;
  name: string;
  /** Its names in every language, as folded words without the usual "day of". */
  names: string[][];
  /** Whether most shops close. */
  isPublic: boolean;
}

const languages: Language[] = ['pt', 'es', 'en'];
const usual = new Set(['dia', 'day', 'feriado', 'festivo', 'holiday', 'bank']);
const years = new Map<string, Holiday[]>();

/** Loaded with the first question about a day: the calendar of all countries takes 20 MB. */
let calendar: Promise<typeof Holidays> | undefined;

async function listYear(country: string, year: number, language: Language): Promise<Holiday[]> {
  const key = `${country}${year}${language}`;
  const known = years.get(key);
  if (known) return known;
  calendar ??= import('date-holidays').then((module) => module.default);
  const days = new (await calendar)(country);
  const named = languages.map((each) => days.getHolidays(year, each) ?? []);
  const told = days.getHolidays(year, language) ?? [];
  const list = told.map(({ date, name, type }, index) => ({
    date: Temporal.PlainDate.from(date.slice(0, 10)),
    name,
    names: named.map((all) => nameWords(all[index]?.name ?? name)),
    isPublic: type === 'public',
  }));
  years.set(key, list);
  return list;
}

const nameWords = (name: string): string[] =>
  readWords(name).filter((word) => !usual.has(word) && word.length > 1 && !isStopWord(word, languages));

interface Asked {
  country: string;
  today: Temporal.PlainDate;
  language: Language;
}

/** The next holiday that some words name, such as "natal"; null if they name none that the country has. */
export async function findHoliday(words: string[], { country, today, language }: Asked): Promise<Holiday | null> {
  const said = new Set(words);
  const coming = [
    ...(await listYear(country, today.year, language)),
    ...(await listYear(country, today.year + 1, language)),
  ].filter(({ date }) => Temporal.PlainDate.compare(date, today) >= 0);
  let best: Holiday | null = null;
  let most = 0;
  for (const holiday of coming) {
    for (const name of holiday.names) {
      // "Christmas" is the public holiday, not its eve.
      const worth = name.length + (holiday.isPublic ? 0.5 : 0);
      if (worth > most && name.length > 0 && name.every((word) => said.has(word))) [best, most] = [holiday, worth];
    }
  }
  return best;
}

/** The public holiday on a day; null if it is none. */
export async function holidayOn(
  day: Temporal.PlainDate,
  { country, language }: Omit<Asked, 'today'>,
): Promise<Holiday | null> {
  const year = await listYear(country, day.year, language);
  return year.find(({ date, isPublic }) => isPublic && date.equals(day)) ?? null;
}
