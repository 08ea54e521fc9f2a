import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupFile, defaultBackupFolder, listBackups } from '../backup/backup-files.ts';
import { readChosenFolder } from '../backup/backup-settings.ts';
import { databaseFile } from './data-folder.ts';
import { DataFolderError, isDamage } from './data-folder-error.ts';
import type { SqliteHandle } from './database.ts';
import Sqlite from './sqlite.ts';
import { ballastFile } from './storage-guard.ts';

/**
 * Files up to this size are checked completely before they are opened: about 100 ms of CPU. A gigabyte would take 1.5 s
 * plus disk time.
 */
const readWholeBytes = 64 * 1024 * 1024;

/**
 * Whether `assertUsable` checks every page of the file. For larger files `DatabaseHealth` does so while the server
 * runs.
 */
export const isReadWhole = (file: string): boolean => statSync(file).size <= readWholeBytes;

/**
 * Throws `DataFolderError` when the database is visibly damaged (see `isReadWhole`), or missing from a folder that was
 * in use: an empty replacement would look like a shop that lost everything. The message suggests the newest good
 * backup.
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
 * Checks a small file completely, of a large one the schema and the first page of each table, without changing it.
 * Returns the damage found, or null.
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
    return `The database ${file} is damaged (${(error as Error).message.replaceAll('\n', ' ')})`;
  }
}

/** Throws SQLite's error for the first table that cannot be read. */
function lookIntoTables(handle: SqliteHandle): 'ok' {
  const names = handle.prepare(
    "select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')",
  );
  for (const name of names.pluck().all()) handle.prepare(`select 1 from "${name}" limit 1`).get();
  return 'ok';
}

/** The backup folder chosen by the owner, if a damaged database still reveals it. */
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
