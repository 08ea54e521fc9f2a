import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { applyRestore, undoRestore } from '../../../server/platform/backup/apply-restore.ts';
import { stageRestore } from '../../../server/platform/backup/restore.ts';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { lockHome } from '../../../server/platform/database/lock.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually } from '../../support/server/app.ts';
import { signInAtProcess } from '../../support/server/console.ts';
import { cliJson, runCli, spawnServer, startServerProcess } from '../../support/server/processes.ts';

test('a restore from the console takes effect without a new process, and sends nothing until the owner resumes sending', async () => {
  const home = await temporaryFolder();
  const server = await startServerProcess(home);
  await cliJson(home, ['keys', 'create', '--name', 'Before', '--scopes', 'all']);
  const owner = await eventually(async () => server.output.stdout.includes('Console:') && signInAtProcess(server));
  await owner.post('/owner/backups');
  const backup = await eventually(async () => {
    const { body } = await owner.get('/owner/backups');
    return body.running === null && body.items[0];
  });
  await cliJson(home, ['keys', 'create', '--name', 'After', '--scopes', 'all']);
  expect((await owner.post(`/owner/backups/${backup.name}/restore`)).status).toBe(202);
  await eventually(async () => server.output.stdout.match(/^Console: /gm)?.length === 2);

  const again = await signInAtProcess(server);
  expect((await again.get('/owner/keys')).body.data.map(({ name }: { name: string }) => name)).toEqual(['Before']);
  expect((await again.get('/owner/sending')).body).toEqual({ paused: true, reason: 'restored' });
  // Backups are not replaced, and the previous data is kept.
  expect((await again.get('/owner/backups')).body.items).toHaveLength(1);
  expect((await readdir(home)).filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
  expect(await server.end()).toBe(0);
});

const now = () => new Date().toISOString();

/** A data folder with a staged backup and a key created after that backup; no server uses it. */
async function stage() {
  const home = await temporaryFolder();
  await cliJson(home, ['keys', 'create', '--name', 'Before', '--scopes', 'all']);
  const file = join(await temporaryFolder(), 'shop.backup');
  await cliJson(home, ['backup', file]);
  await cliJson(home, ['keys', 'create', '--name', 'After', '--scopes', 'all']);
  await stageRestore(home, file, now());
  return { home, file };
}

const keyNames = async (home: string): Promise<string[]> =>
  (await cliJson(home, ['keys', 'list'])).data.map((key: { name: string }) => key.name);

/** Damages a staged database after its trial, so that only the start can fail on it. */
function spoil(home: string): void {
  const handle = new Sqlite(databaseFile(join(home, 'restore')));
  handle.pragma('foreign_keys = OFF');
  handle.exec('drop table subscriber_cursors');
  handle.close();
}

test('a restore is undone when the server does not start with its data, and the owner sees the reason', async () => {
  const { home } = await stage();
  spoil(home);
  const server = await startServerProcess(home);
  const owner = await eventually(async () => server.output.stdout.includes('Console:') && signInAtProcess(server));
  expect(server.output.stderr).toMatch(
    /^The backup was not restored, and the data from before are back: .*subscriber_cursors$/m,
  );
  expect((await owner.get('/owner/keys')).body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Before',
    'After',
  ]);
  expect((await owner.get('/owner/backups')).body.lastRestoreFailure.message).toContain('subscriber_cursors');
  expect((await owner.get('/owner/today')).body.attention).toContainEqual(
    expect.objectContaining({ kind: 'backup', problem: 'restore_failed' }),
  );
  const names = await readdir(home);
  expect(names.filter((name) => /^(restore$|before-restore)/.test(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith('failed-restore'))).toHaveLength(1);
  expect(await server.end()).toBe(0);
});

test('a command that restores through a running server ends with the reason once the restore is undone', async () => {
  const { home, file } = await stage();
  const server = await startServerProcess(home);
  await eventually(async () => !existsSync(join(home, 'restore')));
  // After the trial and before the swap, which the server does once it continues.
  process.kill(server.processId, 'SIGSTOP');
  const failed = runCli(home, ['restore', file, '--yes']);
  await eventually(async () => existsSync(join(home, 'restore', 'ready')), 60_000);
  spoil(home);
  process.kill(server.processId, 'SIGCONT');
  const { code, stderr } = await failed;
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The backup was not restored, and the data are as before: /),
  ]);
  expect(await server.end()).toBe(0);
});

test('a server that dies twice while it starts with restored data gives them up', async () => {
  const { home } = await stage();
  await applyRestore(home);
  expect(await keyNames(home)).toEqual(['Before']);
  await writeFile(join(home, 'restore', 'starts'), '2');
  const server = await startServerProcess(home);
  expect(await keyNames(home)).toEqual(['Before', 'After']);
  expect(server.output.stderr).toContain('the server ended each time while it started');
  expect(await server.end()).toBe(0);
});

/** More starts than a restore survives if they count. */
const manyTimes = [1, 2, 3];

test('a port in use does not undo a restore, however often', async () => {
  const { home } = await stage();
  const other = createServer().listen(0, '127.0.0.1');
  await eventually(async () => other.address() !== null);
  const { port } = other.address() as { port: number };
  for (const _ of manyTimes) {
    await expect(startServerProcess(home, { FRONTDESK_PORT: String(port) })).rejects.toThrow('is in use');
  }
  other.close();
  expect(await keyNames(home)).toEqual(['Before']);
  const server = await startServerProcess(home);
  expect(await keyNames(home)).toEqual(['Before']);
  expect(existsSync(join(home, 'restore'))).toBe(false);
  expect(await server.end()).toBe(0);
});

test('a locked data folder does not undo a restore, however often', async () => {
  const { home } = await stage();
  await applyRestore(home);
  const unlock = lockHome(home);
  for (const _ of manyTimes) await expect(startServerProcess(home)).rejects.toThrow('already uses the data folder');
  unlock();
  const server = await startServerProcess(home);
  expect(await keyNames(home)).toEqual(['Before']);
  expect(await server.end()).toBe(0);
});

test('a server that is stopped while it starts with restored data does not count as dead', async () => {
  const { home } = await stage();
  await applyRestore(home);
  // The start waits at a pipe instead of the key.
  const key = join(home, 'secret.key');
  await rename(key, `${key}.aside`);
  execFileSync('/usr/bin/mkfifo', [key]);
  const starts = () => readFile(join(home, 'restore', 'starts'), 'utf8').catch(() => null);
  const { child, ended } = spawnServer(home);
  await eventually(async () => (await starts()) === '1', 60_000);
  child.kill('SIGTERM');
  await eventually(async () => (await starts()) === '0', 60_000);
  const pipe = await open(key, 'r+');
  await pipe.write('\n');
  await pipe.close();
  expect(await ended).toBe(0);
  expect(existsSync(join(home, 'restore', 'applied'))).toBe(true);
  await rm(key);
  await rename(`${key}.aside`, key);
  expect(await keyNames(home)).toEqual(['Before']);
});

test('a half-applied restore is completed by the next start, and no other restore replaces it before', async () => {
  const { home, file } = await stage();
  // The state after a power cut in `applyRestore`: the key is restored, and the database is not.
  const { keptIn } = JSON.parse(await readFile(join(home, 'restore', 'ready'), 'utf8'));
  await mkdir(join(home, keptIn));
  await rename(join(home, 'secret.key'), join(home, keptIn, 'secret.key'));
  await rename(join(home, 'restore', 'secret.key'), join(home, 'secret.key'));
  await expect(stageRestore(home, file, now())).rejects.toThrow('Another restore is under way');
  const { code, stderr } = await runCli(home, ['restore', file, '--yes']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('Another restore is under way')]);
  const server = await startServerProcess(home);
  expect(await keyNames(home)).toEqual(['Before']);
  expect(await server.end()).toBe(0);
});

test('applied data are replaced by another restore before a start, and not while a server tries them', async () => {
  const { home, file } = await stage();
  await applyRestore(home);
  const unlock = lockHome(home);
  await expect(stageRestore(home, file, now())).rejects.toThrow('Another restore is under way');
  expect(existsSync(join(home, 'restore', 'applied'))).toBe(true);
  unlock();
  const { keptIn } = await stageRestore(home, file, now());
  await applyRestore(home);
  expect(existsSync(join(keptIn, 'frontdesk.sqlite'))).toBe(true);
  expect(await keyNames(home)).toEqual(['Before']);
});

test('a start removes the stage of a restore that was killed, and leaves one in use alone', async () => {
  const { home } = await stage();
  await rm(join(home, 'restore', 'ready'));
  const release = lockHome(join(home, 'restore'));
  const beside = await startServerProcess(home);
  expect(existsSync(join(home, 'restore', 'frontdesk.sqlite'))).toBe(true);
  expect(await beside.end()).toBe(0);
  release();
  const server = await startServerProcess(home);
  expect(existsSync(join(home, 'restore'))).toBe(false);
  expect(await keyNames(home)).toEqual(['Before', 'After']);
  expect(await server.end()).toBe(0);
});

test('a restore that is being staged is not disturbed by another', async () => {
  const { home, file } = await stage();
  await rm(join(home, 'restore'), { recursive: true });
  const first = stageRestore(home, file, now());
  await eventually(async () => existsSync(join(home, 'restore', 'blobs')));
  await expect(stageRestore(home, file, now())).rejects.toThrow('Another restore is under way');
  await first;
  expect(existsSync(join(home, 'restore', 'ready'))).toBe(true);
});

test('undoing a restore continues after an interruption, and loses neither state', async () => {
  const { home } = await stage();
  const secret = await readFile(join(home, 'secret.key'), 'utf8');
  await applyRestore(home);
  const journal = await readFile(join(home, 'restore', 'applied'));
  await undoRestore(home, 'once', now());
  // The state after a power cut right before the end.
  await rm(join(home, 'restore'), { recursive: true, force: true });
  expect(await keyNames(home)).toEqual(['Before', 'After']);
  await mkdir(join(home, 'restore'));
  await writeFile(join(home, 'restore', 'applied'), journal);
  await undoRestore(home, 'twice', now());
  expect(await keyNames(home)).toEqual(['Before', 'After']);
  expect(await readFile(join(home, 'secret.key'), 'utf8')).toBe(secret);
  const failed = (await readdir(home)).find((name) => name.startsWith('failed-restore')) as string;
  const kept = join(await temporaryFolder(), 'frontdesk.sqlite');
  await copyFile(join(home, failed, 'frontdesk.sqlite'), kept);
  const handle = new Sqlite(kept);
  expect(handle.prepare('select name from api_keys').pluck().all()).toEqual(['Before']);
  handle.close();
});
