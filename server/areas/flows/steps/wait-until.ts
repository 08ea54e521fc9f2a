import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../../platform/durations.ts';

const timeOfDay = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const longestWaitMs = 31 * dayMs;

/**
 * The moment (UTC text) that a text means: the next such time of day, a local time of the zone, or a moment with an
 * offset. Null for what cannot be read or lies more than 31 days ahead.
 */
export function momentOf(text: string, timezone: string, now: string): string | null {
  const moment = readMoment(text.trim(), timezone, now);
  if (moment === null || moment - Date.parse(now) > longestWaitMs) return null;
  return new Date(moment).toISOString();
}

function readMoment(text: string, timezone: string, now: string): number | null {
  const time = timeOfDay.exec(text);
  if (time) {
    const today = Temporal.Instant.from(now).toZonedDateTimeISO(timezone);
    const at = (day: Temporal.ZonedDateTime) =>
      day.withPlainTime({ hour: Number(time[1]), minute: Number(time[2]) }).epochMilliseconds;
    return at(today) > Date.parse(now) ? at(today) : at(today.add({ days: 1 }));
  }
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return readLocal(text, timezone);
  }
}

function readLocal(text: string, timezone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds;
  } catch {
    return null;
  }
}
