import { Temporal } from 'temporal-polyfill';
import { dayMs, minuteMs } from '../../../platform/durations.ts';
import type { BusinessHours } from './configuration.schemas.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** A half-open range of time in epoch ms. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Whether the shop is open during all of [from, to) (UTC text), or at `from` if both are equal. Null hours mean always
 * open. `timezone` is the workspace's and applies to hours without a zone. Loops use `openSpans`, which reads the
 * calendar once.
 */
export function isOpenAt(hours: BusinessHours | null, timezone: string, from: string, to: string): boolean {
  const start = Date.parse(from);
  const end = Math.max(Date.parse(to), start + 1);
  return openSpans(hours, timezone, start, end).some((span) => span.start <= start && end <= span.end);
}

/**
 * Returns the opening spans that intersect [start, end), sorted and merged. The first and the last may extend beyond
 * it. Null hours mean always open.
 */
export function openSpans(hours: BusinessHours | null, timezone: string, start: number, end: number): Span[] {
  if (hours === null) return [{ start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }];
  const spans = mergeSpans(spansOfDays(hours, timezone, start, end));
  return spans.filter((span) => span.end > start && span.start < end);
}

/** Sorts spans and merges those that overlap or touch. */
export function mergeSpans(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else if (span.start < span.end) merged.push({ ...span });
  }
  return merged;
}

export interface Opening {
  isOpen: boolean;
  /** When it closes, or opens again, UTC text; null if not within a week. */
  changesAt: string | null;
}

/** Whether the shop is open at `now` (UTC text), and until when. */
export function openingAt(hours: BusinessHours, timezone: string, now: string): Opening {
  const at = Date.parse(now);
  const weekAhead = at + 7 * dayMs;
  const [next] = openSpans(hours, timezone, at, weekAhead);
  const isOpen = next !== undefined && next.start <= at;
  const change = isOpen ? next.end : next?.start;
  const isWithinWeek = change !== undefined && change < weekAhead;
  return { isOpen, changesAt: isWithinWeek ? new Date(change).toISOString() : null };
}

/** The ranges within [from, to) (UTC text) in which the shop is open, in order; null hours mean always open. */
export function openBetween(
  hours: BusinessHours | null,
  timezone: string,
  from: string,
  to: string,
): { from: string; to: string }[] {
  if (hours === null) return [{ from, to }];
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return spansOfDays(hours, timezone, first, last)
    .map(({ start, end }) => ({ start: Math.max(start, first), end: Math.min(end, last) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => ({ from: new Date(start).toISOString(), to: new Date(end).toISOString() }));
}

/** The ranges that begin on a day; an exception takes precedence over the weekday. */
export function hoursOfDay(hours: BusinessHours, day: Temporal.PlainDate): { from: string; to: string }[] {
  const date = day.toString();
  const exception = hours.exceptions.find((entry) => entry.date === date);
  return exception?.ranges ?? hours.days[weekdays[day.dayOfWeek - 1] as (typeof weekdays)[number]];
}

/**
 * Returns the ranges that begin on the days of [start, end) or on the day before, since a range may cross midnight.
 * `Temporal` is slow: it is called once per day, and per time only on days when the clocks change.
 */
function spansOfDays(hours: BusinessHours, timezone: string, start: number, end: number): Span[] {
  const zone = hours.timezone ?? timezone;
  const spans: Span[] = [];
  let day = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
  let startsAt = day.toZonedDateTime(zone).epochMilliseconds;
  while (startsAt <= end) {
    const next = day.add({ days: 1 });
    const endsAt = next.toZonedDateTime(zone).epochMilliseconds;
    const isPlain = endsAt - startsAt === dayMs;
    for (const { from, to } of hoursOfDay(hours, day)) {
      const isNextDay = to !== '24:00' && to < from;
      spans.push({
        start: isPlain ? startsAt + toMs(from) : momentOf(day, from, zone),
        end:
          to === '24:00'
            ? endsAt
            : isPlain && !isNextDay
              ? startsAt + toMs(to)
              : momentOf(isNextDay ? next : day, to, zone),
      });
    }
    [day, startsAt] = [next, endsAt];
  }
  return spans;
}

/** Milliseconds from midnight to a time (HH:MM). */
const toMs = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * minuteMs;

const momentOf = (day: Temporal.PlainDate, time: string, timeZone: string): number =>
  day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
