import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '../database/database.ts';
import type { Platform } from '../platform.ts';

/** Waits that are kept on the disk. */
export interface StoredWaits {
  /** Begins those anew that were begun at a moment which lies in the future now (see `restartWaits`). */
  restart(db: Db, now: string): Promise<void>;
  /** Looks anew at what waits; called after the commit. */
  wake?(platform: Platform): unknown;
}

/**
 * What was to wait seconds under a clock that was days ahead would wait days once the clock is put right. So the waits
 * that were begun in what is the future now begin anew, when the clock is put back and at the start. What was set to a
 * moment of the calendar, such as an appointment's reminder, keeps it.
 */
export class ClockWatch {
  readonly #platform: Platform;
  readonly #waits: StoredWaits[];
  #cancel: () => void = () => {};

  /** `waits` beside those of the jobs. */
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

  /** An alarm that is never due rings only where the clock was put back. */
  #listen(): void {
    this.#cancel = this.#platform.clock.alarm(Number.MAX_SAFE_INTEGER, () => {
      this.#listen();
      this.#platform.log.warn('the clock was put back');
      this.#restartAll().catch((error) => this.#platform.log.error({ err: error }, 'waits were not begun anew'));
    });
  }

  async #restartAll(): Promise<void> {
    await this.#platform.write(async ({ db, now }) => {
      for (const waits of this.#waits) await waits.restart(db, now);
    });
    for (const waits of this.#waits) await waits.wake?.(this.#platform);
  }
}

/** All but the jobs that were queued for a moment (`runAt`) and have not been tried: that one keeps its place in time. */
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
  /** The column with the moment at which a wait ends. */
  due: string;
  /** The column with the moment at which it was begun. */
  since: string;
  /** Of which rows; by default of all. */
  only?: RawBuilder<SqlBool>;
}

/** Has waits that were begun after `now` begin at `now`, each as long as it was. */
export async function restartWaits(db: Db, now: string, { table, due, since, only }: WaitColumns): Promise<void> {
  const [dueAt, begunAt] = [sql.ref(due), sql.ref(since)];
  await sql`
    update ${sql.table(table)}
    set ${dueAt} = strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${now}) + julianday(${dueAt}) - julianday(${begunAt})),
        ${begunAt} = ${now}
    where ${dueAt} > ${now} and ${begunAt} > ${now} and ${only ?? sql`true`}`.execute(db);
}
