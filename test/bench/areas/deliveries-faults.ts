import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { prepareShop } from '../shop.ts';
import {
  atMost,
  pinLoadGenerator,
  quantile,
  round,
  startFrontdesk,
  summarize,
  withTemporaryHome,
  writeResults,
} from '../support.ts';
import { insertEvents } from './insert-events.ts';

/**
 * 500 events to 20 endpoints are 10,000 deliveries: how are ten healthy endpoints affected when five others are dead and
 * five respond after ten seconds?
 */
const events = 500;
const watched = 10;
const slowMs = 10_000;

interface Sink {
  urls: string[];
  /** Arrival of each delivery to a healthy endpoint (epoch ms). */
  received: number[];
  close(): void;
}

pinLoadGenerator();
const alone = await measure(0);
const beside = await measure(5);
const figures = (times: number[]) => ({ ...summarize(times, 99), 'last ms': Math.max(...times) });
writeResults('deliveries-faults', {
  'the ten beside 10 more healthy ones': figures(alone),
  'the ten beside 5 dead and 5 slow ones': figures(beside),
  'ratio of p99': atMost(round(quantile(beside, 0.99) / quantile(alone, 0.99)), 1),
});

/** Returns the time from the ready server to the arrival of each delivery at its healthy endpoint. */
async function measure(faulty: number): Promise<number[]> {
  const times: number[] = [];
  await withTemporaryHome(async (home) => {
    const shop = await prepareShop(home, 10, 1);
    const sink = await startSink();
    const others = Array.from({ length: 10 - 2 * faulty }, (_, index) =>
      sink.urls[0]?.replace('fast', `other/${index}`),
    );
    const dead = Array.from({ length: faulty }, (_, index) => `http://127.0.0.1:9/dead/${index}`);
    const slow = Array.from({ length: faulty }, (_, index) => `${sink.urls[0]?.replace('/fast/0', '')}/slow/${index}`);
    const first = await startFrontdesk(home);
    for (const url of [...dead, ...slow, ...others, ...sink.urls]) await addEndpoint(first.url, shop.key, String(url));
    await first.stop();
    insertEvents(shop.file, events);
    const server = await startFrontdesk(home);
    const readyAt = Date.now();
    while (sink.received.length < watched * events) await sleep(20);
    for (const at of sink.received) times.push(at - readyAt);
    sink.close();
    server.process.kill('SIGKILL');
    expectQueued(shop.file, 20 * events);
  });
  return times;
}

async function startSink(): Promise<Sink> {
  const received: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url?.startsWith('/slow')) return setTimeout(() => response.end(), slowMs);
      if (request.url?.startsWith('/fast')) received.push(Date.now());
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const urls = Array.from({ length: watched }, (_, index) => `http://127.0.0.1:${port}/fast/${index}`);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { urls, received, close };
}

async function addEndpoint(serverUrl: string, key: string, url: string): Promise<void> {
  const { status } = await fetch(`${serverUrl}/api/developers/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['message.received'] }),
  });
  if (status !== 201) throw new Error(`${url} was refused with ${status}`);
}

function expectQueued(file: string, count: number): void {
  const db = openSqlite(file);
  const queued = db.prepare('select count(*) from deliveries').pluck().get();
  db.close();
  if (queued !== count) throw new Error(`${queued} deliveries were queued, not ${count}`);
}
