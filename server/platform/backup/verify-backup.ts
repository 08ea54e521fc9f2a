import type { SqliteHandle } from '../database/database.ts';
import { assertNotNewer, readVersion } from '../database/migrate.ts';
import {
  asBackupError,
  BackupError,
  type BackupManifest,
  digestOf,
  findFault,
  lineOf,
  listBackedUpBlobs,
  listBackedUpFiles,
  openBackup,
  readBlob,
  readFileOf,
  readManifest,
  sha256,
} from './backup-format.ts';
import { compareSchema } from './compare-schema.ts';
import { isKeptPath } from './folder-contents.ts';

/**
 * Reads the whole file and returns its manifest. Throws `BackupError` if it is not a backup, is damaged, or lacks the
 * schema of its version, `NewerDatabaseError` if only a newer Frontdesk can use it.
 */
export function verifyBackup(file: string): BackupManifest {
  const handle = openBackup(file);
  try {
    const fault = findFault(handle);
    if (fault !== null) throw new BackupError(`The backup is damaged: ${fault}`);
    const manifest = readManifest(handle);
    const { fault: difference } = compareSchema(handle, versionOf(handle, manifest));
    if (difference !== null) throw new BackupError(`The backup cannot be used: ${difference}`);
    assertBlobs(handle, manifest);
    assertFiles(handle, manifest);
    return manifest;
  } catch (error) {
    throw asBackupError(error);
  } finally {
    handle.close();
  }
}

/** Returns a backup's schema version. SQLite's recovery tools lose it, so the manifest repeats it. */
export function versionOf(handle: SqliteHandle, { schemaVersion }: BackupManifest): number {
  const version = readVersion(handle);
  assertNotNewer(Math.max(version, schemaVersion));
  return version > 0 ? version : schemaVersion;
}

function assertBlobs(handle: SqliteHandle, manifest: BackupManifest): void {
  const hashes = listBackedUpBlobs(handle);
  if (hashes.length !== manifest.blobCount || digestOf(hashes) !== manifest.blobsDigest) {
    throw new BackupError('The backup is damaged: its files are not those of its manifest');
  }
  for (const hash of hashes) {
    if (sha256(readBlob(handle, hash)) !== hash) throw new BackupError(`The backup is damaged: file ${hash}`);
  }
}

function assertFiles(handle: SqliteHandle, manifest: BackupManifest): void {
  const files = listBackedUpFiles(handle);
  if (files.length !== manifest.fileCount || digestOf(files.map(lineOf)) !== manifest.filesDigest) {
    throw new BackupError('The backup is damaged: its files are not those of its manifest');
  }
  for (const { path, hash } of files) {
    if (!isKeptPath(path)) throw new BackupError(`The backup cannot be used: it would write to ${path}`);
    if (sha256(readFileOf(handle, path)) !== hash) throw new BackupError(`The backup is damaged: file ${path}`);
  }
}
