import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openCloudShop } from '../areas/cloud/support.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { Client, eventually, openWorkspace, startApp } from '../support/server/app.ts';
import { signIn, signInAtProcess } from '../support/server/console.ts';
import { crowd, unfinished } from '../support/server/crowd.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const onLinux = test.runIf(process.platform === 'linux');

onLinux(
  '260 strangers with bodies of 3 MB each cost little memory, and the console is answered meanwhile',
  async () => {
    const home = await temporaryFolder();
    const server = await startServerProcess(home);
    const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
    const api = new Client(server.url, key);
    const owner = await signInAtProcess(server);
    const residentMiB = () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.processId}/status`, 'utf8'))?.[1]) / 1024;
    const before = residentMiB();
    let most = before;
    const sampler = setInterval(() => {
      most = Math.max(most, residentMiB());
    }, 50);
    onTestFinished(() => clearInterval(sampler));
    const strangers = crowd(server.url, 260, unfinished('/webhooks/cloud/nix', 2_990_000));
    await eventually(async () => {
      expect((await api.get('/api/quick-replies')).status).toBe(200);
      expect((await owner.get('/owner/session')).status).toBe(200);
      return strangers.isThrough();
    }, 200_000);
    most = Math.max(most, residentMiB());
    expect(most - before).toBeLessThan(300);
  },
  240_000,
);

test.each([
  ['say nothing', ''],
  ['never end their headers', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '],
  ['hold a body back', unfinished('/owner/login', 10)],
])('600 strangers who %s keep out neither a key nor a session', { timeout: 120_000 }, async (_name, text) => {
  const shop = await openWorkspace();
  const owner = await signIn(shop);
  const strangers = crowd(shop.api.url, 600, text);
  // As many as may stay; the others had to make room.
  await expect.poll(strangers.closed, { timeout: 60_000 }).toBeGreaterThanOrEqual(400);
  // Patience with the others is not over: they stay.
  expect(strangers.closed()).toBeLessThan(600);
  const fresh = { headers: { connection: 'close' } };
  for (let round = 0; round < 20; round++) {
    expect((await shop.api.get('/api/quick-replies', fresh)).status).toBe(200);
    expect((await owner.get('/owner/session', fresh)).status).toBe(200);
  }
});

test('a program that opens 400 connections at once gets a response on each', async () => {
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
  const server = await startServerProcess(home, { FRONTDESK_RATE_LIMIT: 'off' });
  const api = new Client(server.url, key);
  const closing = { headers: { connection: 'close' } };
  const asked = Array.from({ length: 400 }, () => api.get('/api/quick-replies', closing));
  expect((await Promise.all(asked)).filter(({ status }) => status !== 200)).toEqual([]);
});

test('strangers’ bodies are bounded together and released; a signed request gets through', {
  timeout: 60_000,
}, async () => {
  const { shop, graph } = await openCloudShop();
  const { pathname } = new URL(graph.webhooks.target);
  const count = 12;
  const strangers = crowd(shop.api.url, count, unfinished(pathname, 2_900_000));
  // Five such bodies fit into 16 MiB.
  await expect.poll(strangers.closed, { timeout: 30_000 }).toBe(count - 5);
  graph.messages.customerSends({ phone: '+5511987654321' }, 'text', { body: 'Oi' });
  expect(await graph.webhooks.flush()).toBe(200);
  strangers.leave();
  const again = crowd(shop.api.url, 5, unfinished(pathname, 2_900_000));
  await expect.poll(again.isThrough).toBe(true);
  graph.messages.customerSends({ phone: '+5511987654321' }, 'text', { body: 'Tudo bem?' });
  expect(await graph.webhooks.flush()).toBe(200);
  expect(again.closed()).toBe(0);
});

test('the body of a login is limited', async () => {
  // On a server of its own: the strangers above may still be trying to sign in.
  const { api } = await startApp();
  const answer = await api.post('/owner/login', { passphrase: 'x'.repeat(5_000) }, { key: null });
  expect(answer.status).toBe(413);
});
