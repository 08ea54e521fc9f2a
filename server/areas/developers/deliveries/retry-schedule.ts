import { dayMs, hourMs, minuteMs, secondMs } from '../../../platform/durations.ts';

/** Waits after the first, second, … failed attempt (contract, "Events"). The attempt after the last wait is final. */
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

const formatWait = (ms: number): string => {
  if (ms < minuteMs) return `${ms / secondMs} s`;
  return ms < hourMs ? `${ms / minuteMs} min` : `${ms / hourMs} h`;
};

/** The waits in words, for the API document. */
export const retryWaitsText = new Intl.ListFormat('en-GB').format(retryWaitsMs.map(formatWait));

const longestRetryAfterMs = dayMs;

/** Parses `Retry-After` (seconds or an HTTP date; RFC 9110, 10.2.3) to ms, at most 24 hours; null without one. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), longestRetryAfterMs);
}
