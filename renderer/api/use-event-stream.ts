import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventKind } from '../../build/client/package/generated/models.ts';
import { type Alert, receiveAlert } from '../alerts/incoming.ts';
import { receiveOrder } from '../alerts/new-orders.ts';
import type { OperationId } from './operations.ts';
import { invalidate } from './query.ts';
import { readEvents } from './read-events.ts';
import { reads } from './reads.ts';
import { ApiError } from './refusals.ts';
import { lookForUpdate } from './server-state.ts';

/** Subject of an event: the first word of its kind. */
type Subject = EventKind extends `${infer First}.${string}` ? First : never;

/** What shows unread messages beside the inbox. */
const unread = ['viewPipeline', 'getPipelineCard'] as const;

/** Operations whose results an event makes stale, by its subject. */
const staleBy: Record<Subject | 'contacts', readonly OperationId[]> = {
  contacts: reads.contacts,
  message: [
    ...reads.conversations,
    ...reads.conversation,
    ...reads.messages,
    ...reads.contacts,
    ...reads.questions,
    ...unread,
    'getToday',
  ],
  conversation: [...reads.conversations, ...reads.conversation, ...reads.contacts, ...unread, 'getToday'],
  channel: [...reads.channels, 'getToday'],
  order: [...reads.orders, ...reads.contacts, 'getToday'],
  appointment: [...reads.appointments, 'getContactTimeline'],
  lead: ['listLeads', ...reads.contacts],
  bot: reads.agents,
  quota: ['getSettings', 'getToday'],
  trial: ['getSettings', 'getConsoleState'],
  crm: [...reads.cards, 'getContactTimeline'],
  // No screen shows the vendor's catalog; a payment also changes its order.
  catalog: [],
  payment: [],
};

const reconnectAfterMs = 1_000;
/** Collects a burst of events into one refresh. */
const burstMs = 100;

/** Refetches queries when the server emits events. Reconnects when the stream ends. */
export function useEventStream(): void {
  const client = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    listen(new Refresher(client), leaving.signal);
    return () => leaving.abort();
  }, [client]);
}

/** Returns on abort or when the session has ended (401). */
async function listen(refresher: Refresher, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null;
  let wasLost = false;
  const catchUp = () => {
    if (!wasLost) return;
    wasLost = false;
    // The events that were missed arrive now. What failed meanwhile has none, nor has what a gap of the stream hides.
    refresher.addAll();
    lookForUpdate();
  };
  while (!signal.aborted) {
    try {
      for await (const event of readEvents(signal, lastId, catchUp)) {
        lastId = event.id;
        if (event.type === 'alert.raised') receiveAlert({ ...event, data: event.data as Alert });
        if (event.type === 'order.created') receiveOrder(event);
        // The stream also carries log entries that no screen shows.
        refresher.add(staleBy[event.type.split('.')[0] as keyof typeof staleBy] ?? []);
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        refresher.add(['getConsoleState']);
        return;
      }
    }
    wasLost = true;
    await new Promise((resolve) => setTimeout(resolve, reconnectAfterMs));
  }
}

class Refresher {
  readonly #client: QueryClient;
  readonly #ids = new Set<OperationId>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Refetches all queries in use. */
  addAll(): void {
    this.#client.invalidateQueries();
  }

  add(ids: readonly OperationId[]): void {
    for (const id of ids) this.#ids.add(id);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      invalidate(this.#client, [...this.#ids]);
      this.#ids.clear();
    }, burstMs);
  }
}
