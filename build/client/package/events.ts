import type { Connection } from './connection.ts';
import { FrontdeskError } from './error.ts';
import type { EventKind, FrontdeskEvent } from './generated/models.ts';
import { operations } from './generated/operations.ts';
import { readStream } from './read-stream.ts';
import { backoffMs, linkTo, wait } from './wait.ts';

/** A place in the stream at which events may be missing: read again what you keep of the shop. */
export interface EventGap {
  /** The event that the server does not know any more; null where the stream was to begin at a time. */
  after: string | null;
  /** Since when events may be missing; null where nobody can know. */
  missingFrom: string | null;
  /** From then on the stream has every event. */
  resumesAt: string;
  /** What happened, for people. */
  detail: string;
}

/** Events are missing, and there was no `onGap` to tell. */
export class EventGapError extends Error {
  override readonly name = 'EventGapError';
  readonly gap: EventGap;

  constructor(gap: EventGap) {
    super(gap.detail);
    this.gap = gap;
  }
}

export interface EventsOptions<Kind extends EventKind = EventKind> {
  /** The kinds of events; all unless given. */
  types?: readonly Kind[];
  /** The id of the last event that you have: the stream begins after it. It begins now unless given. */
  after?: string | undefined;
  /** The time at which the stream begins, in place of `after`: an ISO 8601 timestamp, or a day of the shop. */
  since?: string | undefined;
  /** Called when events may be missing; the stream goes on after the gap. Without it, the stream throws. */
  onGap?: (gap: EventGap) => void;
  /** Ends the stream. */
  signal?: AbortSignal;
}

/** The server sends a heartbeat every 15 s: a stream that is silent for longer is dead. */
const longestSilenceMs = 45_000;

/** One reader of the live stream, which comes back after every break to the event where it was. */
export class EventReader<Kind extends EventKind> {
  readonly #connection: Connection;
  readonly #options: EventsOptions<Kind>;
  #after: string | null;
  /** Where it begins while there is no event to begin after. */
  #since: string | null;
  #hasBegun = false;
  #failures = 0;

  constructor(connection: Connection, options: EventsOptions<Kind>) {
    this.#connection = connection;
    this.#options = options;
    this.#after = options.after ?? null;
    this.#since = options.since ?? null;
  }

  /**
   * Yields the events, each once, until the signal is aborted. Throws when the server refuses the stream, or cannot be
   * reached at the beginning.
   */
  async *read(): AsyncGenerator<Extract<FrontdeskEvent, { type: Kind }>, void, undefined> {
    const { signal } = this.#options;
    while (!signal?.aborted) {
      try {
        if (this.#since === null) this.#after ??= await this.#findNewest();
        yield* this.#readOnce();
      } catch (error) {
        if (signal?.aborted) return;
        if (!this.#hasBegun || !isBreak(error)) throw error;
        await this.#rest(error.retryAfterMs);
        continue;
      }
      await this.#rest(null);
    }
  }

  async *#readOnce(): AsyncGenerator<Extract<FrontdeskEvent, { type: Kind }>, void, undefined> {
    const link = linkTo(this.#options.signal);
    let silence = setTimeout(link.abort, longestSilenceMs);
    const onBytes = () => {
      this.#failures = 0;
      clearTimeout(silence);
      silence = setTimeout(link.abort, longestSilenceMs);
    };
    try {
      const headers = this.#after === null ? {} : { 'Last-Event-ID': this.#after };
      const open = () => this.#connection.fetch(this.#address(), { headers, signal: link.signal });
      const response = await this.#connection.repeat(operations.streamEvents, this.#options.signal, open);
      this.#hasBegun = true;
      if (!response.body) return;
      for await (const { event, id, data } of readStream(response.body, onBytes)) {
        if (event === 'gap') this.#tellGap(JSON.parse(data) as EventGap);
        this.#after = id ?? this.#after;
        if (event === 'message' && data !== '') yield JSON.parse(data);
      }
    } finally {
      clearTimeout(silence);
      link.unlink();
      // Whoever leaves the loop leaves the connection too.
      link.abort();
    }
  }

  #address(): string {
    const query = new URLSearchParams();
    if (this.#options.types) query.set('types', this.#options.types.join());
    if (this.#after === null && this.#since !== null) query.set('since', this.#since);
    const { path } = operations.streamEvents;
    return query.size === 0 ? path : `${path}?${query}`;
  }

  /** A break before the first event must not lose any, so the stream begins after the newest of the log. */
  async #findNewest(): Promise<string | null> {
    const { signal } = this.#options;
    const page = await this.#connection.call(operations.listEventLog, { limit: 1 }, signal ? { signal } : {});
    return (page as { data: { id: string }[] }).data[0]?.id ?? null;
  }

  #tellGap(gap: EventGap): void {
    this.#after = null;
    this.#since = gap.resumesAt;
    if (!this.#options.onGap) throw new EventGapError(gap);
    this.#options.onGap(gap);
  }

  async #rest(askedMs: number | null): Promise<void> {
    this.#failures++;
    // When the signal is aborted, the loop ends.
    await wait(Math.max(askedMs ?? 0, backoffMs(this.#failures)), this.#options.signal).catch(() => {});
  }
}

/** A break of the connection, as opposed to a refusal, which would be the same again. */
const isBreak = (error: unknown): error is FrontdeskError =>
  error instanceof FrontdeskError && (error.status === 0 || error.status === 429 || error.status >= 500);
