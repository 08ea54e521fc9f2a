import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/**
 * Reads every day and time from callers, files and other programs, so that all code understands the same formats. Times
 * follow RFC 3339; seconds are optional, and a space and lower-case `t` and `z` are allowed. A leap second is read as the
 * second before it, as in POSIX. Fractions are cut to nanoseconds. Rejects hour 24, week dates, and years without four
 * digits.
 */
const zoned = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;
const local = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Stored times are compared as text, which sorts by time only in the years 0 to 9999. */
const earliestMs = Date.parse('0000-01-01T00:00:00.000Z');
export const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns a moment as UTC text, clamped to the years 0 to 9999. */
export const toMoment = (epochMs: number): string =>
  new Date(Math.min(Math.max(epochMs, earliestMs), latestMs)).toISOString();

/** Reads a moment with its offset as UTC text; null for anything else. */
export function readMoment(text: string): string | null {
  const instant = zoned.test(text) ? attempt(() => Temporal.Instant.from(cutFraction(text))) : null;
  return instant && toMoment(instant.epochMilliseconds);
}

/** Reads a time without an offset; null for anything else. */
export const readLocalTime = (text: string): Temporal.PlainDateTime | null =>
  local.test(text) ? attempt(() => Temporal.PlainDateTime.from(cutFraction(text))) : null;

/**
 * Reads a moment with its offset, or a local time or the start of a day of the zone, as UTC text; null for anything else
 * and for an unknown zone. Local times follow RFC 5545, 3.3.5 at clock changes.
 */
export function readTimeIn(timezone: string, text: string): string | null {
  const moment = readMoment(text);
  if (moment !== null) return moment;
  const here = readLocalTime(text) ?? readDay(text)?.toPlainDateTime();
  const there = here && attempt(() => here.toZonedDateTime(timezone));
  return there ? toMoment(there.epochMilliseconds) : null;
}

/** Reads a day, YYYY-MM-DD; null for anything else. */
export const readDay = (text: string): Temporal.PlainDate | null =>
  day.test(text) ? attempt(() => Temporal.PlainDate.from(text)) : null;

/** Cuts a fraction to nine digits, the most that Temporal reads. */
const cutFraction = (text: string): string => text.replace(/([.,]\d{9})\d+/, '$1');

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const longest = 40;

/** A moment of a request, as UTC text. */
export const Moment = z
  .string()
  .max(longest)
  .refine((text) => readMoment(text) !== null, 'must be a time such as 2027-01-31T09:30:00Z')
  .transform((text) => readMoment(text) as string)
  .meta({ format: 'date-time' });

/** A moment of a request, or a local time. */
export const Time = z
  .string()
  .max(longest)
  .refine(
    (text) => readMoment(text) !== null || readLocalTime(text) !== null,
    'must be ISO 8601, such as 2026-11-21T14:30 or with an offset',
  );

/** A day of a request. */
export const Day = z.string().refine((text) => readDay(text) !== null, 'must be a day as YYYY-MM-DD');

/** Query parameter: a day of the workspace (`2026-11-21`) or a moment with its offset. */
export const DayOrTime = z
  .string()
  .refine((text) => readDay(text) !== null || readMoment(text) !== null, 'must be YYYY-MM-DD or an ISO 8601 timestamp')
  .meta({ description: 'A day (YYYY-MM-DD) in the time zone of the workspace, included, or an ISO 8601 timestamp.' });
