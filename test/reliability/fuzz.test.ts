import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { expectSound, fuzzEachOperation, fuzzSequence, knownFrom } from '../support/fuzz-run.ts';
import { makeOneOfEverything } from '../support/one-of-everything.ts';
import { reportReliability } from '../support/reliability-report.ts';

/** Other cases each time; a fault tells its request, and this number repeats the run. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
const slowestAllowedMs = 1_000;

/** Operations whose work is long by its nature, and answered when it is done. */
const longWork = /eval|publish|upload-catalog|csv\/validate|contacts\/import/;

async function startFilled() {
  const shop = await startApp();
  return { shop, known: knownFrom(await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321')) };
}

test('up to 500 requests of each operation find no failure and nothing that is not documented', async () => {
  const { shop, known } = await startFilled();
  const plan = { seed, requestsPerOperation: 500, msPerOperation: 500 };
  const { requests, faults, slowest, slowestMs, byStatus } = await fuzzEachOperation(shop.api, known, plan);
  await expectSound(shop, shop.api);
  const note = `seed ${seed}; slowest ${Math.round(slowestMs)} ms (${slowest}); ${JSON.stringify(byStatus)}`;
  reportReliability('fuzz, each operation', { runs: 1, faults: 0, requests, lost: 0, doubled: 0, leaked: 0, note });
  expect([...faults.values()], `seed ${seed}`).toEqual([]);
  if (!longWork.test(slowest)) expect(slowestMs, slowest).toBeLessThan(slowestAllowedMs);
}, 400_000);

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
  reportReliability('fuzz, sequences', { runs: 4, faults: 0, requests, lost: 0, doubled: 0, leaked: 0, note });
}, 200_000);

test('what was asked leaves nothing behind in memory', async () => {
  const { shop, known } = await startFilled();
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const plan = { seed, requestsPerOperation: 6, msPerOperation: 200 };
  const heaps: number[] = [];
  let requests = 0;
  // The first rounds fill the caches of statements, schemas and scopes.
  for (let round = 0; round < 6; round++) {
    const result = await fuzzEachOperation(shop.api, known, { ...plan, seed: seed + round * 10_000 });
    await shop.settle();
    collect();
    if (round >= 2) requests += result.requests;
    if (round >= 1) heaps.push(process.memoryUsage().heapUsed);
  }
  const bytesPerRequest = ((heaps.at(-1) as number) - (heaps[0] as number)) / requests;
  const note = `heap ${heaps.map((bytes) => Math.round(bytes / 1e6)).join(', ')} MB; ${bytesPerRequest.toFixed(0)} B a request, client included`;
  reportReliability('fuzz, memory', { runs: 6, faults: 0, requests, lost: 0, doubled: 0, leaked: 0, note });
  expect(bytesPerRequest).toBeLessThan(1_000);
}, 200_000);
