import { dayMs } from '../../platform/durations.ts';
import { invalid } from '../../platform/problem.ts';
import { readTimeIn } from '../../platform/text/times.ts';

/** Maximum length of an appointment; bounds the range searched for overlaps. */
export const longestMs = dayMs;

/** A half-open range of time, UTC text. */
export interface Slot {
  startTime: string;
  endTime: string;
}

/** The slot between two times. Throws 400 for `endField` unless it ends after it starts and at most 24 hours later. */
export function readSlot(timezone: string, times: Slot, endField = 'body.endTime'): Slot {
  const [startTime, endTime] = [times.startTime, times.endTime].map((text) => readTimeIn(timezone, text) as string);
  const slot = { startTime, endTime } as Slot;
  const lengthMs = Date.parse(slot.endTime) - Date.parse(slot.startTime);
  if (lengthMs <= 0) throw invalid(endField, 'must be after startTime');
  if (lengthMs > longestMs) throw invalid(endField, 'must be at most 24 hours after startTime');
  return slot;
}
