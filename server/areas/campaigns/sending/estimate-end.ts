import { Temporal } from 'temporal-polyfill';
import { nextAllowed } from './sending-hours.ts';
import type { SendingRules } from './sending-rules.ts';

interface Pace {
  /** Number of messages. */
  count: number;
  intervalMs: number;
  timezone: string;
  hours: SendingRules['sendingHours'];
}

/** When the first and the last of a campaign's messages go out (epoch ms) if nothing holds it but the sending hours. */
export function estimateEnd(
  fromMs: number,
  { count, intervalMs, timezone, hours }: Pace,
): { from: number; to: number } {
  const from = nextAllowed(fromMs, timezone, hours);
  let opens = from;
  for (let left = count - 1; ; ) {
    const fit = Math.floor((closingAfter(opens, timezone, hours) - opens) / intervalMs);
    if (left <= fit) return { from, to: opens + Math.max(0, left) * intervalMs };
    left -= fit + 1;
    opens = nextAllowed(opens + (fit + 1) * intervalMs, timezone, hours);
  }
}

/** End of the sending hours of a moment within them; Infinity without hours. */
function closingAfter(atMs: number, timezone: string, hours: SendingRules['sendingHours']): number {
  if (hours === null) return Number.POSITIVE_INFINITY;
  const here = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
  const closes = here.toPlainDate().toZonedDateTime({ timeZone: timezone, plainTime: hours.to });
  // The last message begins before the hours end.
  return Math.max(atMs, closes.epochMilliseconds - 1);
}
