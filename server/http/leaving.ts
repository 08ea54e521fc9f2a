import type { ServerResponse } from 'node:http';

/** Returns a signal that aborts when the caller disconnects; aborted at once if it already has. */
export function leavingOf(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  return leaving.signal;
}
