import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Migration } from '../../../migrations/migration.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { MigrationError, migrate, NewerDatabaseError } from '../../../server/platform/database/migrate.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';

const first: Migration = { name: '1', up: (handle) => handle.exec('create table one (a)') };
const second: Migration = {
  name: '2',
  up: (handle) => handle.exec('create table two (a); insert into one values (1)'),
};
const failing: Migration = {
  name: '2',
  up(handle) {
    handle.exec('create table two (a); insert into one values (1)');
    handle.exec('this is no SQL');
  },
};

async function makeFolder() {
  const home = await temporaryFolder();
  const file = join(home, 'a.sqlite');
  const backup = join(home, 'backup.sqlite');
  return { file, backup, backUp: async () => copyFileSync(file, backup) };
}

function look(file: string) {
  const handle = openSqlite(file);
  try {
    const tables = handle.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all();
    return { version: handle.pragma('user_version', { simple: true }), tables };
  } finally {
    handle.close();
  }
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

test('migrates a new file to the newest schema without a backup', async () => {
  const { file, backup, backUp } = await makeFolder();
  await migrate(file, backUp, [first, second]);
  expect(look(file)).toEqual({ version: 2, tables: ['one', 'two'] });
  expect(existsSync(backup)).toBe(false);
});

test('runs only new steps, after a backup', async () => {
  const { file, backup, backUp } = await makeFolder();
  await migrate(file, backUp, [first]);
  await migrate(file, backUp, [first, second]);
  expect(look(file)).toEqual({ version: 2, tables: ['one', 'two'] });
  expect(look(backup)).toEqual({ version: 1, tables: ['one'] });
});

test('changes nothing when the backup fails', async () => {
  const { file } = await makeFolder();
  await migrate(file, async () => {}, [first]);
  const before = hashOf(file);
  const backUp = () => Promise.reject(new Error('no room'));
  await expect(migrate(file, backUp, [first, second])).rejects.toThrow('no room');
  expect(hashOf(file)).toBe(before);
});

test('leaves a current file unchanged', async () => {
  const { file, backup, backUp } = await makeFolder();
  await migrate(file, backUp, [first]);
  const before = hashOf(file);
  await migrate(file, backUp, [first]);
  expect(hashOf(file)).toBe(before);
  expect(existsSync(backup)).toBe(false);
});

test('rolls back the failing step', async () => {
  const { file, backUp } = await makeFolder();
  await migrate(file, backUp, [first]);
  await expect(migrate(file, backUp, [first, failing])).rejects.toThrow(MigrationError);
  expect(look(file)).toEqual({ version: 1, tables: ['one'] });
  await migrate(file, backUp, [first, second]);
  expect(look(file).version).toBe(2);
});

test('rejects a database of a newer program without changing it', async () => {
  const { file, backup, backUp } = await makeFolder();
  await migrate(file, backUp, [first, second]);
  const before = hashOf(file);
  await expect(migrate(file, backUp, [first])).rejects.toThrow(NewerDatabaseError);
  expect(hashOf(file)).toBe(before);
  expect(existsSync(backup)).toBe(false);
});
