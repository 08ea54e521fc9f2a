import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { syncFile } from '../../server/platform/database/sync.ts';
import { forgetMachine } from '../support/server/forget-machine.ts';
import { fill } from './growth/fill.ts';
import { blocks, perBlock, scale } from './growth/history.ts';
import { makeCaller, type Prepared, prepareGrowth } from './growth/prepare.ts';
import { measureSweep } from './growth/sweep.ts';
import { type Durations, type Served, timePaths } from './growth/time-paths.ts';
import { readMemoryMiB, sizeMiB, timeBackup, timeExport, timeStarts } from './growth/upkeep.ts';
import {
  atMost,
  type Figure,
  pinLoadGenerator,
  type RunningServer,
  round,
  startFrontdesk,
  withTemporaryHome,
  writeResults,
} from './support.ts';

/**
 * Whether a shop stays fast as it grows: every list, board, search and report with a hundredth, a tenth and the whole of
 * three years' history, and what else grows with it. The days of the three shops are alike; the history of a larger one
 * goes back farther. The whole has 5,000,000 messages, 200,000 contacts, 100,000 conversations, and of orders,
 * appointments, leads and cards 50,000 each. `GROWTH_SCALE` scales these.
 */
const sizes = { '1/100': Math.ceil(blocks / 100), '1/10': Math.ceil(blocks / 10), whole: blocks };
const largestRatio = 1.3;
/** Added to both sides of a ratio: what is shorter measures the loopback and the scheduler, whose noise it would show. */
const floorMs = 0.5;

const ratioOf = (whole = Number.NaN, smallest = Number.NaN): number => round((whole + floorMs) / (smallest + floorMs));

interface Size {
  filled: number;
  home: string;
  messagesPerSecond: number;
}

/** One data folder for each size: each continues a copy of the one before. */
async function fillAll(home: string, prepared: Prepared): Promise<Size[]> {
  const filledSizes: Size[] = [];
  for (const filled of Object.values(sizes)) {
    const before = filledSizes.at(-1);
    const own = before ? join(home, String(filled)) : prepared.home;
    if (before) {
      await cp(before.home, own, { recursive: true });
      forgetMachine(own);
    }
    const file = databaseFile(own);
    const [from, to] = [blocks - filled, blocks - (before?.filled ?? 0)];
    const startedAt = performance.now();
    fill({ ...prepared.shop, file }, from, to);
    const seconds = (performance.now() - startedAt) / 1_000;
    // Else the requests would wait for what the filling left to be written.
    await syncFile(file);
    const messagesPerSecond = ((to - from) * perBlock.messages) / seconds;
    filledSizes.push({ filled, home: own, messagesPerSecond });
  }
  return filledSizes;
}

interface Measured {
  durations: Durations[];
  memoryMiB: number[];
  /** Of the whole. */
  copies: Record<string, Figure>;
}

async function measureServed(all: Size[], prepared: Prepared): Promise<Measured> {
  const servers: RunningServer[] = [];
  try {
    for (const { home } of all) servers.push(await startFrontdesk(home));
    const shops = await Promise.all(
      all.map(async ({ home, filled }, index) => ({
        filled,
        caller: await makeCaller(home, servers[index]?.url ?? '', prepared.key),
      })),
    );
    const durations = await timePaths(shops, prepared);
    const memoryMiB = servers.map(readMemoryMiB);
    const [{ home }, { caller }] = [all.at(-1) as Size, shops.at(-1) as Served];
    return { durations, memoryMiB, copies: { 'backup, s': await timeBackup(home), ...(await timeExport(caller)) } };
  } finally {
    for (const server of servers) await server.stop();
  }
}

const atSizes = (values: (number | undefined)[]): Record<string, number> =>
  Object.fromEntries(Object.keys(sizes).map((name, index) => [name, round(values[index] ?? Number.NaN)]));

/** A row for each path of a kind. */
function compare(
  durations: Durations[],
  kind: keyof Durations,
  toFigure: (ratio: number) => Figure,
): Record<string, object> {
  const names = Object.keys(durations[0]?.[kind] ?? {});
  const rows = names.map((name) => {
    const ms = durations.map((ofSize) => ofSize[kind][name]);
    return [name, { ...atSizes(ms), ratio: toFigure(ratioOf(ms.at(-1), ms[0])) }] as const;
  });
  return Object.fromEntries(rows);
}

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const prepared = await prepareGrowth(join(home, 'smallest'));
  const all = await fillAll(home, prepared);
  const readyMs = await timeStarts(all.map((size) => size.home));
  const { durations, memoryMiB, copies } = await measureServed(all, prepared);
  const whole = all.at(-1) as Size;
  const sweep = await measureSweep(whole.home, { ...prepared.shop, file: databaseFile(whole.home) });
  const section = scale === 1 ? 'growth' : `growth at ${scale}`;
  writeResults(`${section}: p50 ms`, {
    ...compare(durations, 'lists', (ratio) => atMost(ratio, largestRatio)),
    ...compare(durations, 'reports', (ratio) => ratio),
  });
  writeResults(`${section}: upkeep`, {
    'messages/s filled': atSizes(all.map(({ messagesPerSecond }) => round(messagesPerSecond, 0))),
    'database, MiB': atSizes(all.map((size) => sizeMiB(databaseFile(size.home)))),
    'start to ready, ms': {
      ...atSizes(readyMs),
      ratio: atMost(round((readyMs.at(-1) ?? Number.NaN) / (readyMs[0] ?? Number.NaN)), largestRatio),
    },
    'memory after requests, MiB': atSizes(memoryMiB),
    ...copies,
    ...sweep,
  });
});
