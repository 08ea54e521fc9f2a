import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '../database/database.ts';
import type { Platform } from '../platform.ts';

/** Waits that are stored in the database. */
export interface StoredWaits {
  /** Restarts the waits whose start now lies in the future (see `restartWaits`). */
  restart(db: Db, now: string): Promise<void>;
  /** Re-reads the waits; called after the commit. */
  wake?(platform: Platform): unknown;
}

/**
 * A wait of seconds begun while the clock was days ahead would last days once the clock is corrected. Waits whose start
 * lies in the future therefore restart when the clock is set back and at startup. Waits for a calendar moment, such as
 * an appointment's reminder, keep that moment.
 */
export class ClockWatch {
  readonly #platform: Platform;
  readonly #waits: StoredWaits[];
  #cancel: () => void = () => {};

  /** `waits` are watched in addition to those of the jobs. */
  constructor(platform: Platform, waits: StoredWaits[]) {
    this.#platform = platform;
    this.#waits = [jobWaits, ...waits];
  }

  async start(): Promise<void> {
    this.#listen();
    await this.#restartAll();
  }

  stop(): void {
    this.#cancel();
  }

  /** An alarm that is never due rings only when the clock is set back. */
  #listen(): void {
    this.#cancel = this.#platform.clock.alarm(Number.MAX_SAFE_INTEGER, () => {
      this.#listen();
      this.#platform.log.warn('the clock was set back');
      this.#restartAll().catch((error) => this.#platform.log.error({ err: error }, 'waits were not restarted'));
    });
  }

  async #restartAll(): Promise<void> {
    await this.#platform.write(async ({ db, now }) => {
      for (const waits of this.#waits) await waits.restart(db, now);
    });
    for (const waits of this.#waits) await waits.wake?.(this.#platform);
  }
}

/** All waits except those of jobs queued for a given moment (`runAt`) and never tried: these keep their moment. */
const jobWaits: StoredWaits = {
  restart: (db, now) =>
    restartWaits(db, now, {
      table: 'jobs',
      due: 'run_at',
      since: 'updated_at',
      only: sql`status = 'PENDING' and (attempts > 0 or updated_at <> created_at or run_at = created_at)`,
    }),
};

interface WaitColumns {
  table: keyof Tables;
  /** Column with the end of a wait. */
  due: string;
  /** Column with the start of a wait. */
  since: string;
  /** Restricts the rows; by default all. */
  only?: RawBuilder<SqlBool>;
}

/** Moves the start of waits that began after `now` to `now`, keeping their length. */
export async function restartWaits(db: Db, now: string, { table, due, since, only }: WaitColumns): Promise<void> {
  const [dueAt, begunAt] = [sql.ref(due), sql.ref(since)];
  await sql`
    update ${sql.table(table)}
    set ${dueAt} = strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${now}) + julianday(${dueAt}) - julianday(${begunAt})),
        ${begunAt} = ${now}
    where ${dueAt} > ${now} and ${begunAt} > ${now} and ${only ?? sql`true`}`.execute(db);
}
