const pad = (value: number): string => String(value).padStart(2, '0');

const timeForm = /^(\d{1,2}?)[:.h]?(\d\d)?(am|pm|a\.m\.|p\.m\.)?$/i;

/** Reads a time of day as people write it (`8`, `8h30`, `0830`, `18:30`, `6 pm`); null if it is none, else HH:MM. */
export function readTime(text: string): string | null {
  const [, hours, minutes = '0', half] = timeForm.exec(text.replaceAll(/\s/g, '')) ?? [];
  if (hours === undefined) return null;
  const given = Number(hours);
  if (half && given > 12) return null;
  const hour = half ? (given % 12) + (/^p/i.test(half) ? 12 : 0) : given;
  if (hour === 24 && Number(minutes) === 0) return '00:00';
  return hour > 23 || Number(minutes) > 59 ? null : `${pad(hour)}:${pad(Number(minutes))}`;
}

type DatePart = 'day' | 'month' | 'year';
const numeric = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;

/** Writes a date YYYY-MM-DD in figures, in the order of the language; empty for none. */
export const writeDate = (date: string, language: string): string =>
  date === '' ? '' : new Intl.DateTimeFormat(language, numeric).format(new Date(`${date}T00:00:00Z`));

/** The order in which a language writes a date. */
export const datePartsOf = (language: string): DatePart[] =>
  new Intl.DateTimeFormat(language, numeric)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));

/**
 * Reads a date in figures, in the order of the language or as YYYY-MM-DD; null if it is none, else YYYY-MM-DD. Without
 * a year it is one of this year.
 */
export function readDate(text: string, language: string): string | null {
  const figures = text.trim().split(/[\s./-]+/);
  if (figures.length < 2 || figures.length > 3 || !figures.every((figure) => /^(\d{1,2}|\d{4})$/.test(figure))) {
    return null;
  }
  const isIso = figures[0]?.length === 4;
  const order: DatePart[] = isIso ? ['year', 'month', 'day'] : datePartsOf(language);
  const given = figures.length === 3 ? order : order.filter((part) => part !== 'year');
  const numberOf = (part: DatePart): number => Number(figures[given.indexOf(part)]);
  const year = given.includes('year') ? numberOf('year') : new Date().getFullYear();
  const date = `${year < 100 ? 2000 + year : year}-${pad(numberOf('month'))}-${pad(numberOf('day'))}`;
  const moment = new Date(`${date}T00:00:00Z`);
  // The thirtieth of February would become the second of March.
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date ? null : date;
}
