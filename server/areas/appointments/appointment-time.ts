import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../platform/durations.ts';
import { invalid } from '../../platform/problem.ts';

const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/;
const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** No appointment is longer: so what may overlap a slot is found in a bounded stretch of the calendar. */
export const longestMs = dayMs;

export const isMoment = (text: string): boolean => withOffset.test(text) && parses(() => Temporal.Instant.from(text));

export const isLocalTime = (text: string): boolean =>
  local.test(text) && parses(() => Temporal.PlainDateTime.from(text));

function parses(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

/** UTC text of a time as callers write it; local ones are read in the zone as RFC 5545, 3.3.5 says for DST changes. */
function toUtc(text: string, timezone: string): string {
  const moment = isMoment(text)
    ? Temporal.Instant.from(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).toInstant();
  return new Date(moment.epochMilliseconds).toISOString();
}

/** A half-open stretch of time, UTC text. */
export interface Slot {
  startTime: string;
  endTime: string;
}

/** The slot between two times; throws 400 unless it ends after it starts, 24 hours later at most. */
export function readSlot(timezone: string, times: Slot): Slot {
  const slot = { startTime: toUtc(times.startTime, timezone), endTime: toUtc(times.endTime, timezone) };
  const lengthMs = Date.parse(slot.endTime) - Date.parse(slot.startTime);
  if (lengthMs <= 0) throw invalid('body.endTime', 'must be after startTime');
  if (lengthMs > longestMs) throw invalid('body.endTime', 'must be 24 hours after startTime at most');
  return slot;
}
