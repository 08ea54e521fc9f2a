const firstWaitMs = 250;
const longestWaitMs = 8_000;

/** The wait before the attempt after `failures` failed ones: it doubles, and half of it is random. */
export function backoffMs(failures: number): number {
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
  return waitMs / 2 + Math.random() * (waitMs / 2);
}

/** Waits; rejects with the signal's reason when that is aborted. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const link = linkTo(signal);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    link.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  link.unlink();
  signal?.throwIfAborted();
}

/** A signal of its own that is also aborted with another; `AbortSignal.any` is missing in older browsers and Nodes. */
export function linkTo(signal: AbortSignal | undefined) {
  const own = new AbortController();
  const abort = () => own.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: own.signal,
    abort: () => own.abort(),
    unlink: () => signal?.removeEventListener('abort', abort),
  };
}
