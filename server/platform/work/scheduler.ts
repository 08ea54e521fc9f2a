import { type ScheduledTask, schedule } from 'node-cron';
import { z } from 'zod';
import { machineTimezone } from '../access/workspaces.ts';
import type { Db } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { minuteMs } from '../durations.ts';
import type { Platform } from '../platform.ts';
import { leastAbsenceMs, recordAbsence } from './absence.ts';
import { latestMoment } from './cron.ts';
import { defineJob, insertJob } from './jobs.ts';

declare module '../database/database.ts' {
  interface Tables {
    schedules: { name: string; last_run_at: string };
  }
}

/** Recurring work. `cron` is read in the machine's time zone, to the minute (see `latestMoment`). */
export interface Recurring {
  name: string;
  cron: string;
  run(platform: Platform): Promise<void>;
}

/** How far back missed runs are caught up after the machine slept. */
const farthestLookBackMs = 8 * 24 * 60 * minuteMs;
/** A last run farther in the future than this was recorded under a wrong clock: waiting for it could take years. */
const farthestAheadMs = 24 * 60 * minuteMs;
/** Runs that may be skipped after the clock was set back, so that none is repeated. */
const mostLeftOut = 5;

/**
 * Once a minute, checks for each recurring work whether its expression came due since its last run. Missed runs are
 * caught up once, not one by one, and a clock that is set back repeats none.
 */
export class Scheduler {
  readonly #platform: Platform;
  readonly #recurring: Recurring[];
  #ticker: ScheduledTask | null = null;

  constructor(platform: Platform, recurring: Recurring[]) {
    this.#platform = platform;
    this.#recurring = recurring;
  }

  /** The job that runs recurring work, so that it is listed, retried and deduplicated like any other. */
  readonly job = defineJob({
    name: 'recurring',
    input: z.object({ name: z.string() }),
    maxAttempts: 3,
    forgetWhenDone: true,
    run: async ({ input, platform }) => {
      await this.#recurring.find(({ name }) => name === input.name)?.run(platform);
    },
  });

  async start(): Promise<void> {
    await this.tick();
    this.#ticker = schedule('* * * * *', () => this.tick(), { name: 'tick', suppressMissedWarning: true, unref: true });
  }

  async stop(): Promise<void> {
    await this.#ticker?.destroy();
  }

  /** Queues all work that has come due. */
  async tick(): Promise<void> {
    const now = this.#platform.clock.now();
    const nowMs = now.getTime();
    const rows = await this.#platform.database.read.selectFrom('schedules').selectAll().execute();
    const lastRuns = new Map(rows.map((row) => [row.name, Date.parse(row.last_run_at)]));
    await this.#noteAbsence(
      rows
        .map((row) => row.last_run_at)
        .sort()
        .at(-1),
      now.toISOString(),
    );
    const timezone = machineTimezone();
    for (const { name, cron } of this.#recurring) {
      const lastRun = lastRuns.get(name);
      if (lastRun === undefined || isTooFarAhead(cron, timezone, lastRun, nowMs)) {
        await this.#markRun(name, now, false);
        continue;
      }
      const from = Math.max(lastRun, nowMs - farthestLookBackMs);
      if (latestMoment(cron, timezone, from, nowMs) !== null) await this.#markRun(name, now, true);
    }
  }

  /** Some work runs every minute, so the last run of any is the last moment at which the server ran. */
  async #noteAbsence(lastRun: string | undefined, now: string): Promise<void> {
    if (lastRun === undefined || Date.parse(now) - Date.parse(lastRun) < leastAbsenceMs) return;
    await this.#platform.write(({ db }) => recordAbsence(db, lastRun, now));
  }

  async #markRun(name: string, now: Date, enqueue: boolean): Promise<void> {
    const at = now.toISOString();
    await this.#platform.write(async ({ db }) => {
      await db
        .insertInto('schedules')
        .values({ name, last_run_at: at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_run_at: at }))
        .execute();
      if (enqueue) await insertJob({ db, now: at }, null, this.job, { name }, { key: keyOf(name, at) });
    });
  }
}

const selectFailed = prepareQuery((db, key: string) =>
  db.selectFrom('jobs').select('error').where('key', '=', key).where('status', '=', 'FAILED'),
);

/** Returns the recurring work whose newest run was given up after its attempts. */
export async function listFailedRecurring(db: Db): Promise<{ name: string; error: string | null; at: string }[]> {
  const schedules = await db.selectFrom('schedules').selectAll().execute();
  return schedules.flatMap(({ name, last_run_at: at }) => {
    const failed = selectFailed(db, keyOf(name, at)).first();
    return failed ? [{ name, error: failed.error, at }] : [];
  });
}

const keyOf = (name: string, at: string): string => `recurring:${name}:${at}`;

/** Whether waiting for the recorded last run would skip more than a few runs, that is, the clock was set back since. */
function isTooFarAhead(cron: string, timezone: string, lastRun: number, nowMs: number): boolean {
  if (lastRun <= nowMs) return false;
  if (lastRun > nowMs + farthestAheadMs) return true;
  let moment: number | null = lastRun + 1;
  for (let count = 0; count <= mostLeftOut && moment !== null; count++) {
    moment = latestMoment(cron, timezone, nowMs, moment - 1);
  }
  return moment !== null;
}
