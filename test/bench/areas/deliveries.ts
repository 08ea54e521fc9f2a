import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServer } from '../../../server/launch/build-once.js';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { openPgBoss, type PgBossSender, preparePgBoss } from '../peer/pg-boss.ts';
import { prepareShop, type Shop } from '../shop.ts';
import {
  atLeast,
  median,
  pinLoadGenerator,
  type RunningServer,
  round,
  startFrontdesk,
  startServer,
  withTemporaryHome,
  writeResults,
} from '../support.ts';
import { insertEvents } from './insert-events.ts';

/**
 * Webhook deliveries a second to a local sink, each signed, each attempt stored with `synchronous=FULL`. In turns with
 * pg-boss on PostgreSQL, which sends the same payloads from jobs that are already queued; ours begins with the events.
 * Beside them, what the HTTP client reaches when it only sends: no sender in one process can exceed that.
 */
const events = Number(process.env.BENCH_EVENTS ?? 20_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const recordedWithinMs = 10_000;

/** Counts what arrives, and when. */
async function openSink() {
  const sink = { url: '', received: 0, firstAt: 0, lastAt: 0, close: () => server.close() };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      sink.received += 1;
      sink.lastAt = performance.now();
      if (sink.received === 1) sink.firstAt = sink.lastAt;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return sink;
}

type Sink = Awaited<ReturnType<typeof openSink>>;

/** Deliveries a second from the first to the last. Throws if not all attempts are recorded soon after. */
async function measure(
  sink: Sink,
  start: () => Promise<RunningServer>,
  countMissing: () => Promise<number> | number,
): Promise<number> {
  sink.received = 0;
  const running = await start();
  while (sink.received < events) {
    if (running.process.exitCode !== null) throw new Error('The sender has ended');
    await sleep(20);
  }
  const speed = (events - 1) / ((sink.lastAt - sink.firstAt) / 1_000);
  const deadline = performance.now() + recordedWithinMs;
  while ((await countMissing()) > 0) {
    if (performance.now() > deadline) throw new Error('An attempt was not recorded');
    await sleep(50);
  }
  await running.stop();
  return speed;
}

async function subscribe(home: string, shop: Shop, url: string): Promise<void> {
  const server = await startFrontdesk(home);
  await fetch(`${server.url}/api/developers/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['message.received'] }),
  });
  await server.stop();
}

function query<Row>(file: string, text: string): Row {
  const db = openSqlite(file);
  const row = db.prepare(text).get() as Row;
  db.close();
  return row;
}

async function measureOurs(home: string, shop: Shop, sink: Sink, turn: number): Promise<number> {
  insertEvents(shop.file, events);
  const count = () => query<{ count: number }>(shop.file, 'select count(*) as count from delivery_attempts').count;
  return measure(
    sink,
    () => startFrontdesk(home),
    () => (turn + 1) * events - count(),
  );
}

async function measurePgBoss(pgBoss: PgBossSender, shop: Shop, sink: Sink, turn: number): Promise<number> {
  const { payload } = query<{ payload: string }>(shop.file, 'select payload from deliveries limit 1');
  await pgBoss.fill(events, JSON.parse(payload));
  return measure(
    sink,
    () => pgBoss.start(sink.url),
    async () => (turn + 1) * events - (await pgBoss.countRecorded()),
  );
}

function measureSendOnly(shop: Shop, sink: Sink): Promise<number> {
  const { payload } = query<{ payload: string }>(shop.file, 'select payload from deliveries limit 1');
  const program = new URL('./send-only.ts', import.meta.url).pathname;
  const env = { BENCH_SINK: sink.url, BENCH_EVENTS: String(events), BENCH_PAYLOAD: payload };
  return measure(
    sink,
    () => startServer([program], env),
    () => 0,
  );
}

// A build that fails ends this process, which then leaves no PostgreSQL behind.
await buildServer();
const reason = preparePgBoss();
if (reason !== null) console.log(`pg-boss cannot be compared: ${reason}`);
// Before this process is pinned: PostgreSQL may use both cores.
const pgBoss = reason === null ? await openPgBoss() : null;
pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const sink = await openSink();
  const ours: number[] = [];
  const theirs: number[] = [];
  const sentOnly: number[] = [];
  try {
    const shop = await prepareShop(home, 10, 1);
    await subscribe(home, shop, sink.url);
    for (let turn = 0; turn < rounds; turn++) {
      ours.push(await measureOurs(home, shop, sink, turn));
      sentOnly.push(await measureSendOnly(shop, sink));
      if (pgBoss) theirs.push(await measurePgBoss(pgBoss, shop, sink, turn));
    }
  } finally {
    sink.close();
    await pgBoss?.remove();
  }
  writeResults('deliveries', {
    'deliveries/s, attempts recorded': atLeast(round(median(ours), 0), 3_000),
    'sending alone, deliveries/s': round(median(sentOnly), 0),
    ...(pgBoss && {
      'pg-boss, deliveries/s, attempts recorded': round(median(theirs), 0),
      'ratio to pg-boss': atLeast(round(median(ours) / median(theirs)), 2),
    }),
  });
});
