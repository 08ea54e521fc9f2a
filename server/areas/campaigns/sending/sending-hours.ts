import { Temporal } from 'temporal-polyfill';
import type { SendingRules } from './sending-rules.ts';

/**
 * The first moment (epoch ms) from `nowMs` on within the sending hours of a time zone: now, or when they next begin. A
 * start that the clock skips that day moves to after the gap.
 */
export function nextAllowed(nowMs: number, timezone: string, hours: SendingRules['sendingHours']): number {
  if (hours === null) return nowMs;
  const here = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timezone);
  const time = here.toPlainTime();
  const from = Temporal.PlainTime.from(hours.from);
  const isBefore = Temporal.PlainTime.compare(time, from) < 0;
  if (!isBefore && Temporal.PlainTime.compare(time, Temporal.PlainTime.from(hours.to)) < 0) return nowMs;
  const day = isBefore ? here.toPlainDate() : here.toPlainDate().add({ days: 1 });
  const opensMs = day.toZonedDateTime({ timeZone: timezone, plainTime: from }).epochMilliseconds;
  // A start that occurs twice that day counts the first time.
  return Math.max(nowMs, opensMs);
}
