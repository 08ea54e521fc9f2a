import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../platform/durations.ts';
import { invalid } from '../../platform/problem.ts';

const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/;
const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Maximum length of an appointment; bounds the range searched for overlaps. */
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

/** Converts a time of a request to UTC text. Local times follow RFC 5545, 3.3.5 at clock changes. */
function toUtc(text: string, timezone: string): string {
  const moment = isMoment(text)
    ? Temporal.Instant.from(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).toInstant();
  return new Date(moment.epochMilliseconds).toISOString();
}

/** A half-open range of time, UTC text. */
export interface Slot {
  startTime: string;
  endTime: string;
}

/** The slot between two times. Throws 400 for `endField` unless it ends after it starts and at most 24 hours later. */
export function readSlot(timezone: string, times: Slot, endField = 'body.endTime'): Slot {
  const slot = { startTime: toUtc(times.startTime, timezone), endTime: toUtc(times.endTime, timezone) };
  const lengthMs = Date.parse(slot.endTime) - Date.parse(slot.startTime);
  if (lengthMs <= 0) throw invalid(endField, 'must be after startTime');
  if (lengthMs > longestMs) throw invalid(endField, 'must be at most 24 hours after startTime');
  return slot;
}
