import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import type { Lane } from '../../../platform/work/lanes.ts';
import { assertSendingAllowed, isSendingPaused } from '../../../platform/work/sending-pause.ts';
import { WakeLoop } from '../../../platform/work/wake-loop.ts';
import { findEndpointRow, type WebhookEndpointRow } from '../endpoints/endpoints.store.ts';
import type { AttemptTrigger } from '../schemas.ts';
import { type DeliveryRow, failWaiting, findDeliveryRow, insertDeliveries, listWaiting } from './deliveries.store.ts';
import { recordAttempt } from './record-attempt.ts';
import type { Room } from './room.ts';
import { type Receiver, sendWebhook, toReceiver } from './send-webhook.ts';
import { itemOf, setAsideDelivery } from './set-aside-delivery.ts';

/** What a lane may have under way while its endpoint answers well and fast, and otherwise. */
const healthyConcurrency = 64;
const cautiousConcurrency = 2;
const slowMs = 1_000;
/** Between two tries at an endpoint that fails: each costs the others as much as a delivery that arrives. */
const afterFailureMs = 50;
const rowsAtOnce = 128;
const failedAtOnce = 500;

interface Batch {
  receiver: Receiver;
  due: DeliveryRow[];
  /** When the next one comes due that is not yet; epoch ms. */
  nextAt: number | null;
}

/** The deliveries to one endpoint. */
export class DeliveryLane implements Lane {
  readonly #platform: Platform;
  readonly #workspaceId: string;
  readonly #endpointId: string;
  readonly #room: Room;
  readonly #loop: WakeLoop;
  readonly #stopping = new AbortController();
  readonly #inFlight = new Map<string, Promise<unknown>>();
  /** A new endpoint is not trusted before it has answered well. */
  #healthy = false;
  /** The newest attempt did not arrive. */
  #failed = false;
  /** Set when what was read may no longer be so. */
  #stale = false;
  /** Kept here and not read with every batch, since attempts of several batches change it at the same time. */
  #failing: Receiver['failing'] | null = null;

  constructor(platform: Platform, workspaceId: string, endpointId: string, room: Room) {
    this.#platform = platform;
    this.#workspaceId = workspaceId;
    this.#endpointId = endpointId;
    this.#room = room;
    this.#loop = new WakeLoop(
      platform.clock,
      () => this.#sendDue(),
      (error) => this.#rest(error),
    );
  }

  wake(): void {
    this.#loop.wake();
  }

  reload(): void {
    this.#stale = true;
    this.#failing = null;
    this.#room.release();
    this.wake();
  }

  /** Breaks off what is under way: it is sent again at the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#room.release();
    await this.#loop.stop();
    await Promise.allSettled(this.#inFlight.values());
  }

  /** Sends an existing delivery once more, now; false when it is under way already, 503 while sending is paused. */
  async sendAgain(endpoint: WebhookEndpointRow, deliveryId: string): Promise<boolean> {
    assertSendingAllowed(this.#platform.database.read);
    if (this.#inFlight.has(deliveryId)) return false;
    // What was read for the schedule no longer tells how many attempts there were.
    this.#stale = true;
    await this.#track(deliveryId, async () => {
      const row = await findDeliveryRow(this.#platform.database.read, this.#workspaceId, deliveryId);
      if (row) await this.#attempt(this.#receiverOf(endpoint), row, 'MANUAL');
    });
    this.wake();
    return true;
  }

  /** Sends a delivery that is not stored yet, now and only once, and stores it with its attempt; 503 while paused. */
  async sendOnce(endpoint: WebhookEndpointRow, delivery: DeliveryRow): Promise<void> {
    assertSendingAllowed(this.#platform.database.read);
    await this.#track(delivery.id, () => this.#attempt(this.#receiverOf(endpoint), delivery, 'MANUAL', true));
  }

  #receiverOf(endpoint: WebhookEndpointRow): Receiver {
    this.#failing ??= { since: endpoint.failing_since };
    return toReceiver(this.#platform.secrets, endpoint, this.#failing);
  }

  /** Answers whether there may be more. */
  async #sendDue(): Promise<boolean> {
    const batch = await this.#load();
    if (!batch) return false;
    await this.#send(batch);
    return batch.due.length > 0;
  }

  /** Answers null when nothing may be sent: the endpoint is off or gone, or sending is paused. */
  async #load(): Promise<Batch | null> {
    const { clock, database } = this.#platform;
    const now = clock.now();
    this.#stale = false;
    const endpoint = await findEndpointRow(database.read, this.#workspaceId, this.#endpointId);
    if (endpoint?.active !== 1) {
      await this.#giveUp(endpoint ? (endpoint.disabled_reason ?? 'endpoint_disabled') : 'endpoint_deleted');
      return null;
    }
    if (isSendingPaused(database.read)) {
      this.#platform.sending.whenResumed(this.#loop.wake);
      return null;
    }
    // Noted before the rows are read: one that ends in between is still in them as due.
    const underWay = new Set(this.#inFlight.keys());
    const rows = await listWaiting(database.read, this.#workspaceId, this.#endpointId, underWay.size + rowsAtOnce);
    const waiting = rows.filter((row) => !underWay.has(row.id));
    const isDue = (row: DeliveryRow) => (row.next_attempt_at ?? '') <= now.toISOString();
    const next = waiting.find((row) => !isDue(row));
    return {
      receiver: this.#receiverOf(endpoint),
      due: waiting.filter(isDue),
      nextAt: next ? Date.parse(next.next_attempt_at ?? '') : null,
    };
  }

  async #send({ receiver, due, nextAt }: Batch): Promise<void> {
    const { signal } = this.#stopping;
    for (const row of due) {
      if (this.#failed) await sleep(afterFailureMs, undefined, { signal }).catch(() => {});
      await this.#room.wait(() => signal.aborted || this.#stale || this.#hasRoom());
      if (signal.aborted) return;
      if (this.#stale || isSendingPaused(this.#platform.database.read)) break;
      this.#track(row.id, () => this.#attempt(receiver, row, 'SCHEDULED')).catch((error) => this.#rest(error));
    }
    if (due.length === 0 && nextAt !== null) this.#loop.wakeBy(nextAt);
  }

  /** A lane may always have a few under way, however busy the others are. */
  #hasRoom(): boolean {
    if (this.#inFlight.size < cautiousConcurrency) return true;
    return this.#healthy && this.#inFlight.size < healthyConcurrency && this.#room.hasAny();
  }

  async #track(deliveryId: string, send: () => Promise<void>): Promise<void> {
    this.#room.enter();
    const sending = send().finally(() => {
      this.#inFlight.delete(deliveryId);
      this.#room.leave();
    });
    this.#inFlight.set(deliveryId, sending);
    await sending;
  }

  async #attempt(receiver: Receiver, delivery: DeliveryRow, trigger: AttemptTrigger, isNew = false): Promise<void> {
    const { running } = this.#platform;
    const item = itemOf(delivery);
    if (running.suspects.isPoison(item) && trigger === 'SCHEDULED') return setAsideDelivery(this.#platform, delivery);
    await running.during(item, () => this.#sendNow(receiver, delivery, trigger, isNew));
  }

  async #sendNow(receiver: Receiver, delivery: DeliveryRow, trigger: AttemptTrigger, isNew: boolean): Promise<void> {
    const answer = await sendWebhook(this.#platform, receiver, delivery, this.#stopping.signal);
    this.#failed = answer.error !== null;
    this.#healthy = !this.#failed && answer.durationMs < slowMs;
    const recorded = await this.#platform.write(async ({ db }) => {
      if (isNew) await insertDeliveries(db, [delivery]);
      return recordAttempt(db, receiver, delivery, answer, trigger);
    });
    if (recorded.disabled) this.reload();
    if (recorded.nextAttemptAt !== null) this.#loop.wakeBy(Date.parse(recorded.nextAttemptAt));
  }

  async #giveUp(reason: string): Promise<void> {
    for (;;) {
      const failed = await this.#platform.write(({ db, now }) =>
        failWaiting(db, this.#workspaceId, this.#endpointId, reason, now, failedAtOnce),
      );
      if (failed < failedAtOnce) return;
    }
  }

  #rest(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#platform.log.error({ err: error, endpoint: this.#endpointId }, 'webhook lane failed');
    this.#loop.rest();
    this.reload();
  }
}
