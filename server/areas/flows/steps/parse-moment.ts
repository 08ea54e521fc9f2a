import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../../platform/durations.ts';
import { readTimeIn } from '../../../platform/text/times.ts';

const timeOfDay = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const longestWaitMs = 31 * dayMs;

/**
 * Parses a time of day (its next occurrence), a local time of the zone, or a moment with an offset. Returns UTC text;
 * null if the text cannot be read or the moment is more than 31 days ahead.
 */
export function parseMoment(text: string, timezone: string, now: string): string | null {
  const moment = read(text.trim(), timezone, now);
  if (moment === null || moment - Date.parse(now) > longestWaitMs) return null;
  return new Date(moment).toISOString();
}

function read(text: string, timezone: string, now: string): number | null {
  const time = timeOfDay.exec(text);
  if (time) {
    const today = Temporal.Instant.from(now).toZonedDateTimeISO(timezone);
    const at = (day: Temporal.ZonedDateTime) =>
      day.withPlainTime({ hour: Number(time[1]), minute: Number(time[2]) }).epochMilliseconds;
    return at(today) > Date.parse(now) ? at(today) : at(today.add({ days: 1 }));
  }
  const moment = readTimeIn(timezone, text);
  return moment === null ? null : Date.parse(moment);
}
