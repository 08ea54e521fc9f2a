import { dayMs, hourMs, minuteMs, secondMs } from '../../../platform/durations.ts';

/** The waits after the first, second, … failed attempt (contract, "Events"); after the last there is none. */
export const retryWaitsMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
];

const longestRetryAfterMs = dayMs;

/** Reads `Retry-After`, seconds or an HTTP date (RFC 9110, 10.2.3), capped at 24 hours; null when there is none. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), longestRetryAfterMs);
}
