import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { defineLogEntry } from '../../../server/platform/work/define-event.ts';
import { eventually, openWorkspace, startApp, type TestApp } from '../../support/server/app.ts';
import { addPerson, type ConsoleClient, signIn, signInByName } from '../../support/server/console.ts';
import { listen, streamPath as path } from '../../support/server/event-stream.ts';
import { joao, openConversation } from '../../support/shop/conversation.ts';

/** An event like `bot.created`, with a payload that is easy to recognise. */
const agentNamed = defineLogEntry('bot.created', z.object({ id: z.string(), filler: z.string() }));

const makeAgents = async (api: TestApp['api'], ...names: string[]): Promise<void> => {
  for (const name of names) expect((await api.post('/api/ai-agents', { name })).status).toBe(201);
};

test('streams of a workspace with different filters and cursors each receive their events once, in order', async () => {
  const shop = await openWorkspace();
  const other = await shop.otherWorkspace();
  await makeAgents(shop.api, 'Before');
  const all = listen(shop.api);
  const again = listen(shop.api);
  const orders = listen(shop.api, '?types=order.created');
  const elsewhere = listen(other);
  for (const stream of [all, again, orders, elsewhere]) await expect.poll(stream.text).toContain('retry: 2000');
  await makeAgents(shop.api, 'Ana', 'Bia', 'Caio');
  await makeAgents(other, 'Zoe');
  await expect.poll(all.names).toEqual(['Ana', 'Bia', 'Caio']);
  const late = listen(shop.api, `?after=${/^id: (\S+)$/m.exec(all.text())?.[1]}`);
  await expect.poll(late.names).toEqual(['Bia', 'Caio']);
  await makeAgents(shop.api, 'Davi');
  for (const stream of [all, again]) await expect.poll(stream.names).toEqual(['Ana', 'Bia', 'Caio', 'Davi']);
  await expect.poll(late.names).toEqual(['Bia', 'Caio', 'Davi']);
  await expect.poll(elsewhere.names).toEqual(['Zoe']);
  expect(again.text()).toBe(all.text());
  expect(orders.names()).toEqual([]);
});

test('the console’s stream has what is only logged too, such as alerts; the API’s has not', async () => {
  const { shop, api, channel, path: conversation } = await openConversation();
  const desk = await signIn(shop);
  const ofApi = listen(api);
  const ofConsole = listen(desk, '', desk.headers, '/owner/events/stream');
  for (const stream of [ofApi, ofConsole]) await expect.poll(stream.text).toContain('retry: 2000');
  await channel.customerSays(joao, 'Oi');
  await desk.post(`${conversation}/notes`, { text: 'Prefers the window' });
  await api.patch(conversation, { status: 'RESOLVED' });
  for (const stream of [ofApi, ofConsole]) await expect.poll(stream.text).toContain('"type":"conversation.resolved"');
  expect(ofConsole.text()).toContain('"type":"alert.raised"');
  expect(ofConsole.text()).toContain('"type":"conversation.updated"');
  expect(ofApi.text()).not.toMatch(/alert.raised|conversation.updated/);
});

test('a stream that is far behind catches up in order while others continue', { timeout: 60_000 }, async () => {
  const shop = await openWorkspace();
  await makeAgents(shop.api, 'First');
  const [first] = await shop.events('bot.created');
  const count = 1_000;
  await shop.app.platform.work(shop.workspace, { source: 'SYSTEM', id: null, name: null }, async (work) => {
    for (let i = 0; i < count; i++) await work.emit(agentNamed, { id: `agent_${i}`, filler: 'x'.repeat(500) });
  });
  const late = listen(shop.api, '', { 'last-event-id': first?.id ?? '' });
  await makeAgents(shop.api, 'Last');
  await expect.poll(late.names).toEqual(['Last']);
  const told = [...late.text().matchAll(/"id":"agent_(\d+)"/g)].map(([, number]) => Number(number));
  expect(told).toEqual(Array.from({ length: count }, (_, i) => i));
});

test('a client that does not read delays no other, uses little memory, and resumes where it was', {
  timeout: 60_000,
}, async () => {
  const shop = await openWorkspace();
  const { port } = new URL(shop.api.url);
  const lazy = connect(Number(port), '127.0.0.1').pause();
  onTestFinished(() => void lazy.destroy());
  lazy.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${shop.api.key}\r\n\r\n`);
  const quick = listen(shop.api);
  await expect.poll(quick.text).toContain('retry');
  const count = 400;
  for (let round = 0; round < 10; round++) {
    await shop.app.platform.work(shop.workspace, { source: 'SYSTEM', id: null, name: null }, async (work) => {
      for (let i = 0; i < count / 10; i++) {
        await work.emit(agentNamed, { id: `agent_${round * (count / 10) + i}`, filler: 'x'.repeat(50_000) });
      }
    });
  }
  const numbers = (text: string) => [...text.matchAll(/"id":"agent_(\d+)"/g)].map(([, number]) => Number(number));
  const all = Array.from({ length: count }, (_, i) => i);
  await expect.poll(() => numbers(quick.text()).length).toBe(count);
  let text = '';
  lazy.on('data', (chunk) => {
    text += chunk;
  });
  lazy.resume();
  await expect.poll(() => numbers(text).length, { timeout: 20_000 }).toBe(count);
  expect(numbers(text)).toEqual(all);
});

test('a key may open a hundred streams; another key still can, and a closed stream makes room', {
  timeout: 60_000,
}, async () => {
  const shop = await openWorkspace();
  const streams = Array.from({ length: 100 }, () => listen(shop.api));
  for (const stream of streams) await expect.poll(stream.text).toContain('retry');
  const refused = await shop.api.get(path);
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '15']);
  const owner = await signIn(shop);
  const { body: made } = await owner.post('/owner/keys', { name: 'screen', scopes: ['developers.read'] });
  const screen = listen({ ...shop.api, url: shop.api.url, key: made.key } as TestApp['api']);
  await expect.poll(screen.text).toContain('retry');
  await owner.delete(`/owner/keys/${made.id}`);
  await expect.poll(screen.isOver).toBe(true);
  streams[0]?.close();
  await eventually(async () => {
    const stream = listen(shop.api);
    await expect.poll(stream.status).not.toBe(0);
    return stream.status() === 200;
  });
  await makeAgents(shop.api, 'Ana');
  for (const stream of streams.slice(1)) await expect.poll(stream.names).toEqual(['Ana']);
});

test('HEAD returns the headers of GET at once, without a body, for any filter', {
  timeout: 60_000,
}, async () => {
  const shop = await openWorkspace();
  const owner = await signIn(shop);
  const head = (target: string, headers: Record<string, string>) =>
    new Promise<{ status: number; type: string | undefined }>((resolve, reject) => {
      const outgoing = request(shop.api.url + target, { method: 'HEAD', headers }, (answer) => {
        answer
          .resume()
          .once('end', () => resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] }));
      });
      outgoing.once('error', reject);
      outgoing.end();
    });
  const key = { authorization: `Bearer ${shop.api.key}` };
  const session = { ...owner.headers, 'sec-fetch-site': 'same-origin' };
  // More than the limit of open streams: HEAD opens none.
  for (let round = 0; round < 101; round++) {
    expect(await head(path, key)).toEqual({ status: 200, type: 'text/event-stream; charset=utf-8' });
  }
  expect((await head('/api/contacts', key)).status).toBe(200);
  expect(await head('/api/contacts/export?acknowledged=true', key)).toMatchObject({ status: 200 });
  expect((await head('/owner/session', session)).status).toBe(200);
  expect((await head('/healthz', {})).status).toBe(200);
  expect((await head('/api/openapi.json', {})).status).toBe(200);
  expect((await head('/nothing', {})).status).toBe(404);
});

test('keys that take all their streams leave a person theirs, and one person leaves others theirs', {
  timeout: 120_000,
}, async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const other = await shop.withScopes('developers.read');
  const third = await shop.withScopes('developers.read');
  const ofKeys = [shop.api, other].flatMap((api) => Array.from({ length: 100 }, () => listen(api)));
  for (const stream of ofKeys) await expect.poll(stream.status).toBe(200);
  expect((await third.get(path)).body.detail).toMatch(/100 event streams per key and 200 of all keys/);
  const { client: attendant } = await addPerson(owner, 'Ana');
  const ofPeople = (who: ConsoleClient) => listen(who, '', who.headers, '/owner/events/stream');
  // All sessions of a person share one limit.
  const again = await signInByName(shop.api.url, 'Ana');
  const tabs = Array.from({ length: 50 }, (_, index) => ofPeople(index % 2 === 0 ? attendant : again));
  for (const tab of tabs) await expect.poll(tab.status).toBe(200);
  const refused = await again.get('/owner/events/stream');
  expect([refused.status, refused.body.detail]).toEqual([429, 'At most 50 event streams per person']);
  const ofOwner = ofPeople(owner);
  await expect.poll(ofOwner.text).toContain('retry');
});
