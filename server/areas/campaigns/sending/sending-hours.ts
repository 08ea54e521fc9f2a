import { Temporal } from 'temporal-polyfill';
import type { SendingRules } from './sending-rules.ts';

/**
 * The first moment (epoch ms) from `nowMs` on at which the hours of a zone allow a send: now, or when the hours next
 * begin. On a day on which the clock skips that time, the hour after the gap.
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
  // In an hour that the clock shows twice they have begun the first time.
  return Math.max(nowMs, opensMs);
}

/**
 * The moment (UTC text) that a caller means: with an offset as it stands, without one in the zone. Null when it is no
 * time at all, or the zone is not known.
 */
export function readMoment(text: string, timezone: string): string | null {
  try {
    const hasOffset = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text.replace(/^\d{4}-\d{2}-\d{2}/, ''));
    const epochMs = hasOffset
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds;
    return new Date(epochMs).toISOString();
  } catch {
    return null;
  }
}
