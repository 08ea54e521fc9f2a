import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { prepareShop } from '../shop.ts';
import {
  atMost,
  median,
  type RunningServer,
  round,
  startFrontdesk,
  waitedMs,
  withTemporaryHome,
  writeResults,
} from '../support.ts';
import { type Load, load, type Request } from './load.ts';

/**
 * Fifty clients read and write for ten minutes at 70 % of the machine's capacity: latency, memory left after garbage
 * collection per request, event-loop delay. `SOAK_MINUTES` shortens it. Garbage collection is forced between the legs,
 * which stops the server and discards compiled code, so the seconds after it are not measured. Nothing is pinned to a
 * core: the server's helper threads would compete with it there.
 */
const minutes = Number(process.env.SOAK_MINUTES ?? 10);
const legs = Math.max(4, Math.round(minutes * 2));
const legSeconds = (minutes * 60) / legs;
const settlingSeconds = Math.min(5, legSeconds / 3);
/** A leg in which the server's main thread waited longer for a core was spoilt by the machine, and is repeated. */
const spoiltMsPerSecond = 150;
const mostRepeats = legs;

interface Inside {
  bytes: number;
  delayP99Ms: number;
}

await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 10_000, 5);
  const db = openSqlite(shop.file);
  db.exec("update conversations set status = 'HANDED_OFF'");
  db.close();
  const insideFile = join(home, 'inside.json');
  const probe = new URL('./measure-inside.ts', import.meta.url).href;
  const env = { NODE_OPTIONS: `--import=${probe}`, FRONTDESK_BENCH_INSIDE: insideFile };
  const server = await startFrontdesk(home, env);
  const requests = mix(shop.conversationIds);
  const ceiling = (await load(server.url, shop.key, requests, { seconds: 8 })).requestsPerSecond;
  const requestsPerSecond = ceiling * 0.7;
  // The first leg fills caches.
  await load(server.url, shop.key, requests, { seconds: legSeconds, requestsPerSecond });
  const runs: Load[] = [];
  const waits: number[] = [];
  const sent: number[] = [];
  const insides = [await lookInside(server, insideFile)];
  let repeats = 0;
  while (runs.length < legs) {
    await load(server.url, shop.key, requests, { seconds: settlingSeconds, requestsPerSecond });
    const seconds = legSeconds - settlingSeconds;
    const before = waitedMs(server.process.pid);
    const run = await load(server.url, shop.key, requests, { seconds, requestsPerSecond });
    const waited = (waitedMs(server.process.pid) - before) / seconds;
    // What a spoilt leg has left in memory counts all the same.
    sent.push(run.requestsPerSecond * legSeconds);
    insides.push(await lookInside(server, insideFile));
    if (waited > spoiltMsPerSecond && repeats < mostRepeats) {
      repeats += 1;
      continue;
    }
    runs.push(run);
    waits.push(waited);
  }
  await server.stop();
  writeResults('soak', {
    minutes,
    'ceiling, requests/s': round(ceiling, 0),
    'requests, none refused': round(
      sent.reduce((sum, count) => sum + count, 0),
      0,
    ),
    'median p99 of the legs, ms': round(median(runs.map((run) => run.p99Ms))),
    'worst p99 of a leg, ms': atMost(round(Math.max(...runs.map((run) => run.p99Ms))), 100),
    'main thread waited for a core, worst leg, ms a second': round(Math.max(...waits), 0),
    'legs repeated because the machine spoilt them': repeats,
    'memory, bytes/request': atMost(round(slope(sent, insides)), 5),
    'event loop, worst p99 of a leg, ms': atMost(round(Math.max(...insides.slice(1).map((one) => one.delayP99Ms))), 50),
  });
});

/** Requests of an inbox, its customers and an integration: nine reads of each kind to three writes. */
function mix(conversationIds: string[]): Request[] {
  return conversationIds.slice(0, 2_000).flatMap((id, index): Request[] => {
    const path = `/api/conversations/${id}`;
    if (index % 4 === 0)
      return [{ method: 'POST', path: `${path}/messages`, body: { content: 'Já saiu para entrega' } }];
    if (index % 40 === 1) return [{ method: 'GET', path: '/api/conversations?limit=20' }];
    return [{ method: 'GET', path: index % 2 === 0 ? path : `${path}/messages?limit=20` }];
  });
}

async function lookInside(server: RunningServer, file: string): Promise<Inside> {
  await sleep(500);
  rmSync(file, { force: true });
  server.process.kill('SIGUSR2');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(50);
  await sleep(50);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Least squares: bytes retained per request. */
function slope(sent: number[], insides: Inside[]): number {
  const totals = [0];
  for (const count of sent) totals.push((totals.at(-1) ?? 0) + count);
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const bytes = insides.map((inside) => inside.bytes);
  const [meanTotal, meanBytes] = [meanOf(totals), meanOf(bytes)];
  const shared = totals.map((total, index) => (total - meanTotal) * ((bytes[index] as number) - meanBytes));
  return meanOf(shared) / meanOf(totals.map((total) => (total - meanTotal) ** 2));
}
