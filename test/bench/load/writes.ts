import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { forgetMachine } from '../../support/server/forget-machine.ts';
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

/**
 * `POST …/messages` through the simulator at 50 connections, acknowledged after the commit, beside the bare handler that
 * commits each request and the bare one with group commit.
 */
const rounds = 3;

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 10_000, 2);
  handToPeople(shop.file);
  const requests = shop.conversationIds.map((id) => ({
    method: 'POST' as const,
    path: `/api/conversations/${id}/messages`,
    body: { content: 'Seu pedido saiu para entrega agora mesmo' },
  }));
  const speeds: Record<string, number[]> = { commit: [], group: [], frontdesk: [] };
  const p99: number[] = [];
  const p99ToMean: number[] = [];
  const kilobytes: number[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    for (const mode of ['commit', 'group'] as const) {
      await withCopy(home, async (copy) => {
        const bare = await startServer(['test/bench/load/bare-server.ts', databaseFile(copy), mode]);
        speeds[mode]?.push((await load(bare.url, shop.key, requests)).requestsPerSecond);
        await bare.stop();
      });
    }
    await withCopy(home, async (copy) => {
      const frontdesk = await startFrontdesk(copy);
      const processId = frontdesk.process.pid ?? 0;
      const [bytes, startedAt] = [bytesWritten(processId), performance.now()];
      const run = await load(frontdesk.url, shop.key, requests);
      const messages = (run.requestsPerSecond * (performance.now() - startedAt)) / 1_000;
      speeds.frontdesk?.push(run.requestsPerSecond);
      p99.push(run.p99Ms);
      p99ToMean.push(run.p99Ms / run.meanMs);
      kilobytes.push((bytesWritten(processId) - bytes) / messages / 1_000);
      await frontdesk.stop();
    });
  }
  const [commit, group, frontdesk] = ['commit', 'group', 'frontdesk'].map((name) => median(speeds[name] ?? [])) as [
    number,
    number,
    number,
  ];
  writeResults('writes', {
    'bare, a commit each, messages/s': round(commit, 0),
    'bare, group commit, messages/s': round(group, 0),
    'frontdesk, messages/s': round(frontdesk, 0),
    'ratio to bare with a commit each': atLeast(round(frontdesk / commit), 1.6),
    'ratio to bare with group commit': atLeast(round(frontdesk / group), 0.5),
    'frontdesk, p99 ms': round(median(p99)),
    'p99 to the mean': atMost(round(median(p99ToMean)), 3),
    'kB written to disk a message': atMost(round(median(kilobytes), 1), 40),
  });
});

/** Bytes that a process has sent to the disk; Linux only. */
function bytesWritten(processId: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${processId}/io`, 'utf8'))?.[1]);
}

/** Second and later messages of a person, the usual load: the first one also hands over. */
function handToPeople(file: string): void {
  const db = openSqlite(file);
  db.exec("update conversations set status = 'HANDED_OFF'");
  db.close();
}

/** Each run starts with the same data, so the writes of one do not affect the next. */
function withCopy(home: string, run: (copy: string) => Promise<void>): Promise<void> {
  return withTemporaryHome(async (folder) => {
    await cp(home, folder, { recursive: true });
    forgetMachine(folder);
    await run(folder);
  });
}
