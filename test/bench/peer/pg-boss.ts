import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, withoutPostgres } from '../../support/environment/postgres.ts';
import { type RunningServer, startServer } from '../support.ts';
import { installPeer } from './install-peer.ts';

const version = '12.38.0';
const place = process.env.BENCH_PEER_PG_BOSS ?? join(tmpdir(), `frontdesk-peer-pg-boss-${version}`);
const rowsAtOnce = 1_000;

/** What the sender's process is told, as JSON in BENCH_SENDER. */
export interface SenderSettings {
  /** Of pg-boss. */
  module: string;
  connection: { host: string; port: number; user: string; password: string; database: string };
  queue: string;
  url: string;
}

/** pg-boss on a PostgreSQL of its own, with a queue of webhooks to one URL. */
export interface PgBossSender {
  fill(count: number, payload: object): Promise<void>;
  /** How many jobs are completed and have an attempt. */
  countRecorded(): Promise<number>;
  start(url: string): Promise<RunningServer>;
  remove(): Promise<void>;
}

/** Installs pg-boss once. Returns why it cannot be compared; null when it can. */
export function preparePgBoss(): string | null {
  if (withoutPostgres) return withoutPostgres;
  try {
    installPeer(place, [['install', `pg-boss@${version}`]]);
    return null;
  } catch (error) {
    return String(error).split('\n', 1)[0] ?? '';
  }
}

/** The PostgreSQL has its default settings and inherits on which cores this process may run. */
export async function openPgBoss(): Promise<PgBossSender> {
  const postgres = await startPostgres({ isDurable: true, within: process.env.BENCH_TMP });
  const module = join(place, 'node_modules/pg-boss/dist/index.js');
  const { port, user, password, database } = postgres;
  const connection = { host: '127.0.0.1', port, user, password, database };
  const queue = 'webhooks';
  const { PgBoss } = await import(module);
  const boss = new PgBoss({ ...connection, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(queue);
  // biome-ignore lint/suspicious/noExplicitAny: the rows are those of the query
  const query = async (text: string): Promise<any[]> => (await boss.getDb().executeSql(text)).rows;
  await query(`create table attempts (id bigserial primary key, job_id uuid not null, url text not null,
    status int not null, duration_ms int not null, at timestamptz not null)`);
  return {
    async fill(count, payload) {
      for (let from = 0; from < count; from += rowsAtOnce) {
        const jobs = Array.from({ length: Math.min(rowsAtOnce, count - from) }, () => ({ data: payload }));
        await boss.insert(queue, jobs);
      }
      // What autovacuum would do within a minute: without it, the first plans are those for an empty table.
      await query('vacuum analyze');
    },
    async countRecorded() {
      const joined = "pgboss.job join attempts on job_id = job.id where state = 'completed'";
      return Number((await query(`select count(*) from ${joined}`))[0].count);
    },
    start(url) {
      const settings: SenderSettings = { module, connection, queue, url };
      const program = new URL('./pg-boss-sender.ts', import.meta.url).pathname;
      return startServer([program], { BENCH_SENDER: JSON.stringify(settings) });
    },
    async remove() {
      await boss.stop({ graceful: false });
      await postgres.remove();
    },
  };
}
