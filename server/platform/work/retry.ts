/** Jitter as a share of the wait, so that work that failed together is not retried together. */
const jitter = 0.1;

/**
 * Returns the wait after `failures` failed attempts: the schedule's wait (ms) with ±10 % jitter, at least the wait
 * requested by the other side (`askedMs`). Null after the last attempt.
 */
export function retryWaitMs(waitsMs: readonly number[], failures: number, askedMs = 0): number | null {
  const waitMs = waitsMs[failures - 1];
  if (waitMs === undefined) return null;
  return Math.max(Math.round(waitMs * (1 + jitter * (2 * Math.random() - 1))), askedMs);
}
