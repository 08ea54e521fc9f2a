import { secondMs } from '../../platform/durations.ts';
import type { Source } from './open-source.ts';

/** The server sends a heartbeat every 15 s. */
const longestSilenceMs = 45 * secondMs;
const contentType = 'application/x-ndjson';

/** The server does not stream; `status` says why. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** One event or gap, as the server wrote it. */
export interface Line {
  text: string;
  value: { type: string; id?: string; [field: string]: unknown };
}

/** The events of one connection. `openedAt` is the server's time (UTC text, whole seconds). */
export interface Stream {
  openedAt: string;
  lines: AsyncGenerator<Line>;
}

/** Opens the stream of events. Throws `Refusal`, or the error of the network. */
export async function openStream(source: Source, query: Record<string, string>, signal: AbortSignal): Promise<Stream> {
  await source.prove();
  const silence = new AbortController();
  const answer = await within(silence, () =>
    fetch(`${source.url}/api/events/stream?${new URLSearchParams(query)}`, {
      headers: { ...source.headers(), accept: contentType },
      signal: AbortSignal.any([signal, silence.signal]),
    }),
  );
  if (!answer.ok) throw await readRefusal(answer);
  if (!answer.body || answer.headers.get('content-type') !== contentType) {
    silence.abort();
    throw new Refusal(answer.status, `${source.url} does not answer as Frontdesk`);
  }
  const openedAt = new Date(answer.headers.get('date') ?? Date.now()).toISOString();
  return { openedAt, lines: readLines(answer.body, silence) };
}

async function readRefusal(answer: Response): Promise<Refusal> {
  const problem = (await answer.json().catch(() => ({}))) as { detail?: string; title?: string };
  const detail = problem.detail ?? problem.title ?? `The server returned status ${answer.status}`;
  return new Refusal(answer.status, detail);
}

async function* readLines(body: ReadableStream<Uint8Array>, silence: AbortController): AsyncGenerator<Line> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  try {
    let pending = '';
    for (;;) {
      const { done, value } = await within(silence, () => reader.read());
      if (done) return;
      const texts = (pending + value).split('\n');
      pending = texts.pop() ?? '';
      for (const text of texts) if (text !== '') yield { text, value: JSON.parse(text) };
    }
  } finally {
    silence.abort();
  }
}

/** Aborts what hears nothing for too long: the machine may have slept, or the network has changed. */
async function within<T>(silence: AbortController, wait: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => silence.abort(), longestSilenceMs);
  try {
    return await wait();
  } finally {
    clearTimeout(timer);
  }
}
