import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

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

/** What is read of an event here; the rest is asked for anew. */
interface LiveEvent {
  type: string;
}

/** Keeps the cached answers fresh by the server's event stream; the browser connects again by itself. */
export function useEventStream(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stream = new EventSource('/api/events/stream');
    const refresh = new Refresher(client);
    const hear = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as LiveEvent;
      for (const [prefix, keys] of staleBy) if (event.type.startsWith(prefix)) refresh.later(keys);
    };
    stream.addEventListener('message', hear);
    return () => stream.close();
  }, [client]);
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
