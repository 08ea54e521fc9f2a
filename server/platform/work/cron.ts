import { createTask } from 'node-cron';
import { Temporal } from 'temporal-polyfill';
import { minuteMs } from '../durations.ts';

/** Longest daylight-saving shift of any zone, with a margin. */
const longestShiftMs = 180 * minuteMs;

/**
 * Returns the last whole minute (epoch ms) in (from, to] at which a cron expression is due on the clocks of the zone;
 * null when there is none. An hourly expression (`*` as the hour) follows elapsed time. Any other is due once per time
 * that it names: a skipped local time runs equally long after the gap, a repeated one the first time.
 */
export function latestMoment(cron: string, timezone: string, fromMs: number, toMs: number): number | null {
  const isHourly = cron.trim().split(/\s+/)[1] === '*';
  const offsetAt = offsetsOf(timezone, fromMs, toMs);
  // The task is matched against local time represented as UTC.
  const task = createTask(cron, () => {}, { timezone: 'UTC' });
  const names = (shownMs: number): boolean => task.match(new Date(shownMs));
  const isDue = (moment: number): boolean => {
    const offset = offsetAt(moment);
    const before = offsetAt(moment - longestShiftMs);
    const isShifting = offset !== before && offsetAt(moment - Math.abs(offset - before)) === before;
    if (isHourly || !isShifting) return names(moment + offset);
    return offset > before && (names(moment + offset) || names(moment + before));
  };
  try {
    for (let moment = Math.floor(toMs / minuteMs) * minuteMs; moment > fromMs; moment -= minuteMs) {
      if (isDue(moment)) return moment;
    }
    return null;
  } finally {
    task.destroy();
  }
}

/**
 * Returns the zone's offset from UTC (ms) for moments around the range. Looks it up per moment only when it changes
 * within the range: the calendar is slow.
 */
function offsetsOf(timezone: string, fromMs: number, toMs: number): (moment: number) => number {
  const ask = (moment: number): number =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
  const offset = ask(toMs);
  return ask(fromMs - longestShiftMs) === offset ? () => offset : ask;
}
