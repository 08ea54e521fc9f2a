import type { Platform } from '../platform/platform.ts';
import { Problem } from '../platform/problem.ts';
import { requestItem } from '../platform/running/running-board.ts';
import { mostDeaths } from '../platform/running/suspects.ts';
import type { Principal } from './access/auth.ts';

/** Identifies the caller: the API key, or the person rather than the session. */
export const callerOf = ({ actor, callerId }: Principal): string => actor.id ?? callerId;

/**
 * Runs an operation's call under the watchdog. Throws 503 while the operation is set aside for this caller because it
 * crashed the server. `isExpensive` also records the call in a file, to detect crashes that bypass the watchdog; cheap reads
 * skip the write, which costs some microseconds.
 */
export function attend<T>(
  { running, clock }: Platform,
  principal: Principal,
  operationId: string,
  isExpensive: boolean,
  run: () => Promise<T>,
): Promise<T> {
  const item = requestItem(operationId, callerOf(principal));
  const now = clock.now().getTime();
  const until = running.suspects.requests.refusedUntil(item, now);
  if (until !== null) throw setAside(until, now);
  return running.during(item, run, isExpensive);
}

const setAside = (until: number, now: number): Problem =>
  new Problem(
    'operation_set_aside',
    `The server crashed ${mostDeaths} times on this with your arguments: it is set aside for you until ` +
      `${new Date(until).toISOString()}. The owner can allow it again in the console.`,
    { headers: { 'Retry-After': String(Math.ceil((until - now) / 1_000)) } },
  );
