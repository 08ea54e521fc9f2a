import { prepareShop } from '../shop.ts';
import {
  atLeast,
  atMost,
  median,
  pinLoadGenerator,
  round,
  startFrontdesk,
  startServer,
  withTemporaryHome,
  writeResults,
} from '../support.ts';
import { load } from './load.ts';

/** Authenticated `GET /api/conversations/{id}`: which share of the speed of bare Express remains, and how even is it? */
const rounds = 3;

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 10_000, 2);
  const requests = shop.conversationIds
    .filter((_, index) => index % 10 === 0)
    .map((id) => ({ method: 'GET' as const, path: `/api/conversations/${id}` }));
  const bare = await startServer(['test/bench/load/bare-server.ts', shop.file]);
  const frontdesk = await startFrontdesk(home);
  const bareRuns = [];
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    bareRuns.push(await load(bare.url, shop.key, requests));
    runs.push(await load(frontdesk.url, shop.key, requests));
  }
  await Promise.all([bare.stop(), frontdesk.stop()]);
  const bareSpeed = median(bareRuns.map((run) => run.requestsPerSecond));
  const speed = median(runs.map((run) => run.requestsPerSecond));
  writeResults('reads', {
    'bare, requests/s': round(bareSpeed, 0),
    'frontdesk, requests/s': round(speed, 0),
    'ratio to bare': atLeast(round(speed / bareSpeed), 0.5),
    'frontdesk, p99 ms': round(median(runs.map((run) => run.p99Ms))),
    'p99 to the mean': atMost(round(median(runs.map((run) => run.p99Ms / run.meanMs))), 3),
  });
});
