import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databaseFile } from '../database/data-folder.ts';
import { isDamage } from '../database/data-folder-error.ts';
import type { SqliteHandle } from '../database/database.ts';
import { readVersion } from '../database/migrate.ts';
import Sqlite from '../database/sqlite.ts';
import { syncFile, syncFolder } from '../database/sync.ts';
import { Files } from '../files/files.ts';
import {
  BackupError,
  digestOf,
  findFault,
  lineOf,
  listBackedUpFiles,
  mostNamed,
  openDisposable,
  sha256,
  writeManifest,
} from './backup-format.ts';
import { listKeptFiles, readWhole } from './folder-contents.ts';

/** The database to back up is damaged; no backup was made. */
export class DamagedDatabaseError extends BackupError {}

const damagedBy = (fault: string): DamagedDatabaseError =>
  new DamagedDatabaseError(
    `The database is damaged (${fault.replaceAll('\n', ' ')}): no backup was made of it, and the earlier ones stay`,
  );

export interface BackupReport {
  file: string;
  createdAt: string;
  blobCount: number;
  /** Blobs referenced by the database but missing or damaged on the disk; the backup lacks them. */
  lostBlobs: string[];
  /** Other files, such as workbooks. */
  fileCount: number;
  /** Files and folders missing from the backup because they are too large or could not be read. */
  lostFiles: string[];
  /** Folders outside the data folder that workspaces write to; the backup does not contain their files. */
  outsideFolders: string[];
}

/**
 * Writes a data folder to one file: a snapshot of the database, every blob that it references, the files of the
 * kept folders (see `folder-contents.ts`), and the secret key.
 * Works while a server is running. `target` appears only once it is complete and durable. Throws `DamagedDatabaseError`
 * when SQLite finds damage.
 */
export async function createBackup(options: {
  home: string;
  target: string;
  /** Root key of the data folder (`Secrets.exportKey`). */
  secretKey: string;
  appVersion: string;
  now: string;
  /** Called with the progress, 0 to 1, after the database and after each blob. */
  onProgress?: (done: number) => void;
}): Promise<BackupReport> {
  const { home, target, secretKey, appVersion, now, onProgress } = options;
  if (!existsSync(dirname(target))) throw new BackupError(`There is no folder ${dirname(target)}`);
  const partial = `${target}.part`;
  await rm(partial, { force: true });
  try {
    await copyDatabase(databaseFile(home), partial);
    const handle = openDisposable(partial);
    let report: BackupReport;
    try {
      const { kept, lost } = await addBlobs(handle, home, onProgress);
      const files = await addFiles(handle, home);
      writeManifest(handle, {
        appVersion,
        createdAt: now,
        schemaVersion: readVersion(handle),
        blobCount: kept.length,
        blobsDigest: digestOf(kept),
        fileCount: files.count,
        filesDigest: digestOf(listBackedUpFiles(handle).map(lineOf)),
        missingCount: lost.length + files.lost.length,
        missingFiles: files.lost.slice(0, mostNamed),
        secretKey,
      });
      const fault = findFault(handle);
      if (fault !== null) throw damagedBy(fault);
      report = {
        ...{ file: target, createdAt: now, blobCount: kept.length, lostBlobs: lost },
        ...{ fileCount: files.count, lostFiles: files.lost, outsideFolders: listOutsideFolders(handle) },
      };
    } finally {
      handle.close();
    }
    await syncFile(partial);
    await rename(partial, target);
    await syncFolder(dirname(target));
    return report;
  } catch (error) {
    if (isDamage(error)) throw damagedBy((error as Error).message);
    if ((error as { code?: string }).code !== 'SQLITE_CANTOPEN') throw error;
    throw new BackupError(`${target} cannot be written: ${(error as Error).message}`);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Copies all pages in one step: SQLite restarts a stepwise copy whenever the server writes in between. */
async function copyDatabase(source: string, target: string): Promise<void> {
  const handle = new Sqlite(source, { readonly: true });
  try {
    await handle.backup(target, { progress: () => 0x7fffffff });
  } finally {
    handle.close();
  }
}

/** Copies one blob at a time to bound memory. */
async function addBlobs(
  handle: SqliteHandle,
  home: string,
  onProgress?: (done: number) => void,
): Promise<{ kept: string[]; lost: string[] }> {
  handle.exec('create table backup_blobs (hash text primary key, bytes blob not null) strict');
  const insert = handle.prepare('insert into backup_blobs (hash, bytes) values (?, ?)');
  const files = new Files(home);
  const kept: string[] = [];
  const lost: string[] = [];
  const referred = listReferredBlobs(handle);
  for (const [index, hash] of referred.entries()) {
    onProgress?.(index / referred.length);
    const bytes = await readFile(files.path(hash)).catch(() => null);
    if (bytes === null || sha256(bytes) !== hash) {
      lost.push(hash);
      continue;
    }
    insert.run(hash, bytes);
    kept.push(hash);
  }
  return { kept, lost };
}

/** Copies the files of the kept folders one at a time, each in a consistent state. */
async function addFiles(handle: SqliteHandle, home: string): Promise<{ count: number; lost: string[] }> {
  handle.exec('create table backup_files (path text primary key, hash text not null, bytes blob not null) strict');
  const insert = handle.prepare('insert into backup_files (path, hash, bytes) values (?, ?, ?)');
  const { files, unreadable } = await listKeptFiles(home);
  const lost = [...unreadable];
  let count = 0;
  for (const { path } of files) {
    const bytes = await readWhole(home, path);
    if (bytes === null) {
      lost.push(path);
      continue;
    }
    insert.run(path, sha256(bytes), bytes);
    count += 1;
  }
  return { count, lost };
}

/** Returns the folders outside the data folder granted to workspaces. Older schemas have none. */
export function listOutsideFolders(handle: SqliteHandle): string[] {
  const isThere = handle.prepare("select 1 from sqlite_schema where name = 'workspace_folders'").get();
  if (!isThere) return [];
  return handle.prepare('select distinct path from workspace_folders order by path').pluck().all() as string[];
}

/** Returns the hashes of all blobs that a database references, sorted. */
export const listReferredBlobs = (handle: SqliteHandle): string[] =>
  handle
    .prepare(`
      select hash from files
      union select thumbnail_hash from files where thumbnail_hash is not null
      order by 1`)
    .pluck()
    .all() as string[];
