import { sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { Db, Row, Table, Tables } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { minuteMs } from '../durations.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import type { Item } from '../running/running-board.ts';
import { redact } from '../text/redact.ts';
import { isPauseRefusal } from './sending-pause.ts';
import { setAsideJob, setAsideJobs } from './set-aside-jobs.ts';
import { WakeLoop } from './wake-loop.ts';
import type { Work } from './work.ts';

declare module '../database/database.ts' {
  interface Tables {
    /** FAILED without `finished_at` means set aside: the process died in the job too often. */
    jobs: Table<'jobs', { status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED' }>;
  }
}

/** A job as it was queued; `workspaceId` is null for work that belongs to no workspace. */
export interface QueuedJob<Input> {
  platform: Platform;
  workspaceId: string | null;
  input: Input;
}

/** The arguments of a running job. */
export interface JobRun<Input> extends QueuedJob<Input> {
  /** 1 at the first attempt. */
  attempt: number;
  /** Aborted at shutdown and on timeout. */
  signal: AbortSignal;
  /** Records progress, 0 to 100. */
  progress(percent: number): Promise<void>;
}

/**
 * A kind of durable work. `run` may be called again after a crash: its effects must be idempotent, or be made by the
 * function that it returns, which runs in the transaction that marks the job done.
 */
export interface Job<Input> {
  name: string;
  input: z.ZodType<Input>;
  /** Attempts before the job is FAILED; the wait doubles from one second up to ten minutes. */
  maxAttempts?: number;
  timeoutMs?: number;
  /** Limit of concurrent jobs of this kind, so that heavy ones leave room for others. */
  maxRunning?: number;
  /** Deletes the row when the job is done: for work that recurs every minute. */
  forgetWhenDone?: boolean;
  run(job: JobRun<Input>): Promise<void | ((work: { db: Db; now: string }) => Promise<void>)>;
  /** Notifies whoever waits for the job that it is no longer retried, since the process died in it too often. */
  setAside?(job: QueuedJob<Input>): Promise<void>;
}

export const defineJob = <Input>(job: Job<Input>): Job<Input> => job;

export interface JobOptions {
  /** At most one job per key, whatever its state: makes queueing idempotent. */
  key?: string;
  runAt?: Date;
}

const concurrency = 4;
const defaultMaxAttempts = 8;
const defaultTimeoutMs = 10 * minuteMs;
const firstRetryMs = 1_000;
const longestRetryMs = 10 * minuteMs;
/** Delay before a job that was held by the sending pause runs again. */
const heldMs = 15_000;

export async function insertJob<Input>(
  work: Pick<Work, 'db' | 'now'>,
  workspaceId: string | null,
  job: Job<Input>,
  input: Input,
  options: JobOptions = {},
): Promise<void> {
  await work.db
    .insertInto('jobs')
    .values({
      id: newId('job'),
      workspace_id: workspaceId,
      name: job.name,
      key: options.key ?? null,
      input: JSON.stringify(input),
      status: 'PENDING',
      run_at: options.runAt?.toISOString() ?? work.now,
      created_at: work.now,
      updated_at: work.now,
      attempts: 0,
      progress: 0,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/**
 * Deletes a job by its key unless it is running; for work that lost its reason, such as the reminder of a cancelled
 * appointment.
 */
export async function cancelJob(db: Db, key: string): Promise<void> {
  await db.deleteFrom('jobs').where('key', '=', key).where('status', '!=', 'RUNNING').execute();
}

/** Selects the next pending job; `except` is a JSON array of job names that must not start now. */
const selectNext = prepareQuery((db, except: string) =>
  db
    .selectFrom('jobs')
    .select(['id', 'run_at'])
    .where('status', '=', 'PENDING')
    .where('name', 'not in', sql<string>`(select value from json_each(${except}))`)
    .orderBy('run_at')
    .limit(1),
);

/** Runs jobs: claims them under a lease, retries failures and reclaims what a crash left running. */
export class JobRunner {
  readonly #platform: Platform;
  readonly #jobs: Map<string, Job<never>>;
  readonly #owner = newId('boot');
  readonly #loop: WakeLoop;
  /** Running jobs by promise, with the name of the job. */
  readonly #running = new Map<Promise<void>, string>();
  /** Before the start has reclaimed running jobs, commits must not run any. */
  #started = false;

  constructor(platform: Platform, jobs: Job<never>[]) {
    this.#platform = platform;
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#loop = new WakeLoop(
      platform.clock,
      () => this.#startNext(),
      (error) => {
        platform.log.error({ err: error }, 'no job could be claimed');
        this.#loop.rest();
      },
    );
    platform.running.suspects.handlers.set('job', setAsideJobs);
  }

  /** Reclaims jobs of an earlier process: holding the folder's lock proves that it is dead, whatever its lease. */
  async start(): Promise<void> {
    await this.#platform.database.write((db) =>
      db.updateTable('jobs').set({ status: 'PENDING', owner: null }).where('status', '=', 'RUNNING').execute(),
    );
    this.#started = true;
    this.wake();
  }

  /** Looks for due jobs now; called after each commit and when the next job is due. */
  wake(): void {
    if (this.#started) this.#loop.wake();
  }

  /** Called after `platform.stopping` has interrupted the running jobs. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.allSettled(this.#running.keys());
  }

  /** Resolves when nothing is due and nothing runs; for tests. */
  async idle(): Promise<void> {
    do {
      await Promise.allSettled(this.#running.keys());
      await this.#loop.idle();
    } while (this.#running.size > 0);
  }

  /** Starts the next job if due; returns whether to look for another. */
  async #startNext(): Promise<boolean> {
    if (this.#running.size >= concurrency || this.#platform.stopping.aborted) return false;
    const next = selectNext(this.#platform.database.read, this.#namesAtTheirMost()).first();
    if (!next) return false;
    const now = this.#platform.clock.now();
    if (next.run_at > now.toISOString()) {
      this.#loop.wakeBy(Date.parse(next.run_at));
      return false;
    }
    const row = await this.#claim(next.id, now);
    if (!row) return true;
    const run: Promise<void> = this.#run(row).finally(() => {
      this.#running.delete(run);
      this.wake();
    });
    this.#running.set(run, row.name);
    return true;
  }

  /** Returns undefined when the job was cancelled meanwhile. */
  #claim(id: string, now: Date): Promise<Row<'jobs'> | undefined> {
    return this.#platform.database.write((db) =>
      db
        .updateTable('jobs')
        .set({
          status: 'RUNNING',
          owner: this.#owner,
          attempts: sql<number>`attempts + 1`,
          lease_until: new Date(now.getTime() + defaultTimeoutMs).toISOString(),
          updated_at: now.toISOString(),
        })
        .where('id', '=', id)
        .where('status', '=', 'PENDING')
        .returningAll()
        .executeTakeFirst(),
    );
  }

  #namesAtTheirMost(): string {
    const counts = new Map<string, number>();
    for (const name of this.#running.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
    const isFull = ([name, count]: [string, number]) => count >= (this.#jobs.get(name)?.maxRunning ?? concurrency);
    return JSON.stringify([...counts].filter(isFull).map(([name]) => name));
  }

  async #run(row: Row<'jobs'>): Promise<void> {
    const { log, running } = this.#platform;
    const item: Item = { kind: 'job', key: `${row.name} ${row.id}` };
    try {
      if (running.suspects.isPoison(item)) await setAsideJob(this.#platform, this.#jobs.get(row.name), row, item);
      else await running.during(item, () => this.#perform(row));
    } catch (error) {
      const details = { job: row.name, id: row.id, attempt: row.attempts, err: error };
      if (!isPauseRefusal(error)) log.warn(details, 'job failed');
      await this.#retryOrFail(row, error as Error).catch((cause) => log.error({ err: cause }, 'job state not written'));
    }
  }

  async #perform(row: Row<'jobs'>): Promise<void> {
    const { clock, database } = this.#platform;
    const job = this.#jobs.get(row.name);
    if (!job) throw new Error(`No job is named ${row.name}`);
    const timeout = AbortSignal.timeout(job.timeoutMs ?? defaultTimeoutMs);
    const finish = await job.run({
      platform: this.#platform,
      workspaceId: row.workspace_id,
      input: job.input.parse(JSON.parse(row.input)),
      attempt: row.attempts,
      signal: AbortSignal.any([this.#platform.stopping, timeout]),
      progress: (percent) => this.#update(row.id, { progress: Math.round(percent) }),
    });
    await database.write(async (db) => {
      const now = clock.now().toISOString();
      if (finish) await finish({ db, now });
      if (job.forgetWhenDone) await db.deleteFrom('jobs').where('id', '=', row.id).execute();
      else await changeOwned(db, row.id, this.#owner, { ...done, finished_at: now, updated_at: now });
    });
  }

  async #retryOrFail(row: Row<'jobs'>, error: Error): Promise<void> {
    const now = this.#platform.clock.now();
    const message = redact(error.message).slice(0, 500);
    if (this.#platform.stopping.aborted) {
      // Interrupted by the shutdown: the attempt does not count, and the next start resumes it.
      await this.#update(row.id, { status: 'PENDING', attempts: row.attempts - 1, run_at: now.toISOString() });
    } else if (isPauseRefusal(error)) {
      const runAt = new Date(now.getTime() + heldMs).toISOString();
      await this.#update(row.id, { status: 'PENDING', attempts: row.attempts - 1, run_at: runAt });
    } else if (row.attempts >= (this.#jobs.get(row.name)?.maxAttempts ?? defaultMaxAttempts)) {
      await this.#update(row.id, { status: 'FAILED', error: message, finished_at: now.toISOString() });
    } else {
      const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (row.attempts - 1));
      const runAt = new Date(now.getTime() + waitMs).toISOString();
      await this.#update(row.id, { status: 'PENDING', error: message, run_at: runAt });
    }
  }

  async #update(id: string, changes: Updateable<Tables['jobs']>): Promise<void> {
    const updated = { ...changes, updated_at: this.#platform.clock.now().toISOString() };
    await this.#platform.database.write((db) => changeOwned(db, id, this.#owner, updated));
  }
}

const done = { status: 'DONE', progress: 100, error: null } as const;

/** Changes a job unless another process has taken it over. */
async function changeOwned(db: Db, id: string, owner: string, changes: Updateable<Tables['jobs']>): Promise<void> {
  await db.updateTable('jobs').set(changes).where('id', '=', id).where('owner', '=', owner).execute();
}

/** Returns the state of the job with this key; null when none was queued within the retention period. */
export async function findJobByKey(db: Db, key: string) {
  const row = await db
    .selectFrom('jobs')
    .select(['status', 'progress', 'error', 'run_at as runAt'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}
