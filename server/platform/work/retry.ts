/** How far a wait may be off the schedule, so that what failed together does not come again together. */
const jitter = 0.1;

/**
 * How long to wait after `failures` failed attempts by a schedule of waits in ms, with ±10 % jitter, and not less than the
 * other side asked for; null when that was the last attempt.
 */
export function retryWaitMs(waitsMs: readonly number[], failures: number, askedMs = 0): number | null {
  const waitMs = waitsMs[failures - 1];
  if (waitMs === undefined) return null;
  return Math.max(Math.round(waitMs * (1 + jitter * (2 * Math.random() - 1))), askedMs);
}
