import { findWorkspace } from '../../platform/access/workspaces.ts';
import type { Db, Row } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Item } from '../../platform/running/running-board.ts';
import type { Suspects } from '../../platform/running/suspects.ts';
import { WakeLoop } from '../../platform/work/wake-loop.ts';
import type { Work } from '../../platform/work/work.ts';
import { applyState } from './apply-state.ts';
import type { ChannelConnection, ChannelHost } from './driver.ts';
import { MediaFetcher } from './media/media-fetcher.ts';
import type { ChannelRow } from './store.ts';
import type { ConversationEvent, VendorEvent } from './vendor-event.ts';

type StoredEvent = Row<'provider_events'>;

/** The result of handling an event: done, or waiting for the message with that vendor id. */
export type Handled = 'done' | { waitsFor: string };

export type VendorEventHandler = (
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: ConversationEvent,
) => Promise<Handled>;

/** Handles events that are about no message. */
export type ReportHandler<Event> = (work: Work, channel: ChannelRow, event: Event) => Promise<'done'>;

const batchSize = 50;
const mostAttempts = 5;
const retryMs = 2_000;

/**
 * The durable inbox: a vendor's event is on disk before the vendor gets its acknowledgement. A repeated event is stored
 * once; events are handled in the channel's order, and again after a crash.
 */
export class VendorInbox {
  readonly #platform: Platform;
  readonly #suspects: Suspects;
  readonly #media: MediaFetcher;
  readonly #loops = new Map<string, WakeLoop>();
  #stopped = false;

  constructor(platform: Platform, connectionOf: (channelId: string) => ChannelConnection | null) {
    this.#platform = platform;
    this.#media = new MediaFetcher(platform, connectionOf);
    this.#suspects = platform.running.suspects;
    this.#suspects.handlers.set('received', {
      retry: async (db, key) => {
        const channelId = await takeBack(db, key, { state: 'PENDING', attempts: 0 });
        return () => channelId && this.wake(channelId);
      },
      discard: async (db, key) => void (await takeBack(db, key, { state: 'FAILED' })),
    });
  }

  /** Stores events; resolves when they are on disk. Known events are not stored again. */
  async receive(channel: ChannelHost['channel'], events: VendorEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.#platform.write(async ({ db, now }) => {
      for (const event of events) {
        insertReceived(db, {
          channel_id: channel.id,
          workspace_id: channel.workspaceId,
          kind: event.kind,
          provider_id: event.providerEventId,
          payload: JSON.stringify(event),
          state: 'PENDING',
          received_at: now,
        }).run();
      }
    });
    this.wake(channel.id);
  }

  wake(channelId: string): void {
    if (!this.#stopped) this.#loop(channelId).wake();
  }

  /** Begins to fetch attachments. */
  start(): void {
    this.#media.start();
  }

  /** Interrupts the fetches of attachments. Resolves when all have ended; a stuck fetch ends with its connection. */
  stopFetching(): Promise<void> {
    return this.#media.stop();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#loops.values()].map((loop) => loop.stop()));
  }

  /** Resolves when every received event has been tried. */
  async handled(): Promise<void> {
    await Promise.all([...this.#loops.values()].map((loop) => loop.idle()));
  }

  /** Resolves when every received event and every attachment that is due has been tried. */
  async idle(): Promise<void> {
    await this.handled();
    await this.#media.idle();
  }

  #loop(channelId: string): WakeLoop {
    let loop = this.#loops.get(channelId);
    if (!loop) {
      const { clock, log } = this.#platform;
      loop = new WakeLoop(
        clock,
        () => this.#drain(channelId),
        (error) => {
          log.error({ channel: channelId, err: error }, 'received events could not be handled');
          this.#wakeIn(channelId, retryMs);
        },
      );
      this.#loops.set(channelId, loop);
    }
    return loop;
  }

  async #drain(channelId: string): Promise<boolean> {
    let after = 0;
    for (;;) {
      const batch = await this.#readBatch(channelId, after);
      if (batch.length === 0) return false;
      after = batch.at(-1)?.seq ?? after;
      await this.#handleBatch(channelId, batch);
    }
  }

  #readBatch(channelId: string, after: number): Promise<StoredEvent[]> {
    return this.#platform.database.read
      .selectFrom('provider_events')
      .selectAll()
      .where('channel_id', '=', channelId)
      .where('state', '=', 'PENDING')
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(batchSize)
      .execute();
  }

  async #handleBatch(channelId: string, batch: StoredEvent[]): Promise<void> {
    const ready: StoredEvent[] = [];
    for (const row of batch) {
      if (this.#suspects.isPoison(itemOf(row)))
        await this.#platform.write(({ db, now }) => this.#setAside(db, row, now));
      else ready.push(row);
    }
    // A batch in which the process died is identified by its first event.
    const wasDeadly = ready[0] !== undefined && this.#suspects.hasDied(itemOf(ready[0]));
    const groups = wasDeadly ? ready.map((row) => [row]) : [ready];
    for (const rows of groups) await this.#applyOrSplit(channelId, rows);
    this.#media.wake();
  }

  /** One transaction for all; if it fails, one for each, to isolate the event that cannot be handled. */
  async #applyOrSplit(channelId: string, rows: StoredEvent[]): Promise<void> {
    try {
      await this.#apply(channelId, rows);
    } catch (cause) {
      if (rows.length > 1) this.#platform.log.warn({ channel: channelId, err: cause }, 'a batch of events failed');
      for (const row of rows) {
        await this.#apply(channelId, [row]).catch((error) => this.#noteFailure(channelId, row, error));
      }
    }
  }

  async #apply(channelId: string, rows: StoredEvent[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const handle = this.#platform.running.within(itemOf(first), async (db) => {
      const channel = await db.selectFrom('channels').selectAll().where('id', '=', channelId).executeTakeFirstOrThrow();
      const workspace = await findWorkspace(db, channel.workspace_id);
      if (!workspace) throw new Error(`Channel ${channelId} has no workspace`);
      const actor = { source: 'CHANNEL', id: channel.id, name: channel.name } as const;
      const work = this.#platform.workIn(db, workspace, actor);
      const [receiveEvent] = this.#platform.provided('vendorEvents');
      const [receiveTemplate] = this.#platform.provided('templateEvents');
      const [receivePreference] = this.#platform.provided('preferenceEvents');
      for (const row of rows) {
        const event = JSON.parse(row.payload) as VendorEvent;
        const handled =
          event.kind === 'state'
            ? await applyState(work, channelId, event)
            : event.kind === 'template'
              ? await receiveTemplate?.(work, channel, event)
              : event.kind === 'preference'
                ? await receivePreference?.(work, channel, event)
                : await receiveEvent?.(this.#platform, work, channel, event);
        markHandled(db, row.seq, handled ?? 'done');
      }
    });
    await this.#platform.database.write(handle);
  }

  async #noteFailure(channelId: string, row: StoredEvent, error: Error): Promise<void> {
    const attempts = row.attempts + 1;
    this.#platform.log.error({ channel: channelId, event: row.seq, attempts, err: error }, 'a received event failed');
    await this.#platform.write(async ({ db, now }) => {
      changeEvent(db, row.seq, { attempts, error: error.message.slice(0, 300) }).run();
      if (attempts >= mostAttempts) await this.#setAside(db, row, now);
    });
    if (attempts < mostAttempts) this.#wakeIn(channelId, retryMs * attempts);
  }

  /** Sets an event aside, so that it does not block those behind it. */
  async #setAside(db: Db, row: StoredEvent, now: string): Promise<void> {
    this.#platform.log.error({ channel: row.channel_id, event: row.seq }, 'a received event was set aside');
    changeEvent(db, row.seq, { state: 'SET_ASIDE' }).run();
    await this.#suspects.setAside(db, itemOf(row), now);
  }

  #wakeIn(channelId: string, ms: number): void {
    this.#loop(channelId).wakeBy(this.#platform.clock.now().getTime() + ms);
  }
}

const itemOf = ({ seq }: StoredEvent): Item => ({ kind: 'received', key: String(seq) });

const changeEvent = prepareQuery((db, seq: number, changes: Partial<StoredEvent>) =>
  db.updateTable('provider_events').set(changes).where('seq', '=', seq),
);

/** Changes an event that was set aside; returns its channel, undefined if it is not set aside. */
async function takeBack(db: Db, key: string, changes: Partial<StoredEvent>): Promise<string | undefined> {
  const row = await db
    .updateTable('provider_events')
    .set(changes)
    .where('seq', '=', Number(key))
    .where('state', '=', 'SET_ASIDE')
    .returning('channel_id')
    .executeTakeFirst();
  return row?.channel_id;
}

function markHandled(db: Db, seq: number, handled: Handled): void {
  const isDone = handled === 'done';
  changeEvent(db, seq, { state: isDone ? 'DONE' : 'WAITING', waits_for: isDone ? null : handled.waitsFor }).run();
}

const takeUpWaiting = prepareQuery((db, channelId: string, providerMessageId: string) =>
  db
    .updateTable('provider_events')
    .set({ state: 'PENDING', waits_for: null })
    .where('channel_id', '=', channelId)
    .where('waits_for', '=', providerMessageId)
    .where('state', '=', 'WAITING'),
);

const insertReceived = prepareQuery((db, row: Omit<StoredEvent, 'seq' | 'waits_for' | 'attempts' | 'error'>) =>
  db
    .insertInto('provider_events')
    .values({ ...row, attempts: 0 })
    .onConflict((conflict) => conflict.columns(['channel_id', 'kind', 'provider_id']).doNothing()),
);

/** Releases the events that wait for this message. If true, the caller wakes the inbox after its commit. */
export async function releaseWaiting(db: Db, channelId: string, providerMessageId: string): Promise<boolean> {
  return takeUpWaiting(db, channelId, providerMessageId).run().changes > 0;
}
