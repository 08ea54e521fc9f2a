import { dayMs, secondMs } from '../../../platform/durations.ts';

/** No vendor hands over a message that is older. */
const oldestMs = 30 * dayMs;
/** Vendors round to seconds, so a time that is this close to the arrival is less exact than the arrival. */
const roundingMs = 2 * secondMs;

/** The vendor's time of a live event, UTC text. A time in the future or from more than 30 days ago counts as now. */
export function credibleTime(at: string, now: string): string {
  const agoMs = Date.parse(now) - Date.parse(at);
  return agoMs >= 0 && agoMs <= oldestMs ? at : now;
}

/** The time at which a message was written, for its place in the conversation: the credible time, or the arrival if close. */
export function writtenTime(at: string, now: string): string {
  const credible = credibleTime(at, now);
  return Date.parse(now) - Date.parse(credible) < roundingMs ? now : credible;
}
