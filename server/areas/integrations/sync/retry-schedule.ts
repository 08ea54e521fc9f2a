const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** The waits after the first, second, … failed attempt: six attempts within an hour. */
const waitsMs = [5 * secondMs, minuteMs, 4 * minuteMs, 15 * minuteMs, 30 * minuteMs];
const jitter = 0.1;

/** How long to wait after `tries` failed attempts, with ±10 % jitter; null when that was the last one. */
export function retryWaitMs(tries: number, retryAfterMs: number | null): number | null {
  const waitMs = waitsMs[tries - 1];
  if (waitMs === undefined) return null;
  const jittered = Math.round(waitMs * (1 + jitter * (2 * Math.random() - 1)));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, 30 * minuteMs));
}
