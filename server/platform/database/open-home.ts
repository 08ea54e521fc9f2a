import { loadSecrets, type Secrets } from '../access/secrets.ts';
import { firstWorkspaceDraft, insertWorkspace } from '../access/workspaces.ts';
import { backUpBeforeMigration } from '../backup/backup-files.ts';
import { assertUsable } from './assert-usable.ts';
import { databaseFile, hasDatabase, isCurrent, lockNewHome } from './data-folder.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';

/**
 * Opens a data folder that this process has locked: brings the schema up to date after a backup, makes the secret key
 * and the first workspace where there are none. Throws `DataFolderError` for data that are damaged or gone.
 */
export async function openLockedHome(
  home: string,
  now: string,
  rootKey: string | null = null,
): Promise<{ database: Database; secrets: Secrets }> {
  const file = databaseFile(home);
  await assertUsable(home);
  const secrets = await loadSecrets(home, rootKey);
  await migrate(file, () => backUpBeforeMigration(home, secrets.exportKey(), now));
  const database = new Database(file);
  await database.write(async (db) => {
    const any = await db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst();
    if (!any) await insertWorkspace(db, firstWorkspaceDraft(), now);
  });
  return { database, secrets };
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
