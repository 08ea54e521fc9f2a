import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { DueRunner } from '../../../platform/work/due-runner.ts';
import type { Lane } from '../../../platform/work/lanes.ts';
import { assertSendingAllowed } from '../../../platform/work/sending-pause.ts';
import { findEndpointRow, type WebhookEndpointRow } from '../endpoints/endpoints.store.ts';
import type { AttemptTrigger } from '../schemas.ts';
import { type DeliveryRow, failWaiting, findDeliveryRow, insertDeliveries, listWaiting } from './deliveries.store.ts';
import { recordAttempt } from './record-attempt.ts';
import { type Receiver, sendWebhook, toReceiver } from './send-webhook.ts';
import { itemOf, setAsideDelivery } from './set-aside-delivery.ts';
import type { SharedLimit } from './shared-limit.ts';

/** Limits of concurrent deliveries: while the endpoint responds well and fast, and otherwise. */
const healthyConcurrency = 64;
const cautiousConcurrency = 2;
const slowMs = 1_000;
/** Pause between attempts at a failing endpoint: a failed attempt costs the others as much as a successful one. */
const afterFailureMs = 50;
const rowsAtOnce = 128;
const failedAtOnce = 500;

/** The deliveries to one endpoint. */
export class DeliveryLane implements Lane {
  readonly #platform: Platform;
  readonly #workspaceId: string;
  readonly #endpointId: string;
  readonly #limit: SharedLimit;
  readonly #runner: DueRunner<DeliveryRow>;
  /** False for a new endpoint until it has responded well. */
  #isHealthy = false;
  /** Whether the newest attempt failed. */
  #hasFailed = false;
  /** The receiver of the rows read so far; null once it may have changed. */
  #receiver: Receiver | null = null;
  /** Not read anew with each batch, since attempts of several batches change it concurrently. */
  #failing: Receiver['failing'] | null = null;

  constructor(platform: Platform, workspaceId: string, endpointId: string, limit: SharedLimit) {
    this.#platform = platform;
    this.#workspaceId = workspaceId;
    this.#endpointId = endpointId;
    this.#limit = limit;
    this.#runner = new DueRunner(
      platform,
      {
        name: `deliveries to ${endpointId}`,
        room: (underWay) => this.#roomFor(underWay),
        next: (underWay) => this.#listWaiting(underWay + rowsAtOnce),
        keyOf: (delivery) => delivery.id,
        dueMs: (delivery) => Date.parse(delivery.next_attempt_at ?? ''),
        itemOf,
        perform: (delivery, signal) => this.#attemptOnSchedule(delivery, signal),
        setAside: (delivery) => setAsideDelivery(platform, delivery),
        fail: async (_delivery, error) => {
          this.#receiver = null;
          throw error;
        },
      },
      { readsAhead: true },
    );
    this.#runner.start();
  }

  wake(): void {
    this.#runner.wake();
  }

  reload(): void {
    this.#receiver = null;
    this.#failing = null;
    this.#runner.reload();
  }

  /** Aborts the deliveries under way; they are sent again at the next start. */
  stop(): Promise<void> {
    return this.#runner.stop();
  }

  /** Sends an existing delivery again now. Returns false if it is under way; throws 503 while sending is paused. */
  async sendAgain(endpoint: WebhookEndpointRow, deliveryId: string): Promise<boolean> {
    assertSendingAllowed(this.#platform.database.read);
    // The attempt counts of rows read ahead become outdated.
    this.#runner.reload();
    return this.#runner.performNow(deliveryId, async (signal) => {
      const row = await findDeliveryRow(this.#platform.database.read, this.#workspaceId, deliveryId);
      if (row) await this.#attemptManually(endpoint, row, signal);
    });
  }

  /** Sends a new delivery once, now, and stores it with its attempt. Throws 503 while sending is paused. */
  async sendOnce(endpoint: WebhookEndpointRow, delivery: DeliveryRow): Promise<void> {
    assertSendingAllowed(this.#platform.database.read);
    await this.#runner.performNow(delivery.id, (signal) => this.#attemptManually(endpoint, delivery, signal, true));
  }

  #attemptManually(endpoint: WebhookEndpointRow, row: DeliveryRow, signal: AbortSignal, isNew = false): Promise<void> {
    const attempt = () => this.#attempt(this.#receiverOf(endpoint), row, 'MANUAL', signal, isNew);
    return this.#platform.running.during(itemOf(row), attempt);
  }

  /** Each lane may always have a few deliveries under way, however busy the others are. */
  #roomFor(underWay: number): number {
    const cautious = cautiousConcurrency - underWay;
    if (!this.#isHealthy || cautious > 0) return cautious;
    return Math.min(healthyConcurrency - underWay, this.#limit.left(this.#runner.wake));
  }

  #receiverOf(endpoint: WebhookEndpointRow): Receiver {
    this.#failing ??= { since: endpoint.failing_since };
    return toReceiver(this.#platform.secrets, endpoint, this.#failing);
  }

  /** Returns the next waiting deliveries; fails them all if the endpoint is disabled or deleted. */
  async #listWaiting(limit: number): Promise<DeliveryRow[]> {
    const { read } = this.#platform.database;
    const endpoint = await findEndpointRow(read, this.#workspaceId, this.#endpointId);
    if (endpoint?.active !== 1) {
      await this.#giveUp(endpoint ? (endpoint.disabled_reason ?? 'endpoint_disabled') : 'endpoint_deleted');
      return [];
    }
    this.#receiver = this.#receiverOf(endpoint);
    return listWaiting(read, this.#workspaceId, this.#endpointId, limit);
  }

  async #attemptOnSchedule(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
    if (this.#hasFailed) await sleep(afterFailureMs, undefined, { signal });
    // Without a receiver the endpoint has changed since the row was read; the row is read again.
    if (this.#receiver) await this.#attempt(this.#receiver, delivery, 'SCHEDULED', signal);
  }

  #attempt(
    receiver: Receiver,
    delivery: DeliveryRow,
    trigger: AttemptTrigger,
    signal: AbortSignal,
    isNew = false,
  ): Promise<void> {
    return this.#limit.within(async () => {
      const answer = await sendWebhook(this.#platform, receiver, delivery, signal);
      this.#hasFailed = answer.error !== null;
      this.#isHealthy = !this.#hasFailed && answer.durationMs < slowMs;
      const recorded = await this.#platform.write(async ({ db }) => {
        if (isNew) await insertDeliveries(db, [delivery]);
        return recordAttempt(db, receiver, delivery, answer, trigger);
      });
      if (recorded.disabled) this.reload();
      else if (recorded.nextAttemptAt !== null) this.#runner.wakeBy(Date.parse(recorded.nextAttemptAt));
    });
  }

  async #giveUp(reason: string): Promise<void> {
    for (;;) {
      const failed = await this.#platform.write(({ db, now }) =>
        failWaiting(db, this.#workspaceId, this.#endpointId, reason, now, failedAtOnce),
      );
      if (failed < failedAtOnce) return;
    }
  }
}
