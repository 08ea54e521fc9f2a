import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { pageHeader } from '../../server/platform/access/console-sessions.ts';
import { loadSecrets } from '../../server/platform/access/secrets.ts';
import { applyRestore } from '../../server/platform/backup/apply-restore.ts';
import { createBackup } from '../../server/platform/backup/backup.ts';
import { backupName } from '../../server/platform/backup/backup-files.ts';
import { stageRestore } from '../../server/platform/backup/restore.ts';
import { createLog } from '../../server/platform/log.ts';
import { workerFile } from '../../server/platform/running/workers.ts';
import { ShellLink } from '../../server/shell-link.ts';
import { type MessageOf, type ToServer, ToShell } from '../../server/shell-protocol.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { Client, eventually, openWorkspace } from '../support/server/app.ts';
import { cliJson, runCli } from '../support/server/processes.ts';
import { maria } from '../support/shop/conversation.ts';
import { ChannelDouble } from './electron-double.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the real server like the shell, with a pipe in place of Electron's. */
function startServer(home: string) {
  const child = fork(join(root, 'server/main.ts'), [], {
    cwd: root,
    execArgv: ['--import', join(root, 'test/electron/fake-parent-port.ts')],
    env: {
      ...process.env,
      FRONTDESK_HOME: home,
      FRONTDESK_PORT: '0',
      FRONTDESK_LOG: 'error',
      FRONTDESK_RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const told: ToShell[] = [];
  let printed = '';
  child.on('message', (message) => told.push(ToShell.parse(message)));
  child.stdout?.on('data', (chunk) => (printed += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    ended,
    told,
    printed: () => printed,
    send: (message: ToServer | object) => void child.send(message),
    /** Resolves with the newest message of a type for which `check` holds. */
    heard: <Type extends ToShell['type']>(
      type: Type,
      check: (message: MessageOf<ToShell, Type>) => boolean = () => true,
    ) =>
      eventually(async () =>
        told.findLast((one): one is MessageOf<ToShell, Type> => one.type === type && check(one as never)),
      ),
  };
}

// Each test starts several processes.
describe('the server under the shell', () => {
  test('waits for the shell, hands over its key, serves requests, and stops on request', async () => {
    const home = join(await temporaryFolder(), 'data');
    const server = startServer(home);
    server.send({ type: 'start', secretKey: null, keepsKey: true });
    const { consoleUrl } = await server.heard('ready');
    expect(consoleUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#/);
    await server.heard('status', (status) => !status.sendingPaused && status.channels.count === 0);

    const keyFile = join(home, 'secret.key');
    const { secretKey } = await server.heard('store-key');
    expect(secretKey).toBe(readFileSync(keyFile, 'utf8'));
    for (const junk of [{ type: 'key-stored', more: 1 }, { type: 'stop', now: true }, 'stop', 7])
      server.send(junk as object);
    server.send({ type: 'login-link', requestId: 'one' });
    const { url, requestId } = await server.heard('login-link');
    expect(requestId).toBe('one');
    const answer = await fetch(`${new URL(url).origin}/owner/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(url).origin },
      body: JSON.stringify({ token: new URL(url).hash.slice(1) }),
    });
    expect(answer.headers.get('set-cookie')).toContain('HttpOnly');
    // Invalid messages had no effect.
    expect(existsSync(keyFile)).toBe(true);
    server.send({ type: 'key-stored' });
    await eventually(async () => !existsSync(keyFile));

    server.send({ type: 'pause-sending', paused: true });
    await server.heard('status', (status) => status.sendingPaused);
    expect(await cliJson(home, ['sending', 'status'])).toEqual({ paused: true, reason: 'owner' });
    server.send({ type: 'stop' });
    expect(await server.ended).toBe(0);
    // Its output goes to a log, which must not contain a login link.
    expect(server.printed()).toContain('Frontdesk is ready');
    expect(server.printed()).not.toContain('/login#');
  });

  test('runs on the shell’s key, and says so when another program needs it', async () => {
    const home = join(await temporaryFolder(), 'data');
    const first = startServer(home);
    first.send({ type: 'start', secretKey: null, keepsKey: true });
    const { secretKey } = await first.heard('store-key');
    // Like the shell.
    writeFileSync(join(home, 'secret.sealed'), 'sealed', { mode: 0o600 });
    first.send({ type: 'key-stored' });
    await eventually(async () => !existsSync(join(home, 'secret.key')));
    first.send({ type: 'stop' });
    await first.ended;

    const without = startServer(home);
    without.send({ type: 'start', secretKey: null, keepsKey: false });
    expect((await without.heard('failed')).message).toContain('kept by the desktop program');
    expect(await without.ended).toBe(1);

    const second = startServer(home);
    second.send({ type: 'start', secretKey, keepsKey: true });
    await second.heard('ready');
    expect(second.told.map(({ type }) => type)).not.toContain('store-key');
    const refused = await runCli(home, ['backup', join(home, '..', 'shop.backup')]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('open Frontdesk and do it there')]);
    const { findings } = await cliJson(home, ['doctor']);
    expect(findings.find(({ name }: { name: string }) => name === 'secret key')).toMatchObject({ ok: true });
    expect(existsSync(join(home, 'secret.key'))).toBe(false);
    second.send({ type: 'stop' });
    expect(await second.ended).toBe(0);
  });

  test('reports each customer who waits for a person, and how many still wait', async () => {
    const home = join(await temporaryFolder(), 'data');
    const server = startServer(home);
    server.send({ type: 'start', secretKey: null, keepsKey: false });
    const { url } = await server.heard('ready');
    const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
    const api = new Client(url, key);
    const { body: channel } = await api.post('/api/channels', { name: 'Shop', provider: 'CLOUD_API' });
    await api.put(`/api/simulator/channels/${channel.id}/faults`, {});
    const says = (from: string) =>
      api.post(`/api/simulator/channels/${channel.id}/messages`, {
        from,
        content: 'Quero\nfalar com alguém',
        name: 'Maria',
      });
    const find = (from: string) =>
      eventually(async () =>
        (await api.get('/api/conversations')).body.data.find(
          (one: { contact: { phone: string } }) => one.contact.phone === from,
        ),
      );
    await says('+5521998765432');
    const taken = await find('+5521998765432');
    expect((await api.post(`/api/conversations/${taken.id}/messages`, { content: 'Oi' })).status).toBe(201);
    await says(maria);
    const waiting = await find(maria);
    expect((await api.patch(`/api/conversations/${waiting.id}`, { status: 'HANDED_OFF' })).status).toBe(200);
    const alert = await server.heard('alert', ({ conversationId }) => conversationId === waiting.id);
    expect(alert).toEqual({
      type: 'alert',
      kind: 'waiting',
      conversationId: waiting.id,
      contactName: 'Maria',
      summary: 'Quero falar com alguém',
    });
    expect(server.told.filter(({ type }) => type === 'alert')).toHaveLength(2);
    await server.heard('status', ({ channels, waiting: count }) => channels.connected === 1 && count === 1);
    server.send({ type: 'stop' });
    expect(await server.ended).toBe(0);
  });
});

test('a sleep that the shell reports is shown in the console, from when to when', async () => {
  const home = join(await temporaryFolder(), 'data');
  const server = startServer(home);
  server.send({ type: 'start', secretKey: null, keepsKey: false });
  const { consoleUrl } = await server.heard('ready');
  const { origin, hash } = new URL(consoleUrl);
  const login = await fetch(`${origin}/owner/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ token: hash.slice(1) }),
  });
  const { pageSecret } = (await login.json()) as { pageSecret: string };
  const headers = { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '', [pageHeader]: pageSecret };
  const readAbsence = async () => {
    const answer = await fetch(`${origin}/owner/notices`, { headers });
    return ((await answer.json()) as { absence: object | null }).absence;
  };
  expect(await readAbsence()).toBeNull();
  const sleptAt = new Date(Date.now() - 9 * 3_600_000).toISOString();
  server.send({ type: 'woke', sleptAt: 'tomorrow' });
  server.send({ type: 'woke', sleptAt });
  expect(await eventually(readAbsence)).toEqual({ from: sleptAt, to: expect.any(String), customers: 0 });
});

test('a backup is listed and restored from the safe mode though the database is damaged', async () => {
  const { home: source, app } = await openWorkspace();
  const home = join(await temporaryFolder(), 'data');
  mkdirSync(join(home, 'backups'), { recursive: true, mode: 0o700 });
  const name = backupName('2026-11-21T03:00:00.000Z', 'nightly');
  const secretKey = app.platform.secrets.exportKey();
  const target = join(home, 'backups', name);
  await createBackup({ home: source, target, secretKey, appVersion: '0.0.0', now: '2026-11-21T03:00:00.000Z' });
  writeFileSync(join(home, 'frontdesk.sqlite'), 'not a database '.repeat(1_000), { mode: 0o600 });
  const start = async (message: ToServer) => {
    const server = startServer(home);
    server.send(message);
    return server;
  };
  const begin = { type: 'start', secretKey: null, keepsKey: false } as const;
  const damaged = await start(begin);
  expect((await damaged.heard('failed')).message).toContain('damaged');
  const { backups } = await (await start({ type: 'list-backups' })).heard('backups');
  expect(backups).toEqual([{ name, createdAt: '2026-11-21T03:00:00.000Z', reason: 'nightly' }]);
  const missing = await start({ ...begin, restore: '../frontdesk.sqlite' });
  expect((await missing.heard('failed')).message).toContain('There is no backup');
  await missing.ended;
  const restored = await start({ ...begin, restore: name });
  await restored.heard('ready');
  expect(readFileSync(join(home, 'secret.key'), 'utf8')).toBe(secretKey);
});

test('a restore moves the sealed key away with its data, and brings its own key', async () => {
  const { home, app } = await openWorkspace();
  const file = join(await temporaryFolder(), 'shop.backup');
  const now = new Date().toISOString();
  const secretKey = app.platform.secrets.exportKey();
  await createBackup({ home, target: file, secretKey, appVersion: '0.0.0', now });
  const desktop = join(await temporaryFolder(), 'data');
  mkdirSync(desktop);
  writeFileSync(join(desktop, 'secret.sealed'), 'of the data before');
  const { keptIn } = await stageRestore(desktop, file, now);
  await applyRestore(desktop);
  expect(readFileSync(join(keptIn, 'secret.sealed'), 'utf8')).toBe('of the data before');
  expect(existsSync(join(desktop, 'secret.sealed'))).toBe(false);
  // The key file takes precedence over the shell's key.
  expect((await loadSecrets(desktop, 'cd'.repeat(32))).exportKey()).toBe(secretKey);
});

describe('a program that the shell starts for the server', () => {
  function openLink() {
    const sent: ToShell[] = [];
    const pipe = new EventEmitter();
    const postMessage = (message: object) => void sent.push(message as ToShell);
    const link = new ShellLink(Object.assign(pipe, { postMessage }), createLog('silent'));
    const tell = (data: ToServer, ports: unknown[] = []) => void pipe.emit('message', { data, ports });
    const file = workerFile(
      new URL('../../server/areas/qr/client-process.ts', import.meta.url).href,
      'qr-client.worker',
    );
    return { sent, tell, child: link.startChild(file), link };
  }

  test('is requested by name and receives earlier messages in order', () => {
    const { sent, tell, child } = openLink();
    const [asked] = sent as MessageOf<ToShell, 'start-child'>[];
    expect(asked).toMatchObject({ type: 'start-child', program: 'qr-client.worker' });
    const { port1, port2 } = new ChannelDouble();
    const heard: unknown[] = [];
    port2.on('message', ({ data }) => heard.push(data));
    port2.start();
    const answered = vi.fn();
    child.onMessage(answered);
    child.send({ id: 1 });
    child.send({ id: 2 });
    tell({ type: 'child-started', requestId: asked?.requestId ?? '' }, [port1]);
    child.send({ id: 3 });
    expect(heard).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    port2.postMessage({ id: 1, answer: null });
    expect(answered).toHaveBeenCalledExactlyOnceWith({ id: 1, answer: null });
  });

  test('reports its end once, and accepts no more messages', () => {
    const { sent, tell, child } = openLink();
    const requestId = (sent[0] as MessageOf<ToShell, 'start-child'>).requestId;
    const ended = vi.fn();
    child.onEnd(ended);
    tell({ type: 'child-ended', requestId: 'another' });
    expect(ended).not.toHaveBeenCalled();
    tell({ type: 'child-ended', requestId });
    tell({ type: 'child-ended', requestId });
    expect(ended).toHaveBeenCalledTimes(1);
    child.send({ id: 4 });
    child.kill();
    expect(sent).toHaveLength(1);
  });

  test('is killed through the shell, also before it ran', () => {
    const { sent, child } = openLink();
    child.disconnect();
    expect(sent.map(({ type }) => type)).toEqual(['start-child', 'stop-child']);
  });

  test('no other program can be requested', () => {
    const { link } = openLink();
    expect(() => link.startChild(new URL('file:///bin/sh'))).toThrow();
  });
});
