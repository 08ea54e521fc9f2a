import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { environmentOf } from '../areas/qr/shop.ts';
import { startChatServer } from '../doubles/chat-server/chat-server.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { emptyResult } from '../support/fuzz/fuzz-check.ts';
import {
  fuzzEachOwnerOperation,
  fuzzedOwnerRoutes,
  notReached,
  reachEachOwnerOperation,
} from '../support/fuzz/fuzz-owner.ts';
import {
  expectSound,
  fuzzEachOperation,
  fuzzedRoutes,
  fuzzSequence,
  knownFrom,
  reachEachOperation,
} from '../support/fuzz/fuzz-run.ts';
import { makeOwnerThings } from '../support/fuzz/owner-requests.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { Client, eventually, startApp } from '../support/server/app.ts';
import { openConsole } from '../support/server/console.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';
import { makeOneOfEverything } from '../support/shop/one-of-everything.ts';

/** New cases each time; a fault includes its request, and these seeds repeat the run. */
const seeds = (
  process.env.FUZZ_SEEDS ?? [0, 1, 2].map((step) => (Date.now() + step * 7_919_777) % 1_000_000_000).join()
)
  .split(',')
  .map(Number);
const seed = seeds[0] as number;
/** Requests per seed. */
const leastRequests = Number(process.env.FUZZ_REQUESTS ?? 100_000);

/** Collects garbage in the server and records the remaining memory. */
const probe = new URL('../bench/load/measure-inside.ts', import.meta.url);
/** The first rounds fill caches of statements, schemas and scopes, and compile hot code. */
const roundsToWarmUp = 6;
const roundsToMeasure = 6;
/** Most growth is code that V8 still compiles. `bench/load/soak` shows whether it ends. */
const mostBytesPerRequest = 300;

/** Operations that must have returned 2xx at least once. */
const everyRoute = [...fuzzedRoutes, ...fuzzedOwnerRoutes.filter((route) => !(route in notReached))];

async function startFilled() {
  const chat = await startChatServer();
  const shop = { ...(await startApp({ env: environmentOf(chat) })), chat };
  const everything = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321');
  return { shop, everything, known: knownFrom(everything) };
}

test.each(seeds)(
  'every operation works, and random requests cause no failure and no undocumented response (seed %i)',
  async (ofRun) => {
    const { shop, everything } = await startFilled();
    const things = await makeOwnerThings(shop, await openConsole(shop), everything);
    const known = knownFrom(things);
    const result = emptyResult();
    expect(await reachEachOwnerOperation(shop, things, result)).toEqual([]);
    expect(await reachEachOperation(shop, everything, result)).toEqual([]);
    const plan = { requestsPerOperation: 60, msPerOperation: 2_000 };
    for (let round = 0; result.requests < leastRequests; round++) {
      const ofRound = { ...plan, seed: ofRun + round * 1_000 };
      await fuzzEachOperation(shop.api, known, ofRound, result);
      await fuzzEachOwnerOperation(shop, known, ofRound, result);
    }
    await expectSound(shop, shop.api);
    const { requests, faults, reached, slowest, slowestMs, byStatus } = result;
    expect(everyRoute.filter((route) => !reached.has(route))).toEqual([]);
    const counts = `${reached.size} operations returned 2xx; ${JSON.stringify(byStatus)}`;
    const note = `slowest ${Math.round(slowestMs)} ms (${slowest}); ${counts}`;
    reportReliability(`fuzz, each operation, seed ${ofRun}`, { runs: 1, faults: faults.size, requests, note });
    expect([...faults.values()]).toEqual([]);
  },
  3_600_000,
);

test('sequences of creates, links and deletes leave a consistent database', async () => {
  let requests = 0;
  for (let run = 0; run < 4; run++) {
    const { shop, known } = await startFilled();
    const result = await fuzzSequence(shop.api, known, 400, seed + run * 1_000);
    requests += result.requests;
    expect([...result.faults.values()], `seed ${seed}, run ${run}`).toEqual([]);
    await expectSound(shop, shop.api);
  }
  const note = `seed ${seed}; integrity_check and every list after each run`;
  reportReliability('fuzz, sequences', { runs: 4, faults: 0, requests, note });
}, 200_000);

test('requests leave nothing behind in the server’s memory', async () => {
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'fuzz', '--scopes', 'all']);
  const insideFile = join(home, 'inside.json');
  const env = { NODE_OPTIONS: `--import=${probe.href}`, FRONTDESK_BENCH_INSIDE: insideFile };
  const quiet = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'silent', FRONTDESK_OUTBOUND_ALLOW: '*' };
  const server = await startServerProcess(home, { ...env, ...quiet });
  const api = new Client(server.url, key);
  const known = knownFrom(await makeOneOfEverything({ settle: () => sleep(500) }, api, 'Ana', '+5511987654321'));
  const collect = async (): Promise<number> => {
    await sleep(1_000);
    await rm(insideFile, { force: true });
    process.kill(server.processId, 'SIGUSR2');
    return eventually(
      async () => JSON.parse((await readFile(insideFile, 'utf8').catch(() => '')) || '{}').bytes,
      10_000,
    );
  };
  const plan = { requestsPerOperation: 6, msPerOperation: 1_000 };
  const bytes: number[] = [];
  let requests = 0;
  for (let round = 0; round < roundsToWarmUp + roundsToMeasure; round++) {
    const result = await fuzzEachOperation(api, known, { ...plan, seed: seed + round * 10_000 });
    if (round >= roundsToWarmUp) requests += result.requests;
    if (round >= roundsToWarmUp - 1) {
      // The second collection frees what the first one only marked.
      await collect();
      bytes.push(await collect());
    }
  }
  expect(await server.end()).toBe(0);
  const bytesPerRequest = ((bytes.at(-1) as number) - (bytes[0] as number)) / requests;
  const megabytes = bytes.map((value) => (value / 1e6).toFixed(1)).join(', ');
  const note = `seed ${seed}; heap after each round ${megabytes} MB: ${bytesPerRequest.toFixed(0)} B a request`;
  reportReliability('fuzz, memory', { runs: bytes.length, faults: 0, requests, note });
  expect(bytesPerRequest).toBeLessThan(mostBytesPerRequest);
}, 600_000);
