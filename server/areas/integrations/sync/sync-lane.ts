import type { Platform } from '../../../platform/platform.ts';
import { DueRunner } from '../../../platform/work/due-runner.ts';
import type { Lane } from '../../../platform/work/lanes.ts';
import { findConnector } from '../connectors/connectors.ts';
import { findInstallation } from '../installations/installations.store.ts';
import { failUnbound, giveUpDeadly, listDueJobs, type SyncJobRow, takeBack } from './jobs.store.ts';
import { itemOf, runAttempt } from './run-attempt.ts';

const usualConcurrency = 4;
const failedAtOnce = 50;

/** The jobs of one installation. */
export class SyncLane implements Lane {
  readonly #platform: Platform;
  readonly #workspaceId: string;
  readonly #installationId: string;
  readonly #runner: DueRunner<SyncJobRow>;
  #concurrency = usualConcurrency;
  /** Set when bindings may have been disabled or deleted. */
  #isStale = true;
  /** Ids of jobs whose outcome could not be recorded. */
  readonly #lost = new Set<string>();

  constructor(platform: Platform, workspaceId: string, installationId: string) {
    this.#platform = platform;
    this.#workspaceId = workspaceId;
    this.#installationId = installationId;
    this.#runner = new DueRunner<SyncJobRow>(platform, {
      name: `syncs of ${installationId}`,
      room: (underWay) => this.#concurrency - underWay,
      next: (underWay) => this.#listDue(underWay),
      keyOf: (job) => job.id,
      dueMs: (job) => Date.parse(job.next_attempt_at ?? ''),
      itemOf,
      perform: (job, signal) => this.#attempt(job, signal),
      setAside: (job) => this.#setAside(job),
      fail: (job, error) => this.#lose(job, error),
    });
    this.#runner.start();
  }

  wake(): void {
    this.#runner.wake();
  }

  reload(): void {
    this.#isStale = true;
    this.#runner.reload();
  }

  /** Aborts the jobs under way; the next start recovers them. */
  stop(): Promise<void> {
    return this.#runner.stop();
  }

  async #listDue(underWay: number): Promise<SyncJobRow[]> {
    if (this.#lost.size > 0) await this.#takeBackLost();
    if (this.#isStale) await this.#giveUpUnbound();
    const { read } = this.#platform.database;
    const installation = await findInstallation(read, this.#workspaceId, this.#installationId);
    const connector = installation && findConnector(installation.connector);
    if (!connector) return [];
    this.#concurrency = connector.concurrency ?? usualConcurrency;
    // One more than may run: its due time tells when to look again.
    return listDueJobs(read, this.#workspaceId, this.#installationId, underWay + this.#concurrency + 1);
  }

  async #attempt(job: SyncJobRow, signal: AbortSignal): Promise<void> {
    const outcome = await runAttempt(this.#platform, job, signal);
    if (outcome?.disabled) {
      this.#platform.log.warn({ binding: job.binding_id }, 'a binding has failed 50 times on end: switched off');
    }
    if (!outcome || outcome.disabled) this.#isStale = true;
  }

  async #setAside(job: SyncJobRow): Promise<void> {
    await this.#platform.write(async ({ db, now }) => {
      await giveUpDeadly(db, job, now);
      await this.#platform.running.suspects.setAside(db, itemOf(job), now);
    });
  }

  /** Rethrows, so that the lane rests; the job is requeued when the lane reads again. */
  async #lose(job: SyncJobRow, error: Error): Promise<never> {
    this.#lost.add(job.id);
    throw error;
  }

  async #takeBackLost(): Promise<void> {
    const ids = [...this.#lost];
    await this.#platform.write(({ db, now }) => takeBack(db, this.#workspaceId, ids, now));
    for (const id of ids) this.#lost.delete(id);
  }

  async #giveUpUnbound(): Promise<void> {
    this.#isStale = false;
    for (;;) {
      const failed = await this.#platform.write(({ db, now }) =>
        failUnbound(db, this.#workspaceId, this.#installationId, now, failedAtOnce),
      );
      if (failed < failedAtOnce) return;
    }
  }
}
