import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../database/database.ts';
import type { Platform } from '../platform.ts';

/** Rows that are deleted once they are old. */
export interface Retention {
  table: keyof Tables;
  /** The column of the moment (UTC) from which the age is counted; null there means that a row is kept. */
  by: string;
  keepMs: number;
  /** The columns of the primary key. */
  key: string[];
  /** The key follows the time: the oldest rows are found by it, where `by` has no index of its own. */
  isKeyInOrder?: true;
  /** Which of the old rows go; all of them without it. */
  only?: RawBuilder<unknown>;
}

/** So few that no request waits for their transaction. */
const rowsAtOnce = 500;

/** Deletes what is older than its retention, in short transactions. Rows of other tables go by `on delete cascade`. */
export async function deleteExpired(platform: Platform, list: readonly Retention[]): Promise<void> {
  for (const retention of list) {
    const before = new Date(platform.clock.now().getTime() - retention.keepMs).toISOString();
    while (!platform.stopping.aborted && (await deleteSome(platform, retention, before)) === rowsAtOnce);
  }
}

async function deleteSome(platform: Platform, retention: Retention, before: string): Promise<number> {
  const { table, by, key, only = sql`true`, isKeyInOrder = false } = retention;
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const oldest = isKeyInOrder
    ? sql`(select * from ${sql.table(table)} order by ${columns} limit ${rowsAtOnce})`
    : sql.table(table);
  const expired = sql`select ${columns} from ${oldest} where ${sql.ref(by)} < ${before} and ${only} limit ${rowsAtOnce}`;
  const { numAffectedRows = 0n } = await platform.write(({ db }) =>
    sql`delete from ${sql.table(table)} where (${columns}) in (${expired})`.execute(db),
  );
  return Number(numAffectedRows);
}
