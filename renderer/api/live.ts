import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readEvents } from './event-stream.ts';
import { ApiError } from './refusals.ts';

/** Which cached answers an event makes stale, by the beginning of its kind. */
const staleBy: [prefix: string, keys: string[]][] = [
  ['message.', ['conversations', 'conversation', 'messages', 'today']],
  ['conversation.', ['conversations', 'conversation', 'today']],
  ['channel.', ['channels', 'today']],
  ['crm.', ['crm']],
  ['order.', ['orders', 'contact']],
  ['appointment.', ['appointments', 'contact']],
  ['lead.', ['leads', 'contact']],
  ['bot.', ['agents']],
  ['quota.', ['settings', 'today']],
  ['trial.', ['settings', 'session']],
];

const reconnectAfterMs = 2_000;

/** Keeps the cached answers fresh by the server's event stream, which is opened again when it ends. */
export function useEventStream(): void {
  const client = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    listen(new Refresher(client), leaving.signal);
    return () => leaving.abort();
  }, [client]);
}

/** Goes on until it is told to stop, or nobody is signed in any more. */
async function listen(refresh: Refresher, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null;
  while (!signal.aborted) {
    try {
      for await (const { id, type } of readEvents(signal, lastId)) {
        lastId = id;
        for (const [prefix, keys] of staleBy) if (type.startsWith(prefix)) refresh.later(keys);
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
    }
    await new Promise((resolve) => setTimeout(resolve, reconnectAfterMs));
  }
}

/** Joins what a burst of events makes stale into one refresh. */
class Refresher {
  readonly #client: QueryClient;
  readonly #keys = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  later(keys: string[]): void {
    for (const key of keys) this.#keys.add(key);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      for (const key of this.#keys) this.#client.invalidateQueries({ queryKey: [key] });
      this.#keys.clear();
    }, 100);
  }
}
