import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { verifyBackup } from '../../server/platform/backup/verify-backup.ts';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../server/platform/database/database.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { Client, eventually } from '../support/server/app.ts';
import { signInAtProcess } from '../support/server/console.ts';
import { forgetMachine } from '../support/server/forget-machine.ts';
import { cliJson, type Finished, runCli, spawnServer, startServerProcess } from '../support/server/processes.ts';

const env = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'error' };
let faults = 0;

let lost = 0;
let template: { home: string; key: string } | null = null;

afterAll(async () => {
  if (template) await rm(template.home, { recursive: true });
  const note = 'damage, loss, migration, downgrade, read-only folder, second server, stop in mid-request';
  reportReliability('start and stop', { runs: 8, faults, requests: 400, lost, note });
});

/** A stopped shop with 400 replies, all in the database file. Created once, then copied. */
async function makeShop(): Promise<{ home: string; key: string; file: string }> {
  template ??= await makeTemplate();
  const home = await temporaryFolder();
  await cp(template.home, home, { recursive: true });
  forgetMachine(home);
  return { home, key: template.key, file: databaseFile(home) };
}

async function makeTemplate(): Promise<{ home: string; key: string }> {
  const home = await mkdtemp(join(tmpdir(), 'frontdesk-test-'));
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
  const server = await startServerProcess(home, env);
  const api = new Client(server.url, key);
  const save = (number: number) => api.post('/api/quick-replies', { shortcut: `r${number}`, content: 'x'.repeat(900) });
  await Promise.all(Array.from({ length: 400 }, (_, number) => save(number)));
  expect(await server.end()).toBe(0);
  return { home, key };
}

async function expectAll({ url }: { url: string }, key: string): Promise<void> {
  const { body } = await new Client(url, key).get('/api/quick-replies');
  lost += 400 - body.data.length;
  expect(body.data).toHaveLength(400);
}

/** Starts a server that must fail; returns its output. */
async function startInVain(home: string): Promise<Finished> {
  faults += 1;
  const { child, ended, output } = spawnServer(home, env);
  // A server that starts despite the fault would never exit.
  const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const code = await ended;
  clearTimeout(patience);
  return { code, ...output };
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function overwrite(file: string, at: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
}

const oneLine = (text: RegExp) => ({
  code: 1,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^[^\n]*${text.source}[^\n]*\n$`)),
});

/** Changes the version in the file; returns the old one. */
function setVersion(file: string, change: number): number {
  const handle = openSqlite(file);
  const version = Number(handle.pragma('user_version', { simple: true }));
  handle.pragma(`user_version = ${version + change}`);
  handle.close();
  return version;
}

test.each([
  ['a page in the middle', (size: number) => Math.floor(size / 8192) * 4096],
  ['the first page', () => 0],
])(
  '%s is damaged: the start reports it and offers the newest verified backup, which restores everything',
  async (_where, place) => {
    const { home, key, file } = await makeShop();
    const server = await startServerProcess(home, env);
    const owner = await eventually(async () => server.output.stdout.includes('Console:') && signInAtProcess(server));
    expect((await owner.post('/owner/backups')).status).toBe(202);
    const backup = await eventually(async () => {
      const { body } = await owner.get('/owner/backups');
      return body.running === null && body.items[0];
    }, 30_000);
    expect(await server.end()).toBe(0);
    // A newer backup that was not verified is not offered.
    copyFileSync(backup.path, backup.path.replace(/frontdesk-\d{4}/, 'frontdesk-2099'));
    for (const at of [0, 4096, 8192]) overwrite(file, place(statSync(file).size) + at, Buffer.alloc(4096, 0x5a));
    const before = hashOf(file);

    expect(await startInVain(home)).toEqual(
      oneLine(/is damaged .*newest verified backup is of (?!2099).*frontdesk restore /),
    );
    expect(hashOf(file)).toBe(before);
    expect((await runCli(home, ['doctor'])).code).toBe(1);

    expect((await runCli(home, ['restore', backup.path, '--yes'])).code).toBe(0);
    const again = await startServerProcess(home, env);
    const { body } = await new Client(again.url, key).get('/api/quick-replies');
    expect(body.data).toHaveLength(400);
    expect(await again.end()).toBe(0);
  },
);

test('a missing or empty database is not replaced by an empty shop', async () => {
  const { home, file } = await makeShop();
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
  expect(await startInVain(home)).toEqual(oneLine(/is gone.*no backup/));
  expect(await readdir(home)).not.toContain('frontdesk.sqlite');
  execFileSync('touch', [file]);
  expect(await startInVain(home)).toEqual(oneLine(/is gone/));
  expect(statSync(file).size).toBe(0);
});

test('data of a newer program is rejected and stays byte for byte as it is', async () => {
  const { home, file } = await makeShop();
  const version = setVersion(file, 1);
  const before = hashOf(file);
  expect(await startInVain(home)).toEqual(oneLine(new RegExp(`newer Frontdesk .schema ${version + 1}`)));
  expect(hashOf(file)).toBe(before);
  expect(await runCli(home, ['keys', 'list'])).toMatchObject({ code: 1, stderr: expect.stringMatching(/newer/) });
});

test('a failed update leaves the data unchanged, with a backup beside it', async () => {
  const { home, key, file } = await makeShop();
  // The last migration runs on its own result, so it fails halfway.
  const version = setVersion(file, -1);
  expect(version).toBe(migrations.length);
  const schemaOf = () => {
    const handle = openSqlite(file);
    const schema = handle.prepare('select sql from sqlite_schema order by name').pluck().all();
    handle.close();
    return schema;
  };
  const before = schemaOf();
  expect(await startInVain(home)).toEqual(oneLine(/update of the data to schema \d+ .* failed.*as they were/));
  expect(schemaOf()).toEqual(before);
  expect(setVersion(file, 1)).toBe(version - 1);
  const [backup] = (await readdir(join(home, 'backups'))).filter((name) => name.endsWith('pre_migration.backup'));
  expect(verifyBackup(join(home, 'backups', String(backup))).schemaVersion).toBe(version - 1);
  const server = await startServerProcess(home, env);
  await expectAll(server, key);
});

test('a folder that is not writable is reported as such, and works once it is', async (context) => {
  const { home } = await makeShop();
  const remount = (mode: string) => execFileSync('mount', ['-o', `remount,bind,${mode}`, home], { stdio: 'ignore' });
  try {
    execFileSync('mount', ['--bind', home, home], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', ['-l', home]));
    remount('ro');
  } catch {
    return context.skip('needs root to make a folder read-only');
  }
  expect(await startInVain(home)).toEqual(oneLine(/cannot be written/));
  expect(await startInVain(join(home, 'new'))).toEqual(oneLine(/cannot be written/));
  remount('rw');
  const server = await startServerProcess(home, env);
  expect(await server.end()).toBe(0);
});

test('a second server changes nothing, and starts as soon as the first was killed', async () => {
  const { home, file } = await makeShop();
  const first = await startServerProcess(home, env);
  const before = hashOf(file);
  expect(await startInVain(home)).toEqual(oneLine(/Another Frontdesk already uses/));
  expect(hashOf(file)).toBe(before);
  await first.end('SIGKILL');
  const second = await startServerProcess(home, env);
  expect(await second.end()).toBe(0);
});

test('a stop during a request lets it finish, accepts no new one, and exits cleanly', async () => {
  faults += 1;
  const { home, key } = await makeShop();
  const server = await startServerProcess(home, env);
  const { hostname, port } = new URL(server.url);
  const body = JSON.stringify({ shortcut: 'late', content: 'kept' });
  const socket = connect(Number(port), hostname);
  // Awaited from the start: a request cut off too early must fail the test, not hang it.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const head = [
    'POST /api/quick-replies HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
  await sleep(300);
  const startedAt = Date.now();
  const ended = server.end();
  await sleep(1_700);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  socket.write(body.slice(10));
  await closed;
  expect(answer).toMatch(/^HTTP\/1.1 201 /);
  expect(await ended).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  const again = await startServerProcess(home, env);
  const { body: kept } = await new Client(again.url, key).get('/api/quick-replies');
  expect(kept.data.filter(({ shortcut }: { shortcut: string }) => shortcut === 'late')).toHaveLength(1);
});
