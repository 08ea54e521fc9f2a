import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { startPlatform } from '../../support/server/platform.ts';

const pageBytes = 4_096;

/** A platform on a data folder, and what its write-ahead log holds, in pages. */
async function openLog() {
  const { platform, stop } = await startPlatform();
  const other = openSqlite(platform.database.file);
  onTestFinished(() => void other.close());
  const readLog = (): { log: number; checkpointed: number } =>
    other.prepare('pragma wal_checkpoint(NOOP)').get() as never;
  /** Commits about so many pages at once. */
  const write = (pages: number, key: string) =>
    platform.write(({ db }) =>
      db
        .insertInto('settings')
        .values({ key, value: 'x'.repeat(pages * pageBytes) })
        .execute(),
    );
  return { readLog, write, stop };
}

test('a log of 16 MiB is moved into the database while nobody writes, and then begins anew', async () => {
  const { readLog, write } = await openLog();
  for (let turn = 0; turn < 5; turn++) await write(900, `t-${turn}`);
  const written = readLog().log;
  expect(written).toBeGreaterThan(4_000);
  await expect.poll(readLog).toEqual({ busy: 0, log: written, checkpointed: written });
  await write(1, 't-anew');
  expect(readLog().log).toBeLessThan(100);
});

test('a smaller log stays', async () => {
  const { readLog, write } = await openLog();
  for (let turn = 0; turn < 3; turn++) await write(900, `t-${turn}`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(readLog().checkpointed).toBe(0);
});

test('a platform that stops during a checkpoint leaves everything in the database', async () => {
  const { readLog, write, stop } = await openLog();
  for (let turn = 0; turn < 5; turn++) await write(900, `t-${turn}`);
  await stop();
  expect(readLog()).toMatchObject({ log: 0 });
});
