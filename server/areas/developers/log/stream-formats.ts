import type { EventRecord } from '../../../platform/work/events.ts';
import { toPayload } from '../deliveries/queue-deliveries.ts';
import type { Gap } from './find-start.ts';

/** How a stream is written. */
export interface StreamFormat {
  name: string;
  /** Sent at once, so that the reader knows that the stream is open. */
  opening: string;
  /** Sent when nothing else is, so that dead connections are noticed. */
  heartbeat: string;
  writeEvent(event: EventRecord): string;
  writeGap(gap: Gap): string;
}

/** Server-sent events. A gap has no `id`, so that a reader that loses the connection again hears of it again. */
const serverSentEvents: StreamFormat = {
  name: 'server-sent events',
  opening: 'retry: 2000\n\n',
  heartbeat: ':\n\n',
  writeEvent: (event) => `id: ${event.id}\ndata: ${JSON.stringify(toPayload(event))}\n\n`,
  writeGap: (gap) => `event: gap\ndata: ${JSON.stringify(gap)}\n\n`,
};

/** One JSON object a line; an empty line is a heartbeat. */
const jsonLines: StreamFormat = {
  name: 'JSON lines',
  opening: '\n',
  heartbeat: '\n',
  writeEvent: (event) => `${JSON.stringify(toPayload(event))}\n`,
  writeGap: (gap) => `${JSON.stringify(gap)}\n`,
};

/** The formats by their media types, the usual one first. */
export const streamFormats = {
  'text/event-stream; charset=utf-8': serverSentEvents,
  'application/x-ndjson': jsonLines,
  'application/jsonl': jsonLines,
};
