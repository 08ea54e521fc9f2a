import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type BackupFile, defaultBackupFolder, listBackups } from '../backup/backup-files.ts';
import { readChosenFolder } from '../backup/backup-settings.ts';
import { databaseFile } from './data-folder.ts';
import { DataFolderError, isDamage } from './data-folder-error.ts';
import type { SqliteHandle } from './database.ts';
import { ballastFile } from './storage-guard.ts';

/** Up to here the whole file is read before it is opened: some 100 ms of CPU. A gigabyte takes 1.5 s, and the disk's time. */
const readWholeBytes = 64 * 1024 * 1024;

/** Whether `assertUsable` reads every page of the file; of larger ones `DatabaseHealth` does, while they are served. */
export const isReadWhole = (file: string): boolean => statSync(file).size <= readWholeBytes;

/**
 * Throws `DataFolderError` for a database whose damage shows at once (see `isReadWhole`), and for one that is gone from a folder that was in use: an
 * empty one in its place would look like a shop that has lost everything. The message offers the newest good backup.
 */
export async function assertUsable(home: string): Promise<void> {
  const file = databaseFile(home);
  const isEmpty = !existsSync(file) || statSync(file).size === 0;
  const fault = isEmpty ? `The database ${file} is gone` : findDamage(file);
  if (fault === null) return;
  const backups = await listBackups([defaultBackupFolder(home), ...findChosenFolder(file, isEmpty)]);
  if (isEmpty && !wasInUse(home, backups)) return;
  throw new DataFolderError(`${fault}. ${adviseBackup(backups)} Nothing was changed.`);
}

/**
 * Reads a small file as a whole, of a large one the schema and where each table begins, without changing it: what is
 * damaged in it, or null.
 */
function findDamage(file: string): string | null {
  try {
    const handle = new Sqlite(file, { fileMustExist: true });
    try {
      const found = isReadWhole(file) ? handle.pragma('quick_check(1)', { simple: true }) : lookIntoTables(handle);
      return found === 'ok' ? null : `The database ${file} is damaged (${String(found).replaceAll('\n', ' ')})`;
    } finally {
      handle.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return `The database ${file} is damaged (${(error as Error).message})`;
  }
}

/** Throws what SQLite says of a table that cannot be begun to read. */
function lookIntoTables(handle: SqliteHandle): 'ok' {
  const names = handle.prepare(
    "select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')",
  );
  for (const name of names.pluck().all()) handle.prepare(`select 1 from "${name}" limit 1`).get();
  return 'ok';
}

/** The folder of the owner's choice, as far as a damaged database still tells it. */
function findChosenFolder(file: string, isEmpty: boolean): string[] {
  if (isEmpty) return [];
  try {
    const handle = new Sqlite(file, { fileMustExist: true });
    try {
      const value = handle.prepare("select value from settings where key = 'backups'").pluck().get();
      const folder = readChosenFolder(value);
      return folder === null ? [] : [folder];
    } finally {
      handle.close();
    }
  } catch {
    return [];
  }
}

function wasInUse(home: string, backups: BackupFile[]): boolean {
  const blobs = join(home, 'blobs');
  return backups.length > 0 || existsSync(ballastFile(home)) || (existsSync(blobs) && readdirSync(blobs).length > 0);
}

function adviseBackup(backups: BackupFile[]): string {
  const newest = backups.find((backup) => backup.verified) ?? backups[0];
  if (!newest)
    return 'There is no backup in its folder: restore one that you keep elsewhere (npx frontdesk restore FILE).';
  const kind = newest.verified ? 'newest verified backup' : 'newest backup, not read back yet,';
  return `The ${kind} is of ${newest.createdAt}: npx frontdesk restore ${newest.path}`;
}
