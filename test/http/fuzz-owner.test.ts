import { expect, test } from 'vitest';
import { startChatServer } from '../doubles/chat-server/chat-server.ts';
import { emptyResult } from '../support/fuzz/fuzz-check.ts';
import { fuzzEachOwnerOperation, fuzzedOwnerRoutes, reachEachOwnerOperation } from '../support/fuzz/fuzz-owner.ts';
import { knownFrom } from '../support/fuzz/fuzz-run.ts';
import { makeOwnerThings } from '../support/fuzz/owner-requests.ts';
import { startApp } from '../support/server/app.ts';
import { openConsole } from '../support/server/console.ts';
import { makeOneOfEverything } from '../support/shop/one-of-everything.ts';

/** Fixed, to test the same cases each time; `npm run test:reliability` tries new ones. */
const seed = 20_261_127;

test('every operation of the console works, and responds to any request as described, never with 500', async () => {
  const shop = { ...(await startApp()), chat: await startChatServer() };
  const everything = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321');
  const things = await makeOwnerThings(shop, await openConsole(shop), everything);
  const result = emptyResult();
  expect(await reachEachOwnerOperation(shop, things, result)).toEqual([]);
  const plan = { seed, requestsPerOperation: 2, msPerOperation: 500 };
  await fuzzEachOwnerOperation(shop, knownFrom(things), plan, result);
  expect([...result.faults.values()]).toEqual([]);
  expect(result.requests).toBeGreaterThan(fuzzedOwnerRoutes.length * 2);
});
