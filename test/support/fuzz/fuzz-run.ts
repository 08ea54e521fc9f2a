import fc from 'fast-check';
import { expect } from 'vitest';
import { implemented } from '../contract/contract.ts';
import type { Client, TestApp } from '../server/app.ts';
import type { Everything } from '../shop/one-of-everything.ts';
import type { Shop } from './fresh-things.ts';
import { emptyResult, type FuzzResult, sendAndCheck } from './fuzz-check.ts';
import { type FuzzRequest, type KnownIds, notFuzzed, requestsOf } from './fuzz-requests.ts';
import { validRequest } from './valid-requests.ts';

export interface FuzzPlan {
  seed: number;
  requestsPerOperation: number;
  /** An operation that takes longer than this gets no further requests in its round. */
  msPerOperation: number;
}

/** Concurrent requests per caller. */
const atOnce = 6;

const order = (route: string): number => (route.startsWith('DELETE') ? 100 - route.split('/').length : 0);

/** Sorts routes: deletions come last, so the resources exist for the other requests. */
export const byDestruction = (a: string, b: string): number => order(a) - order(b);

const allRoutes = [...implemented.keys()].toSorted(byDestruction);

export const fuzzedRoutes: string[] = allRoutes.filter((route) => !(route in notFuzzed));

/**
 * Sends every operation one request that must succeed, before anything is broken. Returns the responses of those that
 * failed, each with its operation.
 */
export async function reachEachOperation(shop: Shop, everything: Everything, result: FuzzResult): Promise<string[]> {
  const known = knownFrom(everything);
  const refusals: string[] = [];
  for (const route of allRoutes) {
    const answer = await sendAndCheck(shop.api, await validRequest(shop, route, everything), result, known);
    if (!answer.startsWith('2')) refusals.push(`${route}: ${answer}`);
  }
  return refusals;
}

export const knownFrom = (everything: Record<string, string>): KnownIds =>
  Object.fromEntries(Object.entries(everything).map(([kind, id]) => [kind, [id]]));

/** Sends every operation valid and broken requests, starting with the ids in `known`. */
export async function fuzzEachOperation(
  api: Client,
  known: KnownIds,
  plan: FuzzPlan,
  result = emptyResult(),
): Promise<FuzzResult> {
  for (const route of fuzzedRoutes) await fuzzOperation(api, route, known, plan, result);
  return result;
}

/** Sends one operation valid and broken requests. */
export async function fuzzOperation(
  client: Client,
  route: string,
  known: KnownIds,
  plan: FuzzPlan,
  result: FuzzResult,
): Promise<void> {
  const deadline = performance.now() + plan.msPerOperation;
  for (let sent = 0; sent < plan.requestsPerOperation && performance.now() < deadline; sent += atOnce) {
    const numRuns = Math.min(atOnce, plan.requestsPerOperation - sent);
    const requests = fc.sample(requestsOf(route, known), { seed: plan.seed + sent, numRuns });
    await sendAll(client, requests, result, known);
  }
}

/** Sends a long mixed sequence, in which later requests link, change and delete what earlier ones created. */
export async function fuzzSequence(api: Client, known: KnownIds, steps: number, seed: number): Promise<FuzzResult> {
  const result = emptyResult();
  const routes = fc.sample(fc.constantFrom(...fuzzedRoutes), { seed, numRuns: steps });
  for (const [step, route] of routes.entries()) {
    const requests = fc.sample(requestsOf(route, known), { seed: seed + step, numRuns: 1 });
    await sendAll(api, requests, result, known);
  }
  return result;
}

const sendAll = (api: Client, requests: FuzzRequest[], result: FuzzResult, known: KnownIds) =>
  Promise.all(requests.map((request) => sendAndCheck(api, request, result, known)));

/** Checks the invariants: the file is intact, no reference dangles, every list can be read. */
export async function expectSound({ app, settle }: TestApp, api: Client): Promise<void> {
  await settle();
  expect(app.platform.database.findFaults(false)).toEqual([]);
  const lists = [...implemented.values()].filter(({ method, path }) => method === 'get' && !path.includes('{'));
  for (const { path, query } of lists) {
    if (path in noPlainList || Object.values(query?.shape ?? {}).some((field) => !field.safeParse(undefined).success))
      continue;
    const { status, body } = await api.get(path);
    expect([path, status < 400 || status === 428, body.code ?? null]).toEqual([
      path,
      true,
      status === 428 ? body.code : null,
    ]);
  }
}

/** Reads that do not list rows of the workspace. */
const noPlainList: Record<string, string> = { '/api/events/stream': 'never ends' };
