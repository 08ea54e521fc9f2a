import { Readable } from 'node:stream';
import type { Holder } from '../../../http/connections/connection.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { findNewestSeq, readEventRows, toEventRecord } from '../../../platform/work/events.ts';
import { WakeLoop } from '../../../platform/work/wake-loop.ts';
import { findStart, type Reach, type WantedStart } from './find-start.ts';
import type { StreamFormat } from './stream-formats.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    eventStreams: Broadcasts;
  }
}

const heartbeatMs = 15_000;
/** Pause after each read of the log, so commits in quick succession are sent together. */
const pauseMs = 100;
const batchSize = 200;
/** Bytes buffered for one slow listener; it reads the rest from the log after taking these. */
const mostWaitingBytes = 64 * 1024;
/** Heartbeats without a read after which a listener is disconnected; it resumes by `Last-Event-ID`. */
const mostMissedBeats = 4;
/** Streams per workspace. All keys share one limit and each person has another, so no key can lock out the console. */
const most = { perKey: 100, ofKeys: 200, perPerson: 50 };

export interface EventStreamFilter {
  workspace: Workspace;
  /** The key or session that listens. */
  callerId: string;
  /** The key or person whose limit the stream uses. */
  holder: Holder;
  /** The kinds of the log that are sent. */
  types: readonly string[];
  start: WantedStart;
  reach: Reach;
  format: StreamFormat;
  /** Checked before events are sent, and every 15 s; the stream ends when it returns false. */
  isAllowed(): Promise<boolean>;
}

/**
 * The events of a workspace, each sent once in log order, with a heartbeat every 15 s that detects dead connections. The
 * first thing sent is the gap, if events before may be missing. Ends when the server stops or the caller's key is
 * revoked. Throws 429 when the caller or the workspace has too many streams.
 */
export const streamEvents = (platform: Platform, filter: EventStreamFilter): Readable =>
  platform.services.eventStreams.open(filter);

type Row = ReturnType<typeof readEventRows>[number];

const write = (rows: readonly Row[], { types, format }: EventStreamFilter): string =>
  rows
    .filter(({ type }) => types.includes(type))
    .map((row) => format.writeEvent(toEventRecord(row)))
    .join('');

class Listener extends Readable {
  readonly wanted: EventStreamFilter;
  /** The last event that was sent to it or filtered out. */
  seq: number;
  /** Whether its buffer is full. */
  isFull = false;
  missedBeats = 0;
  readonly #catchUp: (listener: Listener) => void;

  constructor(wanted: EventStreamFilter, seq: number, catchUp: (listener: Listener) => void) {
    super({ highWaterMark: mostWaitingBytes });
    this.wanted = wanted;
    this.seq = seq;
    this.#catchUp = catchUp;
  }

  tell(text: string | Buffer, seq: number): void {
    this.seq = seq;
    if (text.length > 0) this.isFull = !this.push(text);
  }

  override _read(): void {
    this.isFull = false;
    this.missedBeats = 0;
    this.#catchUp(this);
  }
}

/**
 * Sends events to all listeners of one workspace. The log is read once for all listeners that are up to date, and those
 * with the same filter share the same bytes. A listener that resumes or is slow reads the log alone until it catches up.
 */
class Broadcast {
  readonly listeners = new Set<Listener>();
  readonly #platform: Platform;
  readonly #workspaceId: string;
  readonly #loop: WakeLoop;
  readonly #heartbeat: NodeJS.Timeout;
  #seq: number;

  constructor(platform: Platform, workspaceId: string) {
    this.#platform = platform;
    this.#workspaceId = workspaceId;
    this.#seq = findNewestSeq(platform.database.read);
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#loop = new WakeLoop(
      platform.clock,
      () => this.#look(),
      (error) => this.#rest(error),
      { pauseMs },
    );
  }

  wake(): void {
    this.#loop.wake();
  }

  add(filter: EventStreamFilter): Listener {
    const { database, clock } = this.#platform;
    const { seq, gap } = findStart(database.read, filter.workspace, filter.start, filter.reach, clock.now());
    const { format } = filter;
    const listener = new Listener(filter, seq, (one) => this.#catchUp(one));
    this.listeners.add(listener);
    listener.push(format.opening + (gap ? format.writeGap(gap) : ''));
    return listener;
  }

  async stop(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const listener of this.listeners) this.#end(listener);
    await this.#loop.stop();
  }

  async #look(): Promise<boolean> {
    await this.#dismiss();
    const from = this.#seq;
    const rows = this.#read(from, Number.MAX_SAFE_INTEGER);
    this.#seq = rows.at(-1)?.seq ?? from;
    if (rows.length > 0) this.#tell(rows, from);
    return rows.length === batchSize;
  }

  #read(after: number, until: number): Row[] {
    return readEventRows(this.#platform.database.read, this.#workspaceId, { after, until, limit: batchSize });
  }

  #tell(rows: Row[], from: number): void {
    const written = new Map<string, Buffer>();
    for (const listener of this.listeners) {
      if (listener.isFull) continue;
      if (listener.seq !== from) {
        this.#catchUp(listener);
        continue;
      }
      const { types, format } = listener.wanted;
      const key = `${format.name} ${types.join()}`;
      const bytes = written.get(key) ?? Buffer.from(write(rows, listener.wanted));
      written.set(key, bytes);
      listener.tell(bytes, this.#seq);
    }
  }

  /** Reads a batch for one listener, up to the position of the others, and schedules the next. */
  #catchUp(listener: Listener): void {
    if (!this.listeners.has(listener) || listener.isFull || listener.seq >= this.#seq) return;
    const rows = this.#read(listener.seq, this.#seq);
    listener.tell(write(rows, listener.wanted), rows.length < batchSize ? this.#seq : (rows.at(-1)?.seq ?? 0));
    if (listener.seq < this.#seq) setImmediate(() => this.#catchUp(listener));
  }

  /** Ends the streams of callers that are no longer allowed; checks each caller once. */
  async #dismiss(): Promise<void> {
    const byCaller = Map.groupBy(this.listeners, ({ wanted }) => wanted.callerId);
    for (const listeners of byCaller.values()) {
      if (await listeners[0]?.wanted.isAllowed()) continue;
      for (const listener of listeners) this.#end(listener);
    }
  }

  #end(listener: Listener): void {
    this.listeners.delete(listener);
    listener.push(null);
  }

  #beat(): void {
    for (const listener of this.listeners) {
      if (!listener.isFull) listener.tell(listener.wanted.format.heartbeat, listener.seq);
      else if (++listener.missedBeats >= mostMissedBeats) listener.destroy();
    }
    // Commits of another process do not wake this one.
    this.wake();
  }

  #rest(error: unknown): void {
    this.#platform.log.error({ err: error }, 'the event log could not be read');
    this.#loop.rest();
  }
}

/** Throws 429 when the key, all keys, or the person have reached their limit of streams. */
function assertRoom(holders: Holder[], holder: Holder): void {
  const own = holders.filter(({ id }) => id === holder.id).length;
  const ofKeys = holders.filter(({ isPerson }) => !isPerson).length;
  const isFull = holder.isPerson ? own >= most.perPerson : own >= most.perKey || ofKeys >= most.ofKeys;
  if (!isFull) return;
  const detail = holder.isPerson
    ? `At most ${most.perPerson} event streams per person`
    : `At most ${most.perKey} event streams per key and ${most.ofKeys} of all keys of a workspace`;
  throw new Problem('rate_limited', detail, { headers: { 'Retry-After': '15' } });
}

/** All event streams of the server. */
export class Broadcasts {
  readonly #platform: Platform;
  readonly #byWorkspace = new Map<string, Broadcast>();

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.database.onCommit(() => {
      for (const broadcast of this.#byWorkspace.values()) broadcast.wake();
    });
    platform.stopping.addEventListener('abort', () => {
      for (const broadcast of this.#byWorkspace.values()) void broadcast.stop();
    });
  }

  open(filter: EventStreamFilter): Readable {
    const workspaceId = filter.workspace.id;
    const broadcast = this.#byWorkspace.get(workspaceId) ?? new Broadcast(this.#platform, workspaceId);
    const { listeners } = broadcast;
    assertRoom(
      [...listeners].map(({ wanted }) => wanted.holder),
      filter.holder,
    );
    this.#byWorkspace.set(workspaceId, broadcast);
    const listener = broadcast.add(filter);
    listener.once('close', () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#byWorkspace.get(workspaceId) !== broadcast) return;
      this.#byWorkspace.delete(workspaceId);
      void broadcast.stop();
    });
    return listener;
  }
}
