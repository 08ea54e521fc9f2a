import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { prepareShop } from '../shop.ts';
import {
  atLeast,
  median,
  pinLoadGenerator,
  round,
  startFrontdesk,
  withTemporaryHome,
  writeResults,
} from '../support.ts';
import { type Load, load } from './load.ts';

/**
 * The cost of 100 open event streams for `POST …/messages` at 50 connections; the goal is less than a tenth of the
 * writes. CPU time per write is measured too, because it does not depend on other load.
 */
const rounds = 3;
const streams = 100;

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 2_000, 2);
  // Already handed over: a message of a person is then one write, without a hand-over.
  const db = openSqlite(shop.file);
  db.exec("update conversations set status = 'HANDED_OFF'");
  db.close();
  const requests = shop.conversationIds.map((id) => ({
    method: 'POST' as const,
    path: `/api/conversations/${id}/messages`,
    body: { content: 'Seu pedido saiu para entrega agora mesmo' },
  }));
  const server = await startFrontdesk(home);
  const processId = server.process.pid ?? 0;
  const speeds: Record<'without' | 'with', number[]> = { without: [], with: [] };
  const costs: Record<'without' | 'with', number[]> = { without: [], with: [] };
  const measure = async (kind: 'without' | 'with'): Promise<Load> => {
    const [cpu, at] = [cpuMs(processId), performance.now()];
    const run = await load(server.url, shop.key, requests);
    const writes = (run.requestsPerSecond * (performance.now() - at)) / 1_000;
    speeds[kind].push(run.requestsPerSecond);
    costs[kind].push((cpuMs(processId) - cpu) / writes);
    return run;
  };
  await load(server.url, shop.key, requests);
  for (let turn = 0; turn < rounds; turn++) {
    await measure('without');
    const listeners = await Promise.all(Array.from({ length: streams }, () => listen(server.url, shop.key)));
    await measure('with');
    for (const close of listeners) close();
  }
  await server.stop();
  const of = (values: Record<'without' | 'with', number[]>) => [median(values.without), median(values.with)] as const;
  const [speedWithout, speedWith] = of(speeds);
  const [costWithout, costWith] = of(costs);
  writeResults('streams', {
    'writes/s without streams': round(speedWithout, 0),
    [`writes/s with ${streams} streams`]: round(speedWith, 0),
    ratio: atLeast(round(speedWith / speedWithout), 0.9),
    'processor ms a write without': round(costWithout),
    'processor ms a write with': round(costWith),
  });
});

/** Opens a stream and reads everything from it; returns a function that closes it. */
function listen(url: string, key: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/events/stream`, { headers: { authorization: `Bearer ${key}` } }, (answer) => {
      answer.resume().once('data', () => resolve(() => request.destroy()));
      answer.once('error', () => {});
    });
    request.once('error', reject);
  });
}

/** CPU time of the process so far; Linux only. */
function cpuMs(processId: number): number {
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
