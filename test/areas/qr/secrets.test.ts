import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Handlers, Peer } from '../../../server/areas/qr/ipc.ts';
import { type ConnectionChange, clientCalls, serverCalls } from '../../../server/areas/qr/protocol.ts';
import { ConfigError, readConfig } from '../../../server/config.ts';
import { loadSecrets } from '../../../server/platform/access/secrets.ts';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { startChatServer } from '../../doubles/chat-server/chat-server.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { Client, eventually, type TestApp } from '../../support/server/app.ts';
import { cliJson, startServerProcess } from '../../support/server/processes.ts';
import { maria } from '../../support/shop/conversation.ts';
import { conversationWith, environmentOf, openPaired, text } from './shop.ts';

const worker = fileURLToPath(new URL('../../../server/areas/qr/qr-client.worker.ts', import.meta.url));

test('the client process prints nothing, though its library prints keys', async () => {
  const server = await startChatServer();
  const child = fork(worker, [], { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  const changes: ConnectionChange[] = [];
  const nothing = async () => null;
  const handlers: Handlers<typeof serverCalls> = {
    keep: nothing,
    journal: nothing,
    receive: nothing,
    sending: nothing,
    settled: nothing,
    recall: async () => null,
    connection: async (change) => {
      changes.push(change);
      if (change.kind === 'code') server.scan(change.qr);
      if (change.kind === 'closed') await peer.ask('reopen', null);
      return null;
    },
  };
  const pipe = {
    send: (message: object) => void child.send(message),
    onMessage: (listener: (message: unknown) => void) => void child.on('message', listener),
  };
  const peer = new Peer(pipe, { own: serverCalls, theirs: clientCalls }, handlers);
  await peer.ask('open', { auth: [], url: server.url, version: null, codeLifetimeMs: null });
  await eventually(async () => changes.some((change) => change.kind === 'open'));
  // The library prints when a session begins and when it is replaced.
  for (let round = 0; round < 3; round++) await server.say(maria, text('Oi'));
  const to = { kind: 'phone' as const, value: maria };
  const message = { messageId: '3EB0A', to, type: 'TEXT' as const, content: 'Olá', media: null, replyTo: null };
  expect(await peer.ask('send', message)).toMatchObject({ kind: 'accepted' });
  server.requestRetry(maria, '3EB0A');
  await eventually(async () => server.shown(maria).length === 1);
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
  expect(printed).toBe('');
});

test('no key of the pairing is printed by the server, nor readable in its database', async () => {
  const server = await startChatServer();
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
  const running = await startServerProcess(home, { ...environmentOf(server), FRONTDESK_LOG: 'debug' });
  const api = new Client(running.url, key);
  const { body: made } = await api.post('/api/channels', { name: 'Loja', provider: '<QR_PROVIDER>' });
  await api.put(`/api/channels/${made.id}/driver`, { driver: 'live' });
  server.scan((await api.get(`/api/channels/${made.id}/qr`)).body.qr);
  const isConnected = async () => (await api.get(`/api/channels/${made.id}`)).body.status === 'CONNECTED';
  await eventually(isConnected);
  await server.say(maria, text('Oi'));
  const path = await conversationWith({ api } as TestApp, maria);
  await api.post(`${path}/messages`, { content: 'Olá' });
  await running.end();
  const secrets = await keysIn(home, made.id);
  expect(secrets.length).toBeGreaterThan(5);
  const { stdout, stderr } = running.output;
  const bytes = readFileSync(databaseFile(home)).toString('latin1');
  for (const secret of secrets) {
    expect(stdout + stderr).not.toContain(secret);
    expect(bytes).not.toContain(secret);
  }
});

/** The private keys of the pairing, in the client's encoding. */
async function keysIn(home: string, channelId: string): Promise<string[]> {
  const { Database } = await import('../../../server/platform/database/database.ts');
  const { loadAuth } = await import('../../../server/areas/qr/store.ts');
  const database = new Database(databaseFile(home));
  const entries = await loadAuth(database.read, await loadSecrets(home), channelId);
  await database.close();
  return entries.flatMap(({ type, value }) => {
    if (type !== 'creds' && type !== 'pre-key') return [];
    return [...(value ?? '').matchAll(/"private":\{"type":"Buffer","data":"([^"]+)"/g)].map((match) => match[1] ?? '');
  });
}

test.each([
  ['another machine', { NODE_ENV: 'test', FRONTDESK_TEST_QR_URL: 'ws://192.168.0.9:9000/ws/chat' }],
  ['a name that only begins like loopback', { NODE_ENV: 'test', FRONTDESK_TEST_QR_URL: 'ws://localhost.example/ws' }],
  ['another protocol', { NODE_ENV: 'test', FRONTDESK_TEST_QR_URL: 'wss://127.0.0.1:9000/ws/chat' }],
  ['no test', { FRONTDESK_TEST_QR_URL: 'ws://127.0.0.1:9000/ws/chat' }],
  ['no test, and shorter codes', { NODE_ENV: 'production', FRONTDESK_TEST_QR_CODE_MS: '10' }],
])('the server does not start with a vendor redirected to %s', (_name, environment) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
});

test('without the test flag the client connects only to the vendor', () => {
  expect(readConfig({}).qr).toEqual({ gapMs: 700, version: null, testUrl: null, testCodeMs: null });
  const source = readFileSync(new URL('../../../server/areas/qr/client/socket-options.ts', import.meta.url), 'utf8');
  expect(source).toContain("'wss://web.whatsapp.com/ws/chat'");
});

test('a client that is not redirected cannot leave this machine in tests', async () => {
  const child = fork(worker, [], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const ended = once(child, 'exit');
  child.send({ id: 1, ask: 'open', body: { auth: [], url: null, version: null, codeLifetimeMs: null } });
  expect(await ended).toEqual([97, null]);
});

test('a message that a phone could not decrypt is sent again from its stored content', async () => {
  const { shop, server, hasStatus, at } = await openPaired();
  await server.say(maria, text('Oi'));
  const path = await conversationWith(shop, maria);
  const { body: sent } = await shop.api.post(`${path}/messages`, { content: 'Leia de novo' });
  const { id } = server.shown(maria)[0] as { id: string };
  // After a restart the client has it no longer in memory.
  await shop.api.post(`${at}/deactivate`);
  await shop.api.post(`${at}/reactivate`);
  await hasStatus('CONNECTED');
  server.requestRetry(maria, id);
  await eventually(async () => server.shown(maria).some((entry) => entry.id === id));
  expect(server.shown(maria)).toHaveLength(1);
  expect((await shop.api.get(`${path}/messages`)).body.data[0].id).toBe(sent.id);
});
