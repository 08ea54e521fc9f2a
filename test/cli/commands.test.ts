import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashKey, looksLikeKey } from '../../server/platform/access/api-keys.ts';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../server/platform/database/database.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { openWorkspace } from '../support/server/app.ts';
import { cliJson, runCli, spawnServer, startServerProcess } from '../support/server/processes.ts';

function query(home: string, sql: string): Record<string, unknown>[] {
  const handle = openSqlite(databaseFile(home));
  try {
    return handle.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    handle.close();
  }
}

test('creates a key, and stores only its hash', async () => {
  const home = await temporaryFolder();
  const made = await cliJson(home, ['keys', 'create', '--name', 'ERP', '--scopes', 'orders.read,leads.read']);
  expect(made).toMatchObject({ name: 'ERP', scopes: ['orders.read', 'leads.read'], expiresAt: null });
  expect(Object.keys(made)).toEqual(['id', 'key', 'workspaceId', 'name', 'scopes', 'expiresAt', 'createdAt']);
  expect(looksLikeKey(made.key)).toBe(true);
  const rows = query(home, 'select * from api_keys');
  expect(rows).toMatchObject([{ id: made.id, hash: hashKey(made.key) }]);
  expect(JSON.stringify(rows)).not.toContain(made.key);
});

test.each([
  [['keys', 'list']],
  [['keys', 'create', '--name', 'A', '--scopes', 'all']],
  [['workspaces', 'create', '--name', 'A']],
  [['outbound', 'allow', '192.168.0.20:80']],
  [['model', 'set', '--base-url', 'http://127.0.0.1:1/v1', '--model', 'a']],
  [['login']],
  [['listen']],
  [['demo']],
])('%j creates nothing in a folder without data, and names the folder', async (words) => {
  const home = await temporaryFolder();
  const line = expect.stringContaining(`The folder ${home} holds no data of Frontdesk yet`);
  expect(await runCli(home, words)).toMatchObject({ code: 1, stdout: '', stderr: line });
  expect(await readdir(home)).toEqual([]);
});

test.each(['/proc/x', '/dev/null/x', '/sys/x'])(
  'a backup to %s fails in one line that names the file',
  async (file) => {
    const home = await temporaryFolder();
    await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all']);
    const { code, stderr } = await runCli(home, ['backup', file]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(file.slice(0, file.lastIndexOf('/')));
  },
);

test('a data folder that cannot be read fails every command in one line', async () => {
  for (const words of [['keys', 'list'], ['backup', 'x.zip'], ['doctor'], ['login'], ['demo']]) {
    const { code, stderr } = await runCli('/dev/null/home', words);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(1);
  }
});

test('recognises a mistyped key by its checksum', async () => {
  const { key } = await cliJson(await temporaryFolder(), ['keys', 'create', '--name', 'A', '--scopes', 'all']);
  expect(looksLikeKey(key.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a')))).toBe(false);
  expect(looksLikeKey(key.toLowerCase())).toBe(false);
});

test('lists keys without their secrets', async () => {
  const home = await temporaryFolder();
  const { key, id } = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all']);
  const asJson = await runCli(home, ['keys', 'list', '--json']);
  const asText = await runCli(home, ['keys', 'list']);
  expect(JSON.parse(asJson.stdout).data).toMatchObject([{ id, name: 'A', scopes: ['all'], revokedAt: null }]);
  for (const { stdout } of [asJson, asText]) {
    expect(stdout).toContain(id);
    expect(stdout).not.toContain('fd_live_');
    expect(stdout).not.toContain(hashKey(key));
  }
});

test('a key created, rotated or revoked next to a running server takes effect at once', async () => {
  const { home, api } = await openWorkspace();
  const statusOf = async (key: string) => (await api.get('/api/quick-replies', { key })).status;
  const old = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'library.read']);
  expect(await statusOf(old.key)).toBe(200);
  const fresh = await cliJson(home, ['keys', 'rotate', old.id]);
  expect(fresh).toMatchObject({ name: 'A', scopes: ['library.read'], expiresAt: null });
  expect([await statusOf(old.key), await statusOf(fresh.key)]).toEqual([200, 200]);
  await cliJson(home, ['keys', 'revoke', fresh.id, '--yes']);
  expect([await statusOf(old.key), await statusOf(fresh.key)]).toEqual([200, 401]);
});

test('a rotated key expires after 24 hours, or earlier if it was due to', async () => {
  const home = await temporaryFolder();
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const endless = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all']);
  const short = await cliJson(home, ['keys', 'create', '--name', 'B', '--scopes', 'all', '--expires-at', soon]);
  await cliJson(home, ['keys', 'rotate', endless.id]);
  await cliJson(home, ['keys', 'rotate', short.id]);
  const { data } = await cliJson(home, ['keys', 'list']);
  const endOf = (id: string) => data.find((key: { id: string }) => key.id === id).expiresAt;
  expect(Math.abs(Date.parse(endOf(endless.id)) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
  expect(endOf(short.id)).toBe(soon);
});

test('refuses to rotate or revoke a missing or expired key', async () => {
  const home = await temporaryFolder();
  const { id } = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all']);
  await cliJson(home, ['keys', 'revoke', id, '--yes']);
  expect(await runCli(home, ['keys', 'rotate', id])).toMatchObject({ code: 1, stdout: '' });
  expect(await runCli(home, ['keys', 'revoke', 'key_none', '--yes'])).toMatchObject({
    code: 1,
    stderr: 'There is no key key_none: npx frontdesk keys list shows them\n',
  });
});

test('creates workspaces, and keys of a chosen one', async () => {
  const home = await temporaryFolder();
  const shop = await cliJson(home, ['workspaces', 'create', '--name', 'Lisboa', '--timezone', 'Europe/Lisbon']);
  expect(shop).toMatchObject({ name: 'Lisboa', timezone: 'Europe/Lisbon', country: 'PT', limits: {} });
  const key = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all', '--workspace', shop.id]);
  expect(key.workspaceId).toBe(shop.id);
  const { data } = await cliJson(home, ['workspaces', 'list']);
  expect(data.map((one: { name: string }) => one.name)).toEqual(['My shop', 'Lisboa']);
});

test('sets and removes limits one by one', async () => {
  const home = await temporaryFolder();
  const { id } = await cliJson(home, ['workspaces', 'create', '--name', 'A']);
  const limit = (...limits: string[]) =>
    cliJson(home, ['workspaces', 'update', id, ...limits.flatMap((one) => ['--limit', one])]);
  expect((await limit('channels=3', 'agents=0')).limits).toEqual({ channels: 3, agents: 0 });
  expect((await limit('channels=none')).limits).toEqual({ agents: 0 });
});

test('a trial starts once, with its event, and can be ended', async () => {
  const home = await temporaryFolder();
  const { id } = await cliJson(home, ['workspaces', 'create', '--name', 'A']);
  const until = (end: string) => cliJson(home, ['workspaces', 'update', id, '--trial-ends-at', end]);
  expect((await until('2099-01-01T00:00:00Z')).trialEndsAt).toBe('2099-01-01T00:00:00.000Z');
  await until('2099-02-01T00:00:00Z');
  const events = query(home, 'select type, workspace_id, data from events');
  expect(events).toMatchObject([{ type: 'trial.started', workspace_id: id }]);
  expect(JSON.parse(String(events[0]?.data))).toEqual({ workspaceId: id, trialEndsAt: '2099-01-01T00:00:00.000Z' });
  expect((await until('none')).trialEndsAt).toBeNull();
});

test('allows, lists and removes outbound addresses', async () => {
  const home = await temporaryFolder();
  await cliJson(home, ['outbound', 'allow', '192.168.0.20:8080']);
  expect(await cliJson(home, ['outbound', 'allow', 'Printer.local:80'])).toEqual({
    allowed: ['192.168.0.20:8080', 'printer.local:80'],
  });
  await cliJson(home, ['outbound', 'remove', 'printer.local:80']);
  expect(await cliJson(home, ['outbound', 'list'])).toEqual({ allowed: ['192.168.0.20:8080'] });
  expect(await runCli(home, ['outbound', 'remove', 'printer.local:80'])).toMatchObject({
    code: 1,
    stderr: 'printer.local:80 is not on the list: npx frontdesk outbound list shows it\n',
  });
});

test('reads the key of a language model from a file or the standard input, never from the command line', async () => {
  const home = await temporaryFolder();
  const file = join(await temporaryFolder(), 'key.txt');
  const set = (keyFile: string) => ['model', 'set', '--base-url', 'http://x/v1', '--model', 'm', '--key-file', keyFile];
  await writeFile(file, 'sk-one\n');
  expect((await cliJson(home, set(file))).model.hasKey).toBe(true);
  expect(JSON.parse((await runCli(home, [...set('-'), '--json'], {}, 'sk-two\n')).stdout).model.hasKey).toBe(true);
  for (const text of ['', 'two words', 'x'.repeat(501)]) {
    await writeFile(file, text);
    expect(await runCli(home, set(file))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must hold one key'),
    });
  }
  expect((await runCli(home, set(`${file}.none`))).stderr).toContain('could not be read');
});

test('the doctor passes next to a running server, and names what is missing without data', async () => {
  const home = await temporaryFolder();
  const server = await startServerProcess(home);
  const env = { FRONTDESK_PORT: new URL(server.url).port };
  const healthy = await runCli(home, ['doctor'], env);
  expect(healthy.stdout).not.toContain('FAIL');
  expect(healthy).toMatchObject({ code: 0, stdout: expect.stringContaining('server: running') });
  expect(await server.end()).toBe(0);
  const absent = await runCli(`${home}/none`, ['doctor', '--json'], env);
  expect(absent.code).toBe(1);
  const failed = JSON.parse(absent.stdout).findings.filter((finding: { ok: boolean }) => !finding.ok);
  expect(failed).toMatchObject([{ name: 'data folder', hint: expect.stringContaining('npm start') }]);
});

test('a second server on the same data, a taken port and an invalid setting each fail with one line', async () => {
  const home = await temporaryFolder();
  const { url } = await startServerProcess(home);
  const cases: [string, Record<string, string>, string][] = [
    [home, {}, 'Another Frontdesk already uses'],
    [await temporaryFolder(), { FRONTDESK_PORT: new URL(url).port }, 'is in use'],
    [await temporaryFolder(), { FRONTDESK_PORT: 'x' }, 'FRONTDESK_PORT'],
  ];
  for (const [folder, env, line] of cases) {
    const { ended, output } = spawnServer(folder, env);
    expect(await ended).toBe(1);
    expect(output).toEqual({ stdout: '', stderr: expect.stringContaining(line) });
    expect(output.stderr.trim().split('\n')).toHaveLength(1);
  }
});
