import { implementedForOwner } from '../contract/contract.ts';
import { type ConsoleClient, openConsole } from '../server/console.ts';
import type { Shop } from './fresh-things.ts';
import { emptyResult, type FuzzResult, sendAndCheck } from './fuzz-check.ts';
import { type KnownIds, notFuzzed } from './fuzz-requests.ts';
import { byDestruction, type FuzzPlan, fuzzOperation, knownFrom } from './fuzz-run.ts';
import { type OwnerThings, validOwnerRequest } from './owner-requests.ts';

const routes = [...implementedForOwner.keys()].toSorted(byDestruction);

export const fuzzedOwnerRoutes: string[] = routes.filter((route) => !(route in notFuzzed));

/** Operations that end the server on success, each with its own suite. */
export const notReached: Record<string, string> = {
  'POST /owner/backups/{name}/restore': 'test/areas/owner/restore-process.test.ts',
  'POST /owner/restore': 'test/areas/owner/restore-process.test.ts',
};

/** Undoes effects that would make all later requests fail. */
export const repairs: Record<string, (owner: ConsoleClient) => Promise<unknown>> = {
  'POST /owner/settings/trial': (owner) => owner.delete('/owner/settings/trial'),
  'PATCH /owner/settings/limits': (owner) =>
    owner.patch('/owner/settings/limits', {
      ...{ channels: null, agents: null, contacts: null, messagesPerMonth: null, storageBytes: null },
    }),
  'POST /owner/sending': (owner) => owner.post('/owner/sending', { paused: false }),
};

/**
 * Sends each console operation one request that must succeed. Returns the failed responses with their operations.
 */
export async function reachEachOwnerOperation(shop: Shop, things: OwnerThings, result: FuzzResult): Promise<string[]> {
  const known = knownFrom(things);
  const refusals: string[] = [];
  for (const route of fuzzedOwnerRoutes.filter((each) => !(each in notReached))) {
    const owner = await openConsole(shop);
    const answer = await sendAndCheck(owner, await validOwnerRequest(shop, owner, route, things), result, known);
    if (!answer.startsWith('2')) refusals.push(`${route}: ${answer}`);
    await repairs[route]?.(await openConsole(shop));
  }
  return refusals;
}

/** Sends each console operation valid and broken requests, in a separate session per operation. */
export async function fuzzEachOwnerOperation(
  shop: Shop,
  known: KnownIds,
  plan: FuzzPlan,
  result = emptyResult(),
): Promise<FuzzResult> {
  for (const route of fuzzedOwnerRoutes) {
    await fuzzOperation(await openConsole(shop), route, known, plan, result);
    await repairs[route]?.(await openConsole(shop));
  }
  return result;
}
