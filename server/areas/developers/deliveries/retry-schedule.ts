const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

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
  24 * hourMs,
];

const jitter = 0.1;
const longestRetryAfterMs = 24 * hourMs;

/** How long to wait after `failures` failed attempts, with ±10 % jitter; null when that was the last attempt. */
export function retryWaitMs(failures: number, retryAfterMs: number | null): number | null {
  const waitMs = retryWaitsMs[failures - 1];
  if (waitMs === undefined) return null;
  const jittered = Math.round(waitMs * (1 + jitter * (2 * Math.random() - 1)));
  return Math.max(jittered, retryAfterMs ?? 0);
}

/** Reads `Retry-After`, seconds or an HTTP date (RFC 9110, 10.2.3), capped at 24 hours; null when there is none. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), longestRetryAfterMs);
}
