import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { prepareShop } from '../shop.ts';
import { median, pinLoadGenerator, round, startFrontdesk, withTemporaryHome, writeResults } from '../support.ts';
import { insertEvents } from './insert-events.ts';

/** Webhook deliveries a second to a local sink, each signed, each attempt stored with `synchronous=FULL`. */
const events = 20_000;
const rounds = 5;

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 10, 1);
  let received = 0;
  let firstAt = 0;
  let lastAt = 0;
  const sink = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received += 1;
      lastAt = performance.now();
      if (received === 1) firstAt = lastAt;
      response.end();
    });
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const { port } = sink.address() as AddressInfo;
  const speeds: number[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    const server = await startFrontdesk(home);
    if (turn === 0) {
      await fetch(`${server.url}/api/developers/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `http://127.0.0.1:${port}/hook`, events: ['message.received'] }),
      });
    }
    await server.stop();
    insertEvents(shop.file, events);
    received = 0;
    const running = await startFrontdesk(home);
    while (received < events) await sleep(20);
    speeds.push((events - 1) / ((lastAt - firstAt) / 1_000));
    await sleep(200);
    await running.stop();
    if (countAttempts(shop.file) < (turn + 1) * events) throw new Error('An attempt was not recorded');
  }
  sink.close();
  writeResults('deliveries', { 'deliveries/s, attempts recorded (goal 3000)': round(median(speeds), 0) });
});

function countAttempts(file: string): number {
  const db = openSqlite(file);
  const row = db.prepare('select count(*) as count from delivery_attempts').get() as { count: number };
  db.close();
  return row.count;
}
