import { Temporal } from 'temporal-polyfill';
import { readDay, readMoment, toMoment } from './times.ts';

const startOf = (date: Temporal.PlainDate, timezone: string): string =>
  toMoment(date.toZonedDateTime({ timeZone: timezone }).epochMilliseconds);

/**
 * Returns the half-open range [from, to) in UTC for two parsed `DayOrTime` values. Includes both days; takes timestamps as
 * they are.
 */
export function dayRange(timezone: string, from?: string, to?: string): { from?: string; to?: string } {
  const range: { from?: string; to?: string } = {};
  if (from !== undefined) range.from = toStart(timezone, from, 0);
  if (to !== undefined) range.to = toStart(timezone, to, 1);
  return range;
}

function toStart(timezone: string, text: string, addDays: number): string {
  const date = readDay(text);
  return date ? startOf(date.add({ days: addDays }), timezone) : (readMoment(text) as string);
}

/** Returns the day as text. Clamps days outside the years 0 to 9999, which a time zone can produce. */
const toDay = (date: Temporal.PlainDate): string =>
  date.year > 9_999 ? '9999-12-31' : date.year < 0 ? '0000-01-01' : date.toString();

/** Cache of the last day per zone: most calls ask for today, and the calendar is slow. */
const lastAsked = new Map<string, { start: string; end: string; day: string }>();

/** Returns the day (YYYY-MM-DD) in the zone at a moment (UTC text). */
export function dayOf(timezone: string, moment: string): string {
  const known = lastAsked.get(timezone);
  if (known && known.start <= moment && moment < known.end) return known.day;
  const date = Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate();
  const found = { start: startOf(date, timezone), end: startOf(date.add({ days: 1 }), timezone), day: toDay(date) };
  lastAsked.set(timezone, found);
  return found.day;
}

/** Returns the last `count` days up to and including the day of `now`, oldest first. */
export function lastDays(timezone: string, now: string, count: number): string[] {
  const today = Temporal.PlainDate.from(dayOf(timezone, now));
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index })).map(toDay);
}
