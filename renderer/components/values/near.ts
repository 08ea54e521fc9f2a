import { dateFormat } from './formatters.ts';

interface Place {
  language: string;
  timeZone: string;
}

const dayMs = 86_400_000;

/** Calendar days from today to a moment, in a time zone; negative in the past. */
function daysTo(at: Date, timeZone: string): number {
  const format = dateFormat('en-CA', { timeZone, dateStyle: 'short' });
  return Math.round((Date.parse(format.format(at)) - Date.parse(format.format(new Date()))) / dayMs);
}

/** Such as "22 nov."; with the year unless it is this one. */
function formatDate(at: Date, { language, timeZone }: Place): string {
  const yearOf = (moment: Date) => dateFormat('en', { timeZone, year: 'numeric' }).format(moment);
  const year = yearOf(at) === yearOf(new Date()) ? {} : ({ year: 'numeric' } as const);
  const text = dateFormat(language, { timeZone, day: 'numeric', month: 'short', ...year }).format(at);
  return text.replaceAll(' de ', ' ');
}

/** Such as "Tuesday"; in full, since a short "mar" is a month in Spanish. */
const nameWeekday = (at: Date, { language, timeZone }: Place): string =>
  dateFormat(language, { timeZone, weekday: 'long' }).format(at).replace('-feira', '');

/** "yesterday" and the like. */
const nameDay = (days: number, language: string): string =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');

/** A day as people name it: "today", "yesterday", else its date. */
export function formatNearDay(at: string, place: Place): string {
  const moment = new Date(at);
  const days = daysTo(moment, place.timeZone);
  return Math.abs(days) <= 1 ? nameDay(days, place.language) : formatDate(moment, place);
}

/**
 * A moment as people name it: "14:03" today, "yesterday 14:03", "Monday 14:03" within a week, else its date.
 * What is still to come keeps its time.
 */
export function formatNear(at: string, place: Place): string {
  const { language, timeZone } = place;
  const moment = new Date(at);
  const days = daysTo(moment, timeZone);
  const time = dateFormat(language, { timeZone, timeStyle: 'short' }).format(moment);
  if (days === 0) return time;
  if (Math.abs(days) === 1) return `${nameDay(days, language)} ${time}`;
  if (Math.abs(days) < 7) return `${nameWeekday(moment, place)} ${time}`;
  return days > 0 ? `${formatDate(moment, place)} ${time}` : formatDate(moment, place);
}

/** As `formatNear` in a narrow place: the time of day for today and the night before, else the day alone. */
export function formatShort(at: string, place: Place): string {
  const moment = new Date(at);
  const isRecent = Math.abs(Date.now() - moment.getTime()) < dayMs / 2;
  const { language, timeZone } = place;
  const days = daysTo(moment, timeZone);
  if (isRecent || days === 0) return dateFormat(language, { timeZone, timeStyle: 'short' }).format(moment);
  if (Math.abs(days) === 1) return nameDay(days, language);
  if (Math.abs(days) < 7) return nameWeekday(moment, place);
  return formatDate(moment, place);
}
