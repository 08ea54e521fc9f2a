import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Client, eventually, startApp } from '../support/app.ts';
import { expectSound, fuzzEachOperation, fuzzSequence, knownFrom } from '../support/fuzz-run.ts';
import { makeOneOfEverything } from '../support/one-of-everything.ts';
import { cliJson, startServerProcess } from '../support/processes.ts';
import { reportReliability } from '../support/reliability-report.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Other cases each time; a fault tells its request, and this number repeats the run. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);

/** Collects the garbage of the server and writes what is left. */
const probe = new URL('../bench/measure-inside.ts', import.meta.url);
/** The first rounds fill the caches of statements, schemas and scopes, and compile what is called often. */
const roundsToWarmUp = 6;
const roundsToMeasure = 6;
/** Most of what grows here is code that V8 goes on compiling. Whether it ends is for `bench/soak` to tell. */
const mostBytesPerRequest = 300;

async function startFilled() {
  const shop = await startApp();
  return { shop, known: knownFrom(await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321')) };
}

test('up to 500 requests of each operation find no failure and nothing that is not documented', async () => {
  const { shop, known } = await startFilled();
  const plan = { seed, requestsPerOperation: 500, msPerOperation: 2_000 };
  const { requests, faults, slowest, slowestMs, byStatus } = await fuzzEachOperation(shop.api, known, plan);
  await expectSound(shop, shop.api);
  const note = `seed ${seed}; slowest ${Math.round(slowestMs)} ms (${slowest}); ${JSON.stringify(byStatus)}`;
  reportReliability('fuzz, each operation', { runs: 1, faults: 0, requests, note });
  expect([...faults.values()], `seed ${seed}`).toEqual([]);
}, 900_000);

test('sequences of creates, links and deletes leave a sound database behind', async () => {
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

test('what was asked leaves nothing behind in the server’s memory', async () => {
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
      // What the first collection only marks goes with the second.
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
