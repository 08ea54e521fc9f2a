import { routeOf } from './client.ts';
import { pageHeaders } from './page-secret.ts';
import { readRefusal } from './refusals.ts';

/** What is read of an event here; the rest is asked for anew. */
export interface LiveEvent {
  id: string;
  type: string;
}

/**
 * The server's events from now on, or from the one after `afterId`, until the stream ends. Throws `ApiError` when the
 * server refuses it. The browser's own `EventSource` cannot send the header of the page.
 */
export async function* readEvents(signal: AbortSignal, afterId: string | null = null): AsyncGenerator<LiveEvent> {
  const headers = { ...pageHeaders(), ...(afterId === null ? {} : { 'Last-Event-ID': afterId }) };
  const response = await fetch(routeOf('streamEvents', {}).address, { headers, signal });
  if (!response.ok || !response.body) throw await readRefusal(response.status, {});
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
      if (id && data) yield { id, type: (JSON.parse(data) as { type: string }).type };
    }
  }
}
