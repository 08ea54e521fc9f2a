import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations } from '../../migrations/index.ts';
import { Database, openSqlite } from './database.ts';
import { lockHome } from './lock.ts';
import { assertNotNewer, migrate, readVersion } from './migrate.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { firstWorkspaceDraft, insertWorkspace } from './workspaces.ts';

export const databaseFile = (home: string): string => join(home, 'frontdesk.sqlite');

export const hasDatabase = (home: string): boolean => existsSync(databaseFile(home));

/**
 * Opens a data folder that this process has locked: brings the schema up to date, makes the secret key and the first
 * workspace where there are none.
 */
export async function openLockedHome(home: string, now: string): Promise<{ database: Database; secrets: Secrets }> {
  const file = databaseFile(home);
  await migrate(file, join(home, 'backups'));
  const secrets = await loadSecrets(home);
  const database = new Database(file);
  await database.write(async (db) => {
    const any = await db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst();
    if (!any) await insertWorkspace(db, firstWorkspaceDraft(), now);
  });
  return { database, secrets };
}

/** Makes the folder where there is none, readable by its owner alone, and locks it for this process. */
export async function lockNewHome(home: string): Promise<() => void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  return lockHome(home);
}

/**
 * Opens the database beside a server that may run. Only a folder that is new or of an older schema has to be locked
 * for that; throws `LockedError` when a server of an older version has it, `NewerDatabaseError` for a newer schema.
 */
export async function openSharedHome(home: string, now: string): Promise<Database> {
  if (hasDatabase(home) && isCurrent(databaseFile(home))) return new Database(databaseFile(home));
  const unlock = await lockNewHome(home);
  try {
    return (await openLockedHome(home, now)).database;
  } finally {
    unlock();
  }
}

/** True when this program can use the file as it is. Throws `NewerDatabaseError` when the file is ahead of it. */
export function isCurrent(file: string): boolean {
  const handle = openSqlite(file);
  try {
    const version = readVersion(handle);
    assertNotNewer(version);
    return version === migrations.length;
  } finally {
    handle.close();
  }
}
