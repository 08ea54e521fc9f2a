import type { EventKind, FrontdeskEvent, ListEventLogEvent } from '../../build/client/package/generated/models.ts';
import { routeOf } from './client.ts';
import { pageHeaders } from './page-secret.ts';
import { readRefusal } from './refusals.ts';
import { reach } from './server-state.ts';

/** What only the console's stream has: entries of the event log that are delivered to no one. */
interface LogEntry {
  id: string;
  type: Exclude<ListEventLogEvent, EventKind>;
  occurredAt: string;
  data: unknown;
}

export type LiveEvent = FrontdeskEvent | LogEntry;

/**
 * Yields the server's events from now on, or after `afterId`, until the stream ends; `onOpen` is called when it has begun.
 * Throws `ApiError` if the server rejects the request. The browser's `EventSource` cannot send the page's header.
 */
export async function* readEvents(
  signal: AbortSignal,
  afterId: string | null = null,
  onOpen: () => void = () => {},
): AsyncGenerator<LiveEvent> {
  const headers = { ...pageHeaders(), ...(afterId === null ? {} : { 'Last-Event-ID': afterId }) };
  const response = await reach(routeOf('followEvents', {}).address, { headers, signal });
  if (!response.ok || !response.body) throw await readRefusal(response.status, {});
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (pending + value).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const id = /^id: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (id && data) yield { ...(JSON.parse(data) as LiveEvent), id };
    }
  }
}
