import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../../platform/durations.ts';
import { takeSteps } from '../../../platform/running/steps.ts';
import { nextAllowed } from './sending-hours.ts';
import type { SendingRules } from './sending-rules.ts';

interface Pace {
  /** Number of messages. */
  count: number;
  intervalMs: number;
  timezone: string;
  hours: SendingRules['sendingHours'];
}

/** A few weeks, in which no zone changes its clock and changes it back. */
const spanDays = 28;
const spanMs = spanDays * dayMs;

/** When the first and the last of a campaign's messages go out (epoch ms) if nothing holds it but the sending hours. */
export function estimateEnd(
  fromMs: number,
  { count, intervalMs, timezone, hours }: Pace,
): { from: number; to: number } {
  const from = nextAllowed(fromMs, timezone, hours);
  let opens = from;
  for (let left = count - 1; ; ) {
    takeSteps(1);
    const fit = Math.floor((closingAfter(opens, timezone, hours) - opens) / intervalMs);
    if (left <= fit) return { from, to: opens + Math.max(0, left) * intervalMs };
    const aDay = fit + 1;
    const isSteady =
      left >= aDay * spanDays && opensAt(opens, timezone, hours) && opensAt(opens + spanMs, timezone, hours);
    left -= isSteady ? aDay * spanDays : aDay;
    opens = isSteady ? opens + spanMs : nextAllowed(opens + aDay * intervalMs, timezone, hours);
  }
}

/** Returns true at the moment when sending hours begin. */
const opensAt = (atMs: number, timezone: string, hours: SendingRules['sendingHours']): boolean =>
  nextAllowed(atMs, timezone, hours) === atMs && nextAllowed(atMs - 1, timezone, hours) === atMs;

/** End of the sending hours of a moment within them; Infinity without hours. */
function closingAfter(atMs: number, timezone: string, hours: SendingRules['sendingHours']): number {
  if (hours === null) return Number.POSITIVE_INFINITY;
  const here = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
  // Hours that the clock skips that day are the moment after the gap.
  if (Temporal.PlainTime.compare(here.toPlainTime(), hours.to) >= 0) return atMs;
  const closes = here.toPlainDate().toZonedDateTime({ timeZone: timezone, plainTime: hours.to });
  // The last message begins before the hours end.
  return Math.max(atMs, closes.epochMilliseconds - 1);
}
