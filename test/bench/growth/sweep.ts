import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite, type SqliteHandle } from '../../../server/platform/database/database.ts';
import { syncFile } from '../../../server/platform/database/sync.ts';
import { dayMs, secondMs } from '../../../server/platform/durations.ts';
import { newId } from '../../../server/platform/ids.ts';
import { atMost, type Figure, quantile, type RunningServer, round, startFrontdesk, timeEach } from '../support.ts';
import { addOldRows, oldRows } from './old-rows.ts';
import { type Shop, Tables } from './tables.ts';

const longestPauseMs = 50;
const pollEveryMs = 10;
const lookEveryMs = 250;
/** The sweep begins this long after it was queued, when the server has started and answered its first requests. */
const leadMs = 5 * secondMs;

/** Sweeps a month of old rows in a server and polls its `/healthz` meanwhile. */
export async function measureSweep(home: string, shop: Shop): Promise<Record<string, Figure>> {
  const db = openSqlite(shop.file);
  const rows = seed(db, shop);
  // Else the server's own syncs would wait for what the seeding left to be written.
  await syncFile(shop.file);
  const beginsAt = queueSweep(db);
  const server = await startFrontdesk(home);
  try {
    const { seconds, before, times } = await pollUntilSwept(server, db, beginsAt);
    assertSwept(db);
    return {
      'sweep of a month, rows': rows,
      'sweep, s': round(seconds, 1),
      'sweep, healthz p50 ms': round(quantile(times, 0.5)),
      'sweep, healthz p99 ms': round(quantile(times, 0.99)),
      // The first half warms the server up.
      'before the sweep, longest pause ms': round(Math.max(...before.slice(before.length / 2))),
      'sweep, longest pause ms': atMost(round(Math.max(...times)), longestPauseMs),
    };
  } finally {
    db.close();
    await server.stop();
  }
}

function seed(db: SqliteHandle, shop: Shop): number {
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  const tables = new Tables(db, shop);
  const count = db.transaction(() => addOldRows(tables))();
  db.pragma('wal_checkpoint(TRUNCATE)');
  return count;
}

/** Queues the nightly work `old rows` as the scheduler does, but for soon; returns when it begins, in ms. */
function queueSweep(db: SqliteHandle): number {
  const beginsAt = Date.now() + leadMs;
  const [now, runAt] = [new Date().toISOString(), new Date(beginsAt).toISOString()];
  db.prepare(
    `insert into jobs (id, name, input, status, run_at, created_at, updated_at)
       values (?, 'recurring', '{"name":"old rows"}', 'PENDING', ?, ?, ?)`,
  ).run(newId('job'), runAt, now, now);
  return beginsAt;
}

async function pollUntilSwept(server: RunningServer, db: SqliteHandle, beginsAt: number) {
  const countJobs = db
    .prepare("select count(*) from jobs where name = 'recurring' and input like '%old rows%'")
    .pluck();
  const before: number[] = [];
  const times: number[] = [];
  for (let lookAt = beginsAt; ; ) {
    const [ms = Number.NaN] = await timeEach(server.url, {}, ['/healthz']);
    await sleep(pollEveryMs);
    if (Date.now() < beginsAt) {
      before.push(ms);
      continue;
    }
    times.push(ms);
    if (Date.now() < lookAt) continue;
    if (countJobs.get() === 0) return { seconds: (Date.now() - beginsAt) / 1_000, before, times };
    lookAt = Date.now() + lookEveryMs;
  }
}

function assertSwept(db: SqliteHandle): void {
  for (const { table, keptDays, by } of oldRows) {
    const before = new Date(Date.now() - keptDays * dayMs).toISOString();
    const left = db.prepare(`select count(*) from ${table} where ${by} < ?`).pluck().get(before);
    if (left !== 0) throw new Error(`The sweep left ${left} rows of ${table}`);
  }
}
