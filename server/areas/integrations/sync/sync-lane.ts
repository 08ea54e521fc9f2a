import type { Platform } from '../../../platform/platform.ts';
import type { Lane } from '../../../platform/work/lanes.ts';
import { isSendingPaused } from '../../../platform/work/sending-pause.ts';
import { WakeLoop } from '../../../platform/work/wake-loop.ts';
import { findConnector } from '../connectors/connectors.ts';
import { findInstallation } from '../installations/installations.store.ts';
import { failUnbound, listDueJobs, type SyncJobRow, takeBack } from './jobs.store.ts';
import { runAttempt } from './run-attempt.ts';

const usualConcurrency = 4;
const failedAtOnce = 50;

/** The jobs of one installation. */
export class SyncLane implements Lane {
  readonly #platform: Platform;
  readonly #workspaceId: string;
  readonly #installationId: string;
  readonly #loop: WakeLoop;
  readonly #stopping = new AbortController();
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Set when bindings may have been switched off. */
  #stale = true;
  /** Jobs of which the end could not be written down. */
  readonly #lost = new Set<string>();

  constructor(platform: Platform, workspaceId: string, installationId: string) {
    this.#platform = platform;
    this.#workspaceId = workspaceId;
    this.#installationId = installationId;
    this.#loop = new WakeLoop(
      platform.clock,
      () => this.#startDue().then(() => false),
      (error) => this.#rest(error),
    );
  }

  wake(): void {
    this.#loop.wake();
  }

  reload(): void {
    this.#stale = true;
    this.wake();
  }

  /** Breaks off what is under way: the next start looks after it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
    await Promise.allSettled(this.#inFlight.values());
  }

  async #startDue(): Promise<void> {
    const { clock, database } = this.#platform;
    const now = clock.now();
    if (this.#lost.size > 0) await this.#takeBackLost();
    if (this.#stale) await this.#giveUpUnbound();
    if (isSendingPaused(database.read)) return this.#platform.sending.whenResumed(this.#loop.wake);
    const installation = await findInstallation(database.read, this.#workspaceId, this.#installationId);
    const connector = installation && findConnector(installation.connector);
    if (!connector) return;
    const room = (connector.concurrency ?? usualConcurrency) - this.#inFlight.size;
    if (room <= 0) return;
    // Those under way are not listed: they are due no more. One more than there is room for tells when to look again.
    const jobs = await listDueJobs(
      database.read,
      this.#workspaceId,
      this.#installationId,
      room + this.#inFlight.size + 1,
    );
    const waiting = jobs.filter(({ id }) => !this.#inFlight.has(id));
    for (const job of waiting.slice(0, room)) {
      if ((job.next_attempt_at ?? '') > now.toISOString()) break;
      this.#start(job);
    }
    const next = waiting.find(({ id }) => !this.#inFlight.has(id));
    if (next?.next_attempt_at) this.#loop.wakeBy(Math.max(Date.parse(next.next_attempt_at), now.getTime() + 1));
  }

  #start(job: SyncJobRow): void {
    const running = runAttempt(this.#platform, job, this.#stopping.signal)
      .then((outcome) => {
        if (outcome?.disabled) {
          this.#platform.log.warn({ binding: job.binding_id }, 'a binding has failed 50 times on end: switched off');
        }
        if (!outcome || outcome.disabled) this.#stale = true;
      })
      .catch((error) => {
        this.#lost.add(job.id);
        this.#rest(error);
      })
      .finally(() => {
        this.#inFlight.delete(job.id);
        this.wake();
      });
    this.#inFlight.set(job.id, running);
  }

  async #takeBackLost(): Promise<void> {
    const ids = [...this.#lost];
    await this.#platform.write(({ db, now }) => takeBack(db, this.#workspaceId, ids, now));
    for (const id of ids) this.#lost.delete(id);
  }

  async #giveUpUnbound(): Promise<void> {
    this.#stale = false;
    for (;;) {
      const failed = await this.#platform.write(({ db, now }) =>
        failUnbound(db, this.#workspaceId, this.#installationId, now, failedAtOnce),
      );
      if (failed < failedAtOnce) return;
    }
  }

  #rest(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#platform.log.error({ err: error, installation: this.#installationId }, 'sync lane failed');
    this.#loop.rest();
  }
}
