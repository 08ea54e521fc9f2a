import { loadSecrets, type Secrets } from '../access/secrets.ts';
import { insertFirstOwner } from '../access/users.ts';
import { firstWorkspaceDraft, insertWorkspace } from '../access/workspaces.ts';
import { backUpBeforeMigration } from '../backup/backup-files.ts';
import { assertUsable } from './assert-usable.ts';
import { databaseFile, hasDatabase, lockNewHome } from './data-folder.ts';
import { Database } from './database.ts';
import { isCurrent, migrate } from './migrate.ts';

/**
 * Opens a data folder that this process has locked: migrates it after a backup and creates the secret key, and in
 * a new folder the first workspace and its owner. Throws `DataFolderError` when the data are damaged or missing.
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
    if (any) return;
    const { language } = await insertWorkspace(db, firstWorkspaceDraft(), now);
    await insertFirstOwner(db, language, now);
  });
  return { database, secrets };
}

/**
 * Opens the database while a server may be running. Only a new folder or an older schema needs the lock. Throws
 * `LockedError` when a server of an older version holds it, `NewerDatabaseError` for a newer schema.
 */
export async function openSharedHome(home: string, now: string): Promise<Database> {
  const present = hasDatabase(home) ? await openIfCurrent(databaseFile(home)) : null;
  if (present) return present;
  const unlock = await lockNewHome(home);
  try {
    return (await openLockedHome(home, now)).database;
  } finally {
    unlock();
  }
}

/** Opens the database if it has this program's schema; returns null when it is older. */
async function openIfCurrent(file: string): Promise<Database | null> {
  const database = new Database(file);
  let isOpen = false;
  try {
    isOpen = isCurrent(Number(database.pragmas().user_version));
    return isOpen ? database : null;
  } finally {
    if (!isOpen) await database.close();
  }
}
