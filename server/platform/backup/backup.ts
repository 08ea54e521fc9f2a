import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { OwnerError } from '../../owner-error.ts';
import { databaseFile } from '../database/data-folder.ts';
import { isDamage } from '../database/data-folder-error.ts';
import type { SqliteHandle } from '../database/database.ts';
import { assertNotNewer, readVersion } from '../database/migrate.ts';
import { syncFile, syncFolder } from '../database/sync.ts';
import { Files } from '../files/files.ts';

/** The file is not a backup, or a damaged one. */
export class BackupError extends OwnerError {}

/** The database to back up is damaged; no backup was made. */
export class DamagedDatabaseError extends BackupError {}

const damagedBy = (fault: string): DamagedDatabaseError =>
  new DamagedDatabaseError(
    `The database is damaged (${fault.replaceAll('\n', ' ')}): no backup was made of it, and the earlier ones stay`,
  );

/** Metadata stored inside a backup. */
export interface BackupManifest {
  appVersion: string;
  schemaVersion: number;
  createdAt: string;
  blobCount: number;
  /** SHA-256 over the ordered hashes of the blobs. */
  blobsDigest: string;
  /** The installation's root key, without which sealed values could not be read. */
  secretKey: string;
}

export interface BackupReport {
  file: string;
  createdAt: string;
  blobCount: number;
  /** Blobs referenced by the database but missing or damaged on the disk; the backup lacks them. */
  lostBlobs: string[];
}

/**
 * Writes a data folder to one file: a snapshot of the database, every blob that it references, and the secret key.
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
      writeManifest(handle, {
        appVersion,
        createdAt: now,
        schemaVersion: readVersion(handle),
        blobCount: kept.length,
        blobsDigest: digestOf(kept),
        secretKey,
      });
      const fault = findFault(handle);
      if (fault !== null) throw damagedBy(fault);
      report = { file: target, createdAt: now, blobCount: kept.length, lostBlobs: lost };
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

/**
 * Reads the whole file and returns its manifest. Throws `BackupError` when it is not a backup or is damaged,
 * `NewerDatabaseError` when only a newer Frontdesk can use it.
 */
export function verifyBackup(file: string): BackupManifest {
  const handle = openBackup(file);
  try {
    assertSound(handle);
    const manifest = readManifest(handle);
    assertNotNewer(readVersion(handle));
    const hashes = listBackedUpBlobs(handle);
    if (hashes.length !== manifest.blobCount || digestOf(hashes) !== manifest.blobsDigest) {
      throw new BackupError('The backup is damaged: its files are not those of its manifest');
    }
    for (const hash of hashes) {
      if (sha256(readBlob(handle, hash)) !== hash) throw new BackupError(`The backup is damaged: file ${hash}`);
    }
    return manifest;
  } catch (error) {
    throw asBackupError(error);
  } finally {
    handle.close();
  }
}

/** Opens a backup for reading. Throws `BackupError` when the file is missing or unreadable. */
export function openBackup(file: string): SqliteHandle {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}`);
  try {
    return new Sqlite(file, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw asBackupError(error);
  }
}

/** Opens a file that is discarded if anything fails: without a journal or syncs; the caller syncs it at the end. */
export function openDisposable(file: string): SqliteHandle {
  const handle = new Sqlite(file);
  // Leaves WAL mode first: otherwise the copy would need a second file.
  handle.pragma('journal_mode = DELETE');
  handle.pragma('journal_mode = OFF');
  handle.pragma('synchronous = OFF');
  return handle;
}

export const listBackedUpBlobs = (handle: SqliteHandle): string[] =>
  handle.prepare('select hash from backup_blobs order by hash').pluck().all() as string[];

export const readBlob = (handle: SqliteHandle, hash: string): Buffer =>
  handle.prepare('select bytes from backup_blobs where hash = ?').pluck().get(hash) as Buffer;

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

/** Returns the hashes of all blobs that a database references, sorted. */
export const listReferredBlobs = (handle: SqliteHandle): string[] =>
  handle
    .prepare(`
      select hash from files
      union select thumbnail_hash from files where thumbnail_hash is not null
      order by 1`)
    .pluck()
    .all() as string[];

function writeManifest(handle: SqliteHandle, manifest: BackupManifest): void {
  handle.exec('create table backup_manifest (key text primary key, value text not null) strict');
  const insert = handle.prepare('insert into backup_manifest (key, value) values (?, ?)');
  for (const [key, value] of Object.entries(manifest)) insert.run(key, String(value));
}

function readManifest(handle: SqliteHandle): BackupManifest {
  const isBackup = handle.prepare("select 1 from sqlite_schema where name = 'backup_manifest'").get();
  if (!isBackup) throw new BackupError('The file is no backup of Frontdesk');
  const rows = handle.prepare('select key, value from backup_manifest').raw().all() as [string, string][];
  const values = Object.fromEntries(rows);
  const { appVersion, createdAt, blobsDigest, secretKey } = values;
  if (!appVersion || !createdAt || !blobsDigest || !/^[0-9a-f]{64}$/.test(secretKey ?? '')) {
    throw new BackupError('The backup is damaged: its manifest is not complete');
  }
  return {
    ...{ appVersion, createdAt, blobsDigest, secretKey: secretKey as string },
    schemaVersion: Number(values.schemaVersion),
    blobCount: Number(values.blobCount),
  };
}

function assertSound(handle: SqliteHandle): void {
  const fault = findFault(handle);
  if (fault !== null) throw new BackupError(`The backup is damaged: ${fault}`);
}

/** Returns the first fault that SQLite finds; null when there is none. */
function findFault(handle: SqliteHandle): string | null {
  const lines = handle.pragma('integrity_check(1)') as { integrity_check: string }[];
  const fault = lines[0]?.integrity_check ?? 'unreadable';
  return fault === 'ok' ? null : fault;
}

/** Translates SQLite's errors about a damaged or foreign file into messages for the owner. */
function asBackupError(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? '';
  if (code === 'SQLITE_NOTADB') return new BackupError('The file is no backup of Frontdesk');
  if (code.startsWith('SQLITE_CANTOPEN')) return new BackupError('The file cannot be opened');
  if (code.startsWith('SQLITE_')) return new BackupError(`The backup is damaged: ${(error as Error).message}`);
  return error;
}

const digestOf = (hashes: string[]): string => sha256(hashes.join('\n'));

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
