import { setTimeout as sleep } from 'node:timers/promises';
import { secondMs } from '../../platform/durations.ts';
import { ForeignServerError } from '../assert-own-server.ts';
import { CommandError } from '../command.ts';
import type { Source } from './open-source.ts';
import { type Line, openStream, Refusal, type Stream } from './open-stream.ts';

const reconnectAfterMs = 2 * secondMs;
/** Refusals that pass: too many streams, a server that restarts, a proxy before it. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status === 429 || error.status >= 500;

export interface FollowWish {
  source: Source;
  /** Kinds of events; null for all. */
  types: string[] | null;
  /** UTC text, or a day; null begins now. */
  since: string | null;
  signal: AbortSignal;
  onOpen(isAgain: boolean): void;
  onLost(): void;
}

/**
 * Yields events and gaps until `signal` ends it, over any number of connections: each goes on after the last event, or
 * where the first one began. Throws `CommandError` when the server refuses, or is not there at the beginning.
 */
export async function* followEvents(wish: FollowWish): AsyncGenerator<Line> {
  const { types, since, signal } = wish;
  const filter: Record<string, string> = types ? { types: types.join() } : {};
  let start: Record<string, string> = since === null ? {} : { since };
  let isAgain = false;
  for (;;) {
    const stream = await connect(wish, { ...filter, ...start }, isAgain);
    if (!stream) return;
    wish.onOpen(isAgain);
    isAgain = true;
    // Without an event, a second connection would begin when it is made.
    if (Object.keys(start).length === 0) start = { since: stream.openedAt };
    try {
      for await (const line of stream.lines) {
        if (line.value.id !== undefined) start = { after: line.value.id };
        yield line;
      }
    } catch {
      // The connection broke, or was silent for too long.
    }
    if (signal.aborted) return;
    wish.onLost();
    await pause(signal);
  }
}

/** Opens the stream, patiently if there was one before. Null when it was ended. */
async function connect(
  { source, signal }: FollowWish,
  query: Record<string, string>,
  isPatient: boolean,
): Promise<Stream | null> {
  let isRenewed = false;
  while (!signal.aborted) {
    try {
      return await openStream(source, query, signal);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof ForeignServerError || (error instanceof CommandError && !isPatient)) throw error;
      if (error instanceof Refusal && error.status === 401) {
        if (!source.renew || isRenewed) throw new CommandError(source.refusal);
        await source.renew();
        isRenewed = true;
      } else if (isPatient && (error instanceof CommandError || isPassing(error))) {
        await pause(signal);
      } else {
        throw new CommandError(error instanceof Refusal ? error.message : sayAbsent(source.url));
      }
    }
  }
  return null;
}

const sayAbsent = (url: string): string => `No server answers at ${url}: start it, or set FRONTDESK_PORT to its port`;

const pause = (signal: AbortSignal): Promise<void> => sleep(reconnectAfterMs, undefined, { signal }).catch(() => {});
