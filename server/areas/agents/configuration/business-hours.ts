import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../../platform/durations.ts';
import type { BusinessHours } from './configuration.schemas.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/**
 * Whether the shop is open during all of [from, to) (UTC text), or at `from` if both are equal. Null hours mean always
 * open. `timezone`, that of the workspace, applies to hours without their own.
 */
export function isOpenAt(hours: BusinessHours | null, timezone: string, from: string, to: string): boolean {
  if (hours === null) return true;
  const zone = hours.timezone ?? timezone;
  const start = Date.parse(from);
  const end = Math.max(Date.parse(to), start + 1);
  const dayOf = (epochMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDate();
  const lastDay = dayOf(end);
  let openUntil = start;
  const open: { start: number; end: number }[] = [];
  // A range of the previous day may cross midnight.
  for (
    let day = dayOf(start).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, lastDay) <= 0;
    day = day.add({ days: 1 })
  ) {
    open.push(...rangesOn(hours, day, zone));
  }
  for (const range of open.sort((a, b) => a.start - b.start)) {
    if (range.start <= openUntil && range.end > openUntil) openUntil = range.end;
  }
  return openUntil >= end;
}

export interface Opening {
  isOpen: boolean;
  /** When it closes, or opens again, UTC text; null if not within a week. */
  changesAt: string | null;
}

/** Whether the shop is open at `now` (UTC text), and until when. */
export function openingAt(hours: BusinessHours, timezone: string, now: string): Opening {
  const zone = hours.timezone ?? timezone;
  const at = Date.parse(now);
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const days = Array.from({ length: 9 }, (_, index) => today.add({ days: index - 1 }));
  const ranges = days.flatMap((day) => rangesOn(hours, day, zone)).sort((a, b) => a.start - b.start);
  let closesAt = at;
  for (const { start, end } of ranges) if (start <= closesAt && end > closesAt) closesAt = end;
  const isOpen = closesAt > at;
  const change = isOpen ? closesAt : ranges.find(({ start }) => start > at)?.start;
  const isWithinWeek = change !== undefined && change < at + 7 * dayMs;
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
  const zone = hours.timezone ?? timezone;
  const [first, last] = [from, to].map((at) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate()) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  // A range of the previous day may cross midnight.
  const days = Array.from({ length: first.until(last).days + 2 }, (_, index) => first.add({ days: index - 1 }));
  return days
    .flatMap((day) => rangesOn(hours, day, zone))
    .map(({ start, end }) => ({ start: Math.max(start, Date.parse(from)), end: Math.min(end, Date.parse(to)) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => ({ from: new Date(start).toISOString(), to: new Date(end).toISOString() }));
}

/** The ranges that begin on a day; an exception takes precedence over the weekday. */
export function hoursOfDay(hours: BusinessHours, day: Temporal.PlainDate): { from: string; to: string }[] {
  const exception = hours.exceptions.find((entry) => entry.date === day.toString());
  return exception?.ranges ?? hours.days[weekdays[day.dayOfWeek - 1] as (typeof weekdays)[number]];
}

/** The ranges that begin on a day, in epoch ms. */
function rangesOn(hours: BusinessHours, day: Temporal.PlainDate, zone: string): { start: number; end: number }[] {
  const toMoment = (date: Temporal.PlainDate, time: string) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  return hoursOfDay(hours, day).map(({ from, to }) => {
    const tomorrow = day.add({ days: 1 });
    if (to === '24:00') return { start: toMoment(day, from), end: toMoment(tomorrow, '00:00') };
    return { start: toMoment(day, from), end: toMoment(to < from ? tomorrow : day, to) };
  });
}
