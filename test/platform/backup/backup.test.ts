import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { applyRestore } from '../../../server/platform/backup/apply-restore.ts';
import { createBackup } from '../../../server/platform/backup/backup.ts';
import { stageRestore } from '../../../server/platform/backup/restore.ts';
import { isRestoreUnderWay, isRestoreUnproven } from '../../../server/platform/backup/restore-state.ts';
import { databaseFile, hasDatabase } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { Files, insertFile } from '../../../server/platform/files/files.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { cliJson, runCli, startServerProcess } from '../../support/server/processes.ts';

const blobText = 'The price list of this week';

/** A data folder with a key, a stored file and a sealed value; no server has it open. */
async function makeShop() {
  const { app, workspace, home } = await startApp();
  const { platform } = app;
  const blob = await platform.files.receive([Buffer.from(blobText)], { maxBytes: 1000 });
  await platform.work(workspace, systemActor, (work) => insertFile(work, blob, 'prices.txt'));
  const sealed = platform.secrets.seal('test', 'a credential');
  await app.stop();
  const { id: keyId } = await cliJson(home, ['keys', 'create', '--name', 'Before', '--scopes', 'all']);
  return { home, hash: blob.hash, keyId, sealed };
}

const keyNames = async (home: string): Promise<string[]> =>
  (await cliJson(home, ['keys', 'list'])).data.map((key: { name: string }) => key.name);

const readBlob = (home: string, hash: string) => readFile(new Files(home).path(hash), 'utf8');

/** Every file of a folder with its bytes, without what a mere opening of the database leaves. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'latin1')])));
}

function change(file: string, sql: string): void {
  const handle = new Sqlite(file);
  handle.exec(sql);
  handle.close();
}

test('a backup restores data, files and sealed values on another machine', async () => {
  const shop = await makeShop();
  const file = join(await temporaryFolder(), 'shop.backup');
  expect(await cliJson(shop.home, ['backup', file])).toMatchObject({ file, blobCount: 1, lostBlobs: [] });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const elsewhere = join(await temporaryFolder(), 'data');
  expect(await cliJson(elsewhere, ['restore', file, '--yes'])).toMatchObject({ blobCount: 1 });
  expect(await keyNames(elsewhere)).toEqual(['test', 'Before']);
  expect(await readBlob(elsewhere, shop.hash)).toBe(blobText);
  expect(await readFile(join(elsewhere, 'secret.key'))).toEqual(await readFile(join(shop.home, 'secret.key')));
  const { app } = await startApp({ home: elsewhere });
  expect(app.platform.secrets.unseal('test', shop.sealed)).toBe('a credential');
  const leftovers = openSqlite(databaseFile(elsewhere));
  expect(leftovers.prepare("select name from sqlite_schema where name like 'backup%'").all()).toEqual([]);
  leftovers.close();
  expect((await runCli(elsewhere, ['doctor'])).stdout).toContain('files: all 1 are there');
});

/** Rewrites a data folder as the program before the last migration would have left it. */
async function makeOlder(home: string): Promise<void> {
  const file = databaseFile(home);
  const newer = `${file}.newer`;
  await rename(file, newer);
  await migrate(file, async () => {}, migrations.slice(0, -1));
  const handle = new Sqlite(file);
  handle.pragma('foreign_keys = OFF');
  handle.exec(`attach '${newer}' as newer`);
  for (const table of ['workspaces', 'users', 'api_keys', 'files', 'settings']) {
    handle.exec(`insert or replace into ${table} select * from newer.${table}`);
  }
  handle.close();
  await rm(newer);
}

test('a backup of an older version is updated while it is staged, and starts', async () => {
  const shop = await makeShop();
  await makeOlder(shop.home);
  const file = join(await temporaryFolder(), 'older.backup');
  const now = new Date().toISOString();
  const secretKey = (await readFile(join(shop.home, 'secret.key'), 'utf8')).trim();
  await createBackup({ home: shop.home, target: file, secretKey, appVersion: '0', now });
  const elsewhere = await temporaryFolder();
  expect((await stageRestore(elsewhere, file, now)).manifest.schemaVersion).toBe(migrations.length - 1);
  const staged = new Sqlite(databaseFile(join(elsewhere, 'restore')), { readonly: true });
  expect(staged.pragma('user_version', { simple: true })).toBe(migrations.length);
  staged.close();
  await applyRestore(elsewhere);
  expect(await keyNames(elsewhere)).toEqual(['test', 'Before']);
  expect(await readBlob(elsewhere, shop.hash)).toBe(blobText);
  const server = await startServerProcess(elsewhere);
  await eventually(async () => !isRestoreUnproven(elsewhere));
  expect(await server.end()).toBe(0);
});

test('a restore keeps the previous data in a folder', async () => {
  const { home, hash } = await makeShop();
  const file = join(await temporaryFolder(), 'shop.backup');
  await cliJson(home, ['backup', file]);
  await cliJson(home, ['keys', 'create', '--name', 'After', '--scopes', 'all']);
  const { keptIn } = await cliJson(home, ['restore', file, '--yes']);
  expect(await keyNames(home)).toEqual(['test', 'Before']);
  expect(await keyNames(keptIn)).toEqual(['test', 'Before', 'After']);
  expect(await readBlob(keptIn, hash)).toBe(blobText);
  expect(isRestoreUnderWay(home)).toBe(false);
});

test('a running server can be backed up, and applies a restore without a new process', async () => {
  const { home, hash } = await makeShop();
  const server = await startServerProcess(home);
  const file = join(await temporaryFolder(), 'shop.backup');
  await cliJson(home, ['backup', file]);
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'After', '--scopes', 'all']);
  const statusOf = async (url: string) =>
    (await fetch(`${url}/api/quick-replies`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await statusOf(server.url)).toBe(200);

  await cliJson(home, ['restore', file, '--yes']);
  const urls = await eventually(async () => {
    const found = [...server.output.stdout.matchAll(/ready at (\S+)/g)].map((match) => match[1] as string);
    return found.length === 2 && found;
  });
  expect(await statusOf(urls[1] as string)).toBe(401);
  expect(await keyNames(home)).toEqual(['test', 'Before']);
  expect(await readBlob(home, hash)).toBe(blobText);
  expect(await server.end()).toBe(0);
});

test('the next start completes an interrupted restore', async () => {
  const { home, hash } = await makeShop();
  const file = join(await temporaryFolder(), 'shop.backup');
  await cliJson(home, ['backup', file]);
  await cliJson(home, ['keys', 'create', '--name', 'After', '--scopes', 'all']);
  const { keptIn } = await stageRestore(home, file, new Date().toISOString());
  // The state after the first half of the swap: the blobs are exchanged, the database is not.
  await mkdir(keptIn);
  await rename(join(home, 'blobs'), join(keptIn, 'blobs'));
  await rename(join(home, 'restore', 'blobs'), join(home, 'blobs'));
  expect(await runCli(home, ['keys', 'list'])).toMatchObject({ code: 1, stdout: '' });

  const server = await startServerProcess(home);
  expect(await keyNames(home)).toEqual(['test', 'Before']);
  expect(await keyNames(keptIn)).toEqual(['test', 'Before', 'After']);
  expect(await readBlob(home, hash)).toBe(blobText);
  expect(await readBlob(keptIn, hash)).toBe(blobText);
  expect(await server.end()).toBe(0);
});

test('a restore is not applied while a server uses the data folder', async () => {
  const { home } = await startApp();
  const file = join(await temporaryFolder(), 'shop.backup');
  await cliJson(home, ['backup', file]);
  await stageRestore(home, file, new Date().toISOString());
  await expect(applyRestore(home)).rejects.toThrow('Another Frontdesk');
  expect(hasDatabase(home)).toBe(true);
  expect(isRestoreUnderWay(home)).toBe(true);
});

test('refuses a damaged, foreign, newer or absent backup with nothing changed', async () => {
  const { home } = await makeShop();
  const folder = await temporaryFolder();
  const good = join(folder, 'good');
  await cliJson(home, ['backup', good]);
  const bytes = await readFile(good);
  const make = async (name: string, content: Buffer, sql?: string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    if (sql) change(path, sql);
    return path;
  };
  const blobAt = bytes.indexOf(blobText);
  const flipped = Buffer.from(bytes);
  flipped.write('!', blobAt);
  const cases: [string, string][] = [
    [await make('flipped', flipped), 'The backup is damaged: file'],
    [await make('short', bytes.subarray(0, bytes.length / 2)), 'The backup is damaged'],
    [await make('lost-blob', bytes, 'delete from backup_blobs'), 'its files are not those'],
    [await make('no-key', bytes, "delete from backup_manifest where key = 'secretKey'"), 'manifest is not complete'],
    [await make('newer', bytes, 'pragma user_version = 9999'), 'newer Frontdesk'],
    [await make('foreign', Buffer.from('a letter to the tax office'.repeat(100))), 'no backup of Frontdesk'],
    [await make('other-database', Buffer.alloc(0), 'create table t (a)'), 'no backup of Frontdesk'],
    [join(folder, 'absent'), 'There is no file'],
  ];
  const before = await snapshot(home);
  for (const [path, line] of cases) {
    const { code, stdout, stderr } = await runCli(home, ['restore', path, '--yes']);
    expect({ path, code, stdout, stderr }).toEqual({
      path,
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(line),
    });
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(await snapshot(home)).toEqual(before);
});

test('a missing or damaged file is reported, and the rest is backed up', async () => {
  const { home, hash } = await makeShop();
  await writeFile(new Files(home).path(hash), 'rotten');
  const file = join(await temporaryFolder(), 'shop.backup');
  expect(await cliJson(home, ['backup', file])).toMatchObject({ blobCount: 0, lostBlobs: [hash] });
  expect(existsSync(`${file}.part`)).toBe(false);
  expect(await cliJson(home, ['restore', file, '--yes'])).toMatchObject({ blobCount: 0 });
});

test('a backup replaces no existing file without --force', async () => {
  const { home } = await startApp();
  const file = join(await temporaryFolder(), 'shop.backup');
  await writeFile(file, 'older');
  expect(await runCli(home, ['backup', file])).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
  expect(await readFile(file, 'utf8')).toBe('older');
  expect(await cliJson(home, ['backup', file, '--force'])).toMatchObject({ file });
});

test('a backup into a missing folder fails with one line', async () => {
  const { home } = await makeShop();
  const answer = await runCli(home, ['backup', join(home, 'none', 'file')]);
  expect(answer).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There is no folder') });
});
