import { createTask } from 'node-cron';
import { Temporal } from 'temporal-polyfill';
import { minuteMs } from '../durations.ts';

/** No zone moves its clocks by more for the summer; three hours are on the safe side. */
const longestShiftMs = 180 * minuteMs;

/**
 * The last whole minute (epoch ms) in (from, to] at which a cron expression is due by the clocks of the zone; null where
 * there is none. An expression for every hour (`*` as the hour) follows the time that passes. Any other one is due once for
 * each time that it names: at a time that the clocks skip just as long after the skip, at one that they show twice the
 * first time.
 */
export function latestMoment(cron: string, timezone: string, fromMs: number, toMs: number): number | null {
  const isHourly = cron.trim().split(/\s+/)[1] === '*';
  const offsetAt = offsetsOf(timezone, fromMs, toMs);
  // It is asked what the clocks show, as if that were UTC.
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

/** How far ahead of UTC the zone is (ms) at moments around the range. Asked of the calendar only where it changes: it is slow. */
function offsetsOf(timezone: string, fromMs: number, toMs: number): (moment: number) => number {
  const ask = (moment: number): number =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
  const offset = ask(toMs);
  return ask(fromMs - longestShiftMs) === offset ? () => offset : ask;
}
