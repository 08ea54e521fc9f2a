import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { commands } from '../server/cli/commands.ts';
import { findCommand } from '../server/cli/find-command.ts';
import { parseWords } from '../server/cli/parse-words.ts';
import { hashKey, looksLikeKey } from '../server/platform/access/api-keys.ts';
import { databaseFile } from '../server/platform/database/data-folder.ts';
import { openSqlite } from '../server/platform/database/database.ts';
import { version } from '../server/version.ts';
import { temporaryFolder } from './support/environment/temporary-folder.ts';
import { openWorkspace } from './support/server/app.ts';
import { cliJson, runCli, runInTerminal, spawnServer, startServerProcess } from './support/server/processes.ts';

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
  [['demo']],
])('%j creates nothing in a folder without data, and names the folder', async (words) => {
  const home = await temporaryFolder();
  const line = expect.stringContaining(`The folder ${home} holds no data of Frontdesk yet`);
  expect(await runCli(home, words)).toMatchObject({ code: 1, stdout: '', stderr: line });
  expect(await readdir(home)).toEqual([]);
});

test.each([
  [['--version'], [version], []],
  [[], ['keys create', 'outbound list'], []],
  [['help'], ['keys create', 'outbound list'], []],
  [['--help'], ['keys create', 'outbound list'], []],
  [['help', 'keys'], ['keys create', 'keys revoke'], ['outbound']],
  [['keys', '--help'], ['keys create', 'keys revoke'], ['outbound']],
  [
    ['keys', 'create', '--help'],
    ['keys create --name NAME --scopes SCOPES [--workspace ID]', 'orders.read'],
    ['revoke'],
  ],
  [['help', 'restore'], ['restore FILE', '--yes', 'Examples:'], ['backup FILE']],
  [['backup', 'file', '-h'], ['backup FILE [--force]'], ['restore FILE', '--yes']],
])('%j shows what there is', async (words, shown, left) => {
  const { code, stdout } = await runCli(await temporaryFolder(), words);
  expect(code).toBe(0);
  for (const text of shown) expect(stdout).toContain(text);
  for (const text of left) expect(stdout).not.toContain(text);
});

test.each(Object.entries(commands))('%s has examples that it accepts, and words for each option', (name, command) => {
  for (const example of command.examples) {
    const words = (example.match(/"[^"]*"|[^ ]+/g) ?? []).map((word) => word.replaceAll('"', ''));
    // What follows redirects the output.
    const end = words.findIndex((word) => word.startsWith('>'));
    const { rest } = findCommand(end < 0 ? words : words.slice(0, end));
    expect(() => parseWords(name, command, rest)).not.toThrow();
  }
  const declared = Object.keys({ ...command.positionals, ...command.options });
  expect(Object.keys(command.input.shape).sort()).toEqual(declared.sort());
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

test.each([
  [['keys', 'creat'], 'There is no command "keys creat", did you mean "keys create"?'],
  [['kyes', 'list'], 'There is no command "kyes list", did you mean "keys list"?'],
  [['bakcup', 'file'], 'did you mean "backup"?'],
  [['keys'], '"keys" needs one word more: npx frontdesk help keys shows which'],
  [['keys', 'frobnicate'], 'There is no command "keys frobnicate": npx frontdesk help keys lists them'],
  [['frobnicate', '--help'], 'There is no command "frobnicate": npx frontdesk help lists them'],
  [['--colour'], 'There is no option --colour: npx frontdesk help'],
  [['toString'], 'There is no command "toString"'],
  [['keys', 'create', '--scopes', 'all'], '--name is missing. Usage: npx frontdesk keys create --name NAME'],
  [['keys', 'create', '--name', '', '--scopes', 'all'], '--name must not be empty'],
  [['keys', 'create', '--name', 'A'.repeat(101), '--scopes', 'all'], '--name must have at most 100 characters'],
  [['workspaces', 'create', '--name', 'A', '--language', 'fr'], '--language must be one of pt, en, es'],
  [['keys', 'create', '--nam', 'A', '--scopes', 'all'], 'There is no option --nam, did you mean --name?'],
  [['keys', 'create', '--name'], "Option '--name <value>' argument missing"],
  [['model', 'set', '--base-url', 'http://127.0.0.1:1/v1', '--model', 'a', '--key', 'sk'], 'did you mean --key-file?'],
  [['keys', 'create', '--name', 'A', '--scopes', 'all,orders.reed'], 'unknown scopes: orders.reed'],
  [['keys', 'create', '--name', 'A', '--scopes', 'all', '--expires-at', 'tomorrow'], '--expires-at must be a time'],
  [['keys', 'create', '--name', 'A', '--scopes', 'all', '--expires-at', '2020-01-01T00:00:00Z'], 'in the future'],
  [['keys', 'list', '--colour'], 'There is no option --colour'],
  [['keys', 'list', 'extra'], 'Unexpected argument "extra"'],
  [['keys', 'revoke'], 'ID is missing'],
  [['workspaces', 'create', '--name', 'A', '--timezone', 'Mars/Base'], '--timezone must be an IANA time zone'],
  [['workspaces', 'update', 'ws_1', '--limit', 'cars=3'], '--limit must be KIND=NUMBER'],
  [['outbound', 'allow', 'http://x/'], 'ADDRESS must be HOST:PORT'],
  [['restore'], 'FILE is missing'],
  [['demo', '--remove'], 'The demo shop is removed with all its data. --yes does it without asking'],
])('refuses %j with one line and makes nothing', async (words, line) => {
  const home = await temporaryFolder();
  const { code, stdout, stderr } = await runCli(home, words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(await readdir(home)).toEqual([]);
});

test('with --json an error is one JSON object', async () => {
  const home = await temporaryFolder();
  const errorOf = async (words: string[]) => {
    const { code, stdout, stderr } = await runCli(home, [...words, '--json']);
    expect(stdout).toBe('');
    return { code, ...JSON.parse(stderr).error };
  };
  expect(await errorOf(['keys', 'creat'])).toMatchObject({ code: 2, kind: 'usage' });
  expect(await errorOf(['keys', 'list'])).toMatchObject({
    code: 1,
    kind: 'failed',
    message: expect.stringMatching(home),
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

const hasTerminals = existsSync('/usr/bin/script');

test.skipIf(!hasTerminals)('asks a person at a terminal before something is lost', async () => {
  const home = await temporaryFolder();
  const { id } = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all']);
  const answer = (text: string) => runInTerminal(home, ['keys', 'revoke', id], text);
  const isRevoked = async () => (await cliJson(home, ['keys', 'list'])).data[0].revokedAt !== null;
  const declined = await answer('n\n');
  expect(declined.stdout).toContain('lose their access at once. Continue? [y/N]');
  expect(declined.stdout).toContain('Nothing was changed');
  expect([declined.code, await isRevoked()]).toEqual([1, false]);
  expect([(await answer('y\n')).code, await isRevoked()]).toEqual([0, true]);
});

/** Says how a shell would complete `frontdesk keys c` and `frontdesk keys create --na`. */
const bashScript = `source "$0"
  tell() { COMP_LINE="$1"; COMP_POINT=\${#1}; _frontdesk frontdesk "\${1##* }"; echo "\${COMPREPLY[@]}"; }
  tell "frontdesk keys c"; tell "frontdesk keys create --na"`;
const shells = {
  bash: bashScript,
  zsh: bashScript,
  fish: 'source $argv[1]; for line in "keys c" "keys create --na"; complete -C "frontdesk $line" | cut -f1; end',
};

describe.each(Object.entries(shells))('completion for %s', (shell, script) => {
  test.skipIf(!existsSync(`/usr/bin/${shell}`))('completes commands and options', async () => {
    const file = join(await temporaryFolder(), 'completion');
    await writeFile(file, (await runCli(await temporaryFolder(), ['completion', shell])).stdout);
    const { stdout } = await promisify(execFile)(shell, ['-c', script, file]);
    const [words = '', options = ''] = stdout.trim().split('\n');
    // zsh leaves out by itself what does not fit.
    expect([words.split(' '), options.split(' ')]).toEqual([
      expect.arrayContaining(['create']),
      expect.arrayContaining(['--name']),
    ]);
    expect(`${words} ${options}`).not.toMatch(/outbound|--limit/);
  });
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
