import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { SenderSettings } from './pg-boss.ts';

/** A process of its own: sends the jobs of pg-boss as signed webhooks, as many at a time as Frontdesk does to one endpoint. */
const { module, connection, queue, url } = JSON.parse(process.env.BENCH_SENDER ?? '') as SenderSettings;
const dispatcher = new Agent({ connections: 64 });
const secret = Buffer.alloc(32, 'secret');
/** Among the fastest of those tried (2 to 8 workers, 32 to 500 jobs each), with what pg-boss documents for a backlog. */
const workers = 4;
const settings = {
  ...{ localConcurrency: workers, batchSize: 250, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
  // An attempt and the completion of its job are one commit, as ours are.
  transactional: true,
};

interface Job {
  id: string;
  data: object;
}

interface Transaction {
  executeSql(text: string, values: unknown[]): Promise<unknown>;
}

/** Sends a job once as Standard Webhooks describes it; throws unless the response is 2xx. */
async function send(job: Job) {
  const body = JSON.stringify(job.data);
  const at = new Date();
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac('sha256', secret).update(`${job.id}.${seconds}.${body}`).digest('base64');
  const startedAt = performance.now();
  const headers = {
    ...{ 'content-type': 'application/json', 'user-agent': 'pg-boss' },
    ...{ 'webhook-id': job.id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` },
  };
  const answer = await request(url, { dispatcher, method: 'POST', headers, body });
  await answer.body.text();
  const status = answer.statusCode;
  if (status < 200 || status > 299) throw new Error(`The sink answered ${status}`);
  return { id: job.id, status, durationMs: Math.round(performance.now() - startedAt), at };
}

async function sendAll(jobs: Job[], transaction: Transaction): Promise<void> {
  const attempts = await Promise.all(jobs.map(send));
  await transaction.executeSql(
    `insert into attempts (job_id, url, status, duration_ms, at)
     select id, $1, status, duration_ms, at
     from unnest($2::uuid[], $3::int[], $4::int[], $5::timestamptz[]) as sent (id, status, duration_ms, at)`,
    [
      url,
      attempts.map((attempt) => attempt.id),
      attempts.map((attempt) => attempt.status),
      attempts.map((attempt) => attempt.durationMs),
      attempts.map((attempt) => attempt.at),
    ],
  );
}

const { PgBoss } = await import(module);
// A worker holds a connection while it sends and takes another for what comes next; maintenance would run in between.
const boss = new PgBoss({ ...connection, max: 2 * workers + 2, supervise: false, schedule: false });
boss.on('error', (error: Error) => {
  throw error;
});
await boss.start();
await boss.work(queue, settings, sendAll);
console.log(`ready at ${url}`);
