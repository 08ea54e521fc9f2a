import { type ScheduledTask, schedule } from 'node-cron';
import { z } from 'zod';
import { machineTimezone } from '../access/workspaces.ts';
import { minuteMs } from '../durations.ts';
import type { Platform } from '../platform.ts';
import { latestMoment } from './cron.ts';
import { defineJob, insertJob } from './jobs.ts';

declare module '../database/database.ts' {
  interface Tables {
    schedules: { name: string; last_run_at: string };
  }
}

/** Work that comes round again. `cron` is read in the machine's time zone, to the minute (see `latestMoment`). */
export interface Recurring {
  name: string;
  cron: string;
  run(platform: Platform): Promise<void>;
}

/** How far back a machine that slept looks for what it has missed. */
const farthestLookBackMs = 8 * 24 * 60 * minuteMs;
/** A run that lies farther ahead than this was noted under a wrong clock: to wait for it could take years. */
const farthestAheadMs = 24 * 60 * minuteMs;
/** So many runs may be left out after the clock was put back, so that none is repeated. */
const mostLeftOut = 5;

/**
 * One tick a minute asks each piece of recurring work whether a moment of its expression has passed since it last ran.
 * So what a sleeping machine missed is caught up once, not once a miss, and a clock set back repeats nothing.
 */
export class Scheduler {
  readonly #platform: Platform;
  readonly #recurring: Recurring[];
  #ticker: ScheduledTask | null = null;

  constructor(platform: Platform, recurring: Recurring[]) {
    this.#platform = platform;
    this.#recurring = recurring;
  }

  /** The job that runs one piece of recurring work, so that it is listed, retried and never doubled like any other. */
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

  /** Queues whatever has come due. */
  async tick(): Promise<void> {
    const now = this.#platform.clock.now();
    const nowMs = now.getTime();
    const rows = await this.#platform.database.read.selectFrom('schedules').selectAll().execute();
    const lastRuns = new Map(rows.map((row) => [row.name, Date.parse(row.last_run_at)]));
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

  async #markRun(name: string, now: Date, enqueue: boolean): Promise<void> {
    const at = now.toISOString();
    await this.#platform.write(async ({ db }) => {
      await db
        .insertInto('schedules')
        .values({ name, last_run_at: at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_run_at: at }))
        .execute();
      if (enqueue) await insertJob({ db, now: at }, null, this.job, { name }, { key: `recurring:${name}:${at}` });
    });
  }
}

/** Whether to wait until the last run has passed would leave out more than a few runs: its clock was put back since. */
function isTooFarAhead(cron: string, timezone: string, lastRun: number, nowMs: number): boolean {
  if (lastRun <= nowMs) return false;
  if (lastRun > nowMs + farthestAheadMs) return true;
  let moment: number | null = lastRun + 1;
  for (let count = 0; count <= mostLeftOut && moment !== null; count++) {
    moment = latestMoment(cron, timezone, nowMs, moment - 1);
  }
  return moment !== null;
}
