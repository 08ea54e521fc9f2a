import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { Database, type Db } from '../../../server/platform/database/database.ts';
import { LockedError } from '../../../server/platform/database/lock.ts';
import { deferForeignKeys, lastly } from '../../../server/platform/database/write-queue.ts';
import { startPlatform } from '../../support/server/platform.ts';

const put = (db: Db, key: string, value = 'x') => db.insertInto('settings').values({ key, value }).execute();
const read = async (db: Db) =>
  (await db.selectFrom('settings').select('key').where('key', 'like', 't-%').orderBy('key').execute()).map(
    (row) => row.key,
  );

test('rolls back only the failing write and commits the rest of its group', async () => {
  const { platform } = await startPlatform();
  const outcomes = await Promise.allSettled([
    platform.write(({ db }) => put(db, 't-1')),
    platform.write(async ({ db }) => {
      await put(db, 't-2');
      throw new Error('changed my mind');
    }),
    platform.write(async ({ db }) => {
      await put(db, 't-3');
      await put(db, 't-1');
    }),
    platform.write(({ db }) => put(db, 't-4')),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { message: 'changed my mind' } });
  expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } });
  expect(await read(platform.database.read)).toEqual(['t-1', 't-4']);
});

test('a write that defers foreign keys runs alone: its failed commit fails no other', async () => {
  const { platform } = await startPlatform();
  const insertOrphan = (db: Db) =>
    sql`insert into api_keys (id, workspace_id, name, hash, last4, scopes, created_at)
        values ('key_1', 'no workspace', 'x', 'x', 'x', '[]', 'x')`.execute(db);
  const outcomes = await Promise.allSettled([
    platform.write(({ db }) => put(db, 't-1')),
    platform.write(
      async ({ db }) => {
        await deferForeignKeys(db);
        await insertOrphan(db);
      },
      { alone: true },
    ),
    platform.write(({ db }) => put(db, 't-2')),
    platform.write(async ({ db }) => {
      await put(db, 't-3');
      await insertOrphan(db);
    }),
    platform.write(({ db }) => put(db, 't-4')),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } });
  expect(await read(platform.database.read)).toEqual(['t-1', 't-2', 't-4']);
});

test('a write that does not run alone cannot defer foreign keys', async () => {
  const { platform } = await startPlatform();
  await expect(platform.write(({ db }) => deferForeignKeys(db))).rejects.toThrow(/runs alone/);
  expect(await readFile('migrations/schema.sql', 'utf8')).not.toMatch(/deferrable/i);
});

test('runs what is left for the end once, after the whole group, and not of a write that failed', async () => {
  const { platform } = await startPlatform();
  const seen: string[][] = [];
  const putLast = (key: string) =>
    platform.write(async ({ db }) => {
      await lastly(db, async () => {
        seen.push(await read(db));
        await put(db, `${key}-last`);
      });
      await put(db, key);
    });
  const outcomes = await Promise.allSettled([
    putLast('t-1'),
    platform.write(async ({ db }) => {
      await lastly(db, () => put(db, 't-never'));
      throw new Error('changed my mind');
    }),
    putLast('t-2'),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual([
    ['t-1', 't-2'],
    ['t-1', 't-1-last', 't-2'],
  ]);
  await platform.write(async () => {});
  expect(await read(platform.database.read)).toEqual(['t-1', 't-1-last', 't-2', 't-2-last']);
});

test('a failure at the end undoes the whole group, and later writes work', async () => {
  const { platform } = await startPlatform();
  const outcomes = await Promise.allSettled([
    platform.write(({ db }) => put(db, 't-1')),
    platform.write(({ db }) => lastly(db, () => sql`no such statement`.execute(db))),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  await platform.write(({ db }) => put(db, 't-2'));
  expect(await read(platform.database.read)).toEqual(['t-2']);
});

test('runs writes in order, each seeing the earlier ones', async () => {
  const { platform } = await startPlatform();
  const seen = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      platform.write(async ({ db }) => {
        const before = (await read(db)).length;
        await put(db, `t-${String(index).padStart(3, '0')}`);
        return before;
      }),
    ),
  );
  expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => index));
});

test('shows readers nothing of a group before its commit', async () => {
  const { platform } = await startPlatform();
  const other = new Database(platform.database.file);
  onTestFinished(() => other.close());
  let during: string[] = [];
  const write = platform.write(async ({ db }) => {
    await put(db, 't-1');
    during = await read(other.read);
  });
  // Reads that begin in other turns of the event loop come before or after the group, never in between.
  const between: string[][] = [];
  const reads = Array.from({ length: 20 }, async (_, turn) => {
    for (let i = 0; i < turn; i++) await new Promise(setImmediate);
    between.push(await read(platform.database.read));
  });
  await write;
  await Promise.all(reads);
  expect(during).toEqual([]);
  expect(new Set(between.map((rows) => rows.join()))).toEqual(new Set(['', 't-1']));
  expect(await read(platform.database.read)).toEqual(['t-1']);
});

test('continues after a failed write', async () => {
  const { platform } = await startPlatform();
  await expect(platform.write(({ db }) => sql`no such statement`.execute(db))).rejects.toThrow(/syntax error/);
  await platform.write(({ db }) => put(db, 't-1'));
  expect(await read(platform.database.read)).toEqual(['t-1']);
});

test('refuses to write outside a transaction', async () => {
  const { platform } = await startPlatform();
  await expect(put(platform.database.read, 't-1')).rejects.toThrow(/Only a transaction may write/);
});

test('syncs every commit to the disk, also after reopening the file', async () => {
  const { platform, stop } = await startPlatform();
  const { file } = platform.database;
  await stop();
  const reopened = new Database(file);
  const readPragma = async (db: Db) => (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows;
  const full = [{ synchronous: 2 }];
  try {
    expect(await readPragma(reopened.read)).toEqual(full);
    expect(await reopened.write(readPragma)).toEqual(full);
    expect(reopened.pragmas()).toMatchObject({ journal_mode: 'wal', synchronous: 2, foreign_keys: 1 });
  } finally {
    await reopened.close();
  }
});

test('rejects a second server on a data folder until the first has stopped', async () => {
  const { home, stop } = await startPlatform();
  await expect(startPlatform({ home })).rejects.toThrow(LockedError);
  await stop();
  await expect(startPlatform({ home })).resolves.toBeDefined();
});
