import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { countRows, openSqlite } from '../../../server/platform/database/database.ts';
import { startPlatform } from '../../support/server/platform.ts';

test('counts again after each commit of this or another process', async () => {
  const { platform } = await startPlatform();
  const { database } = platform;
  const other = openSqlite(database.file);
  onTestFinished(() => void other.close());
  const put = (key: string) =>
    platform.write(({ db }) => db.insertInto('settings').values({ key, value: 'x' }).execute());
  const count = () => countRows(database.read, database.read.selectFrom('settings').where('key', 'like', 't-%'));

  expect(count()).toBe(0);
  await put('t-1');
  expect(count()).toBe(1);
  other.exec("insert into settings (key, value) values ('t-2', 'x')");
  // Another process is asked about once a turn of the event loop.
  await setImmediate();
  expect(count()).toBe(2);
  expect(countRows(database.read, database.read.selectFrom('settings').where('key', '=', 't-2'))).toBe(1);
});

test('a transaction counts its own writes, and nothing is cached after a rollback', async () => {
  const { platform } = await startPlatform();
  const { read } = platform.database;
  const matching = (db: typeof read) => db.selectFrom('settings').where('key', 'like', 't-%');
  const failed = platform.write(async ({ db }) => {
    await db.insertInto('settings').values({ key: 't-1', value: 'x' }).execute();
    expect(countRows(db, matching(db))).toBe(1);
    expect(countRows(read, matching(read))).toBe(1);
    throw new Error('taken back');
  });
  // In the same group: between the two there is no commit.
  const next = platform.write(async () => countRows(read, matching(read)));
  await expect(failed).rejects.toThrow('taken back');
  expect(await next).toBe(0);
  expect(countRows(read, matching(read))).toBe(0);
});
