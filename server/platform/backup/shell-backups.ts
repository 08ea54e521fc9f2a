import { OwnerError } from '../../owner-error.ts';
import { mostShownBackups, type ShellBackup } from '../../shell-protocol.ts';
import { databaseFile, hasDatabase } from '../database/data-folder.ts';
import { openSqlite } from '../database/database.ts';
import { defaultBackupFolder, findBackup, listBackups } from './backup-files.ts';
import { readChosenFolder } from './backup-settings.ts';
import { stageRestore } from './restore.ts';

/** The newest backups of a data folder with which the server may not start. */
export async function listShellBackups(home: string): Promise<ShellBackup[]> {
  const backups = await listBackups(folders(home));
  return backups.slice(0, mostShownBackups).map(({ name, createdAt, reason }) => ({ name, createdAt, reason }));
}

/** Stages the backup with this name; the next start applies it. Throws `OwnerError` with nothing changed. */
export async function stageShellRestore(home: string, name: string, now: string): Promise<void> {
  const backup = await findBackup(folders(home), name);
  if (!backup) throw new OwnerError(`There is no backup ${name} any more`);
  await stageRestore(home, backup.path, now);
}

/** The default folder, and the owner's chosen folder if the database can be read. */
function folders(home: string): string[] {
  const chosen = readChosen(home);
  return [defaultBackupFolder(home), ...(chosen === null ? [] : [chosen])];
}

function readChosen(home: string): string | null {
  if (!hasDatabase(home)) return null;
  try {
    const database = openSqlite(databaseFile(home));
    try {
      return readChosenFolder(database.prepare("select value from settings where key = 'backups'").pluck().get());
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}
