import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Query parameter: a day of the workspace (`2026-11-21`) or a moment with its offset. */
export const DayOrTime = z
  .string()
  .refine((text) => (day.test(text) ? isDay(text) : isMoment(text)), 'must be YYYY-MM-DD or an ISO 8601 timestamp')
  .meta({ description: 'A day (YYYY-MM-DD) in the time zone of the workspace, included, or an ISO 8601 timestamp.' });

function isDay(text: string): boolean {
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    return false;
  }
}

function isMoment(text: string): boolean {
  try {
    Temporal.Instant.from(text);
    return true;
  } catch {
    return false;
  }
}

const startOf = (date: Temporal.PlainDate, timezone: string): string =>
  toText(date.toZonedDateTime({ timeZone: timezone }).epochMilliseconds);

const toText = (epochMs: number): string => new Date(epochMs).toISOString();

/** Returns the half-open range [from, to) in UTC; both days are included, timestamps are taken as they are. */
export function dayRange(timezone: string, from?: string, to?: string): { from?: string; to?: string } {
  const range: { from?: string; to?: string } = {};
  if (from !== undefined) range.from = toStart(timezone, from, 0);
  if (to !== undefined) range.to = toStart(timezone, to, 1);
  return range;
}

const toStart = (timezone: string, text: string, addDays: number): string =>
  day.test(text)
    ? startOf(Temporal.PlainDate.from(text).add({ days: addDays }), timezone)
    : toText(Temporal.Instant.from(text).epochMilliseconds);

/** Cache of the last day per zone: most calls ask for today, and the calendar is slow. */
const lastAsked = new Map<string, { start: string; end: string; day: string }>();

/** Returns the day (YYYY-MM-DD) in the zone at a moment (UTC text). */
export function dayOf(timezone: string, moment: string): string {
  const known = lastAsked.get(timezone);
  if (known && known.start <= moment && moment < known.end) return known.day;
  const date = Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate();
  const found = { start: startOf(date, timezone), end: startOf(date.add({ days: 1 }), timezone), day: date.toString() };
  lastAsked.set(timezone, found);
  return found.day;
}

/** Returns the last `count` days up to and including the day of `now`, oldest first. */
export function lastDays(timezone: string, now: string, count: number): string[] {
  const today = Temporal.PlainDate.from(dayOf(timezone, now));
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString());
}
