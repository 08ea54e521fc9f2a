import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultBackupFolder, writeProof } from '../../../server/platform/backup/backup-files.ts';
import { saveBackupSettings } from '../../../server/platform/backup/backup-settings.ts';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { DataFolderError } from '../../../server/platform/database/data-folder-error.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { openLockedHome } from '../../../server/platform/database/open-home.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';

const now = '2026-11-21T12:00:00.000Z';

/** A closed data folder, with the backups of these days in this folder; the last is not verified. */
async function makeHome(days: string[], folder?: string): Promise<{ home: string; file: string }> {
  const home = await temporaryFolder();
  const { database } = await openLockedHome(home, now);
  if (folder) await database.write((db) => saveBackupSettings(db, { folder }));
  await database.close();
  const target = folder ?? defaultBackupFolder(home);
  await mkdir(target, { recursive: true });
  for (const [index, day] of days.entries()) {
    const path = join(target, `frontdesk-${day}T03-00-00-nightly.backup`);
    writeFileSync(path, 'backup');
    const proof = { sha256: '', sizeBytes: 6, verifiedAt: now, appVersion: '1', schemaVersion: 1, createdAt: now };
    const contents = { blobCount: 0, blobsDigest: '', missingCount: 0, missingFiles: [] };
    if (index < days.length - 1) await writeProof(path, { ...proof, ...contents });
  }
  return { home, file: databaseFile(home) };
}

function damage(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0x5a, at, at + 4096);
  writeFileSync(file, bytes);
}

/** Where the first page of a table begins. */
function offsetOf(file: string, table: string): number {
  const database = openSqlite(file);
  const page = database.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table) as number;
  database.close();
  return (page - 1) * 4096;
}

const whyNot = async (home: string): Promise<string> => {
  const error = await openLockedHome(home, now).catch((cause) => cause);
  expect(error).toBeInstanceOf(DataFolderError);
  return error.message;
};

test.each([
  ['its header', 0],
  ['its fourth page', 3 * 4096],
])('a database with damage in %s is not opened, and the newest verified backup is suggested', async (_where, at) => {
  const { home, file } = await makeHome(['2026-11-18', '2026-11-19', '2026-11-20']);
  damage(file, at);
  const before = readFileSync(file);
  expect(await whyNot(home)).toMatch(
    /is damaged .*newest verified backup is of 2026-11-19T03:00:00.000Z: npx frontdesk restore \S+2026-11-19\S+ Nothing was changed\.$/,
  );
  expect(readFileSync(file)).toEqual(before);
});

test('backups are searched in the owner’s folder if the damaged database still reveals it', async () => {
  const folder = await temporaryFolder();
  const { home, file } = await makeHome(['2026-11-19', '2026-11-20'], folder);
  damage(file, offsetOf(file, 'messages'));
  expect(await whyNot(home)).toContain(`npx frontdesk restore ${folder}`);
});

test('an unverified backup is suggested as unverified, and a missing one as missing', async () => {
  const { home, file } = await makeHome(['2026-11-20']);
  damage(file, 0);
  expect(await whyNot(home)).toMatch(/newest backup, not read back yet, is of 2026-11-20/);
  await rm(defaultBackupFolder(home), { recursive: true });
  expect(await whyNot(home)).toMatch(/no backup in its folder/);
});

test('a missing or empty database in a used folder is not recreated', async () => {
  const { home, file } = await makeHome(['2026-11-19', '2026-11-20']);
  truncateSync(file);
  expect(await whyNot(home)).toMatch(/is gone/);
  await rm(file);
  expect(await whyNot(home)).toMatch(/is gone/);
  expect(existsSync(file)).toBe(false);
});

test('an empty file left by a first start is accepted', async () => {
  const home = await temporaryFolder();
  writeFileSync(databaseFile(home), '');
  const { database } = await openLockedHome(home, now);
  await database.close();
  const handle = openSqlite(databaseFile(home));
  expect(handle.prepare('select count(*) from workspaces').pluck().get()).toBe(1);
  handle.close();
});
