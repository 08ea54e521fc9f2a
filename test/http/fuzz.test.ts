import { expect, test } from 'vitest';
import { expectSound, fuzzEachOperation, fuzzedRoutes, fuzzSequence, knownFrom } from '../support/fuzz/fuzz-run.ts';
import { openWorkspace } from '../support/server/app.ts';
import { makeOneOfEverything } from '../support/shop/one-of-everything.ts';

/** The same cases each time; `npm run test:reliability` looks for new ones. */
const seed = 20_261_121;

test('every operation responds to any request as documented, and never with 500', async () => {
  const shop = await openWorkspace();
  const known = knownFrom(await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321'));
  const plan = { seed, requestsPerOperation: 4, msPerOperation: 500 };
  const { requests, faults } = await fuzzEachOperation(shop.api, known, plan);
  expect([...faults.values()]).toEqual([]);
  expect(requests).toBe(fuzzedRoutes.length * 4);
});

test('resources can be created, linked and deleted in any order without a failure', async () => {
  const shop = await openWorkspace();
  const known = knownFrom(await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321'));
  const { faults } = await fuzzSequence(shop.api, known, 150, seed);
  expect([...faults.values()]).toEqual([]);
  await expectSound(shop, shop.api);
});
