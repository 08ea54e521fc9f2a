import { median, timeEach } from '../support.ts';
import { listPaths, reportPaths } from './paths.ts';
import type { Caller, Prepared } from './prepare.ts';

const warmUps = 5;
const times = 25;
/** Paths that are slow in a shop are requested fewer times, but at least a few. */
const longestMs = 800;
const fewest = 5;

/** A shop that is served, with so many blocks of history. */
export interface Served {
  caller: Caller;
  filled: number;
}

/** Of each shop, the median durations in ms by name. */
export interface Durations {
  lists: Record<string, number>;
  reports: Record<string, number>;
}

/**
 * Times every path in every shop, one request after the other. The shops take turns, so that what else the machine does
 * slows all of them.
 */
export async function timePaths(shops: Served[], { shop, quickReplyId }: Prepared): Promise<Durations[]> {
  const durations = shops.map((): Durations => ({ lists: {}, reports: {} }));
  const lists = await Promise.all(shops.map(({ caller, filled }) => listPaths(caller, shop, filled)));
  const reports = shops.map(() => reportPaths(shop));
  for (const [kind, paths] of [['lists', lists] as const, ['reports', reports] as const]) {
    for (const name of Object.keys(paths[0] ?? {})) {
      const requests = shops.map(
        ({ caller }, index) =>
          () =>
            timeAfterCommit(caller, quickReplyId, paths[index]?.[name]),
      );
      for (const [index, ms] of (await timeInTurns(requests)).entries()) {
        const ofShop = durations[index];
        if (ofShop) ofShop[kind][name] = ms;
      }
    }
  }
  return durations;
}

async function timeInTurns(requests: (() => Promise<number>)[]): Promise<number[]> {
  const measured: number[][] = requests.map(() => []);
  const startedAt = performance.now();
  for (let turn = 0; turn < warmUps + times; turn++) {
    for (const [index, request] of requests.entries()) {
      const ms = await request();
      if (turn >= warmUps) measured[index]?.push(ms);
    }
    if (turn >= warmUps + fewest && performance.now() - startedAt > longestMs) break;
  }
  return measured.map(median);
}

/** The server remembers counts until the next commit. In a shop at work most requests follow one, so each does here. */
async function timeAfterCommit(caller: Caller, quickReplyId: string, path = ''): Promise<number> {
  await caller.call('POST', `/api/quick-replies/${quickReplyId}/used`);
  const [ms = Number.NaN] = await timeEach(caller.url, caller.headersFor(path), [path]);
  return ms;
}
