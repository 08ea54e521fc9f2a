import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { version } from '../../version.ts';
import { createBackup } from './backup.ts';
import { BackupError } from './backup-format.ts';
import { type BackupReason, chooseExpired } from './backup-retention.ts';

/** A backup in one of the folders that Frontdesk manages. */
export interface BackupFile {
  name: string;
  path: string;
  sizeBytes: number;
  createdAt: string;
  reason: BackupReason;
  /** The whole file was read back and matched. */
  verified: boolean;
  /** Files that it should contain, and does not, with the paths of the first ones; null until it is verified. */
  missing: { count: number; files: string[] } | null;
}

/**
 * Written next to a backup once it was verified. Contains no secret; `sha256sum` of the backup can be compared with it.
 */
const Proof = z.object({
  sha256: z.string(),
  sizeBytes: z.int(),
  verifiedAt: z.string(),
  appVersion: z.string(),
  schemaVersion: z.int(),
  createdAt: z.string(),
  blobCount: z.int(),
  blobsDigest: z.string(),
  missingCount: z.int(),
  missingFiles: z.array(z.string()),
});
export type BackupProof = z.infer<typeof Proof>;

const namePattern = /^frontdesk-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(nightly|manual|pre_migration)\.backup$/;
const leftoverPattern = /^frontdesk-.*\.backup\.part(-journal)?$/;

/** Default folder for backups; those before updates are always written here. */
export const defaultBackupFolder = (home: string): string => join(home, 'backups');

/** `frontdesk-2026-11-21T03-00-00-nightly.backup`, in UTC; without colons, which Windows does not allow. */
export const backupName = (now: string, reason: BackupReason): string =>
  `frontdesk-${now.slice(0, 19).replaceAll(':', '-')}-${reason}.backup`;

/** Name of the backup job. Every backup contains it as running, so a restore must delete it. */
export const backupJobName = 'backup';

const proofFile = (path: string): string => `${path}.proof.json`;

/** Returns the backups in these folders, newest first; missing folders are skipped. */
export async function listBackups(folders: string[]): Promise<BackupFile[]> {
  const found: BackupFile[] = [];
  for (const folder of new Set(folders)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const backup = await lookAt(folder, name);
      if (backup) found.push(backup);
    }
  }
  return found.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Returns the backup with this name; null when there is none or the name does not follow our pattern. */
export async function findBackup(folders: string[], name: string): Promise<BackupFile | null> {
  for (const folder of folders) {
    const backup = await lookAt(folder, name);
    if (backup) return backup;
  }
  return null;
}

async function lookAt(folder: string, name: string): Promise<BackupFile | null> {
  const match = namePattern.exec(name);
  if (!match) return null;
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return null;
  const [, day, hours, minutes, seconds, reason] = match;
  const read = await readProof(path);
  const proof = read?.sizeBytes === found.size ? read : null;
  return {
    name,
    path,
    sizeBytes: found.size,
    createdAt: `${day}T${hours}:${minutes}:${seconds}.000Z`,
    reason: reason as BackupReason,
    verified: proof !== null,
    missing: proof && { count: proof.missingCount, files: proof.missingFiles },
  };
}

async function readProof(path: string): Promise<BackupProof | null> {
  const text = await readFile(proofFile(path), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return Proof.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Records next to a backup that it was verified. */
export async function writeProof(path: string, proof: BackupProof): Promise<void> {
  const partial = `${proofFile(path)}.part`;
  await writeFile(partial, `${JSON.stringify(proof, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(partial, proofFile(path));
}

/** Called for a backup that turned out to be damaged: it no longer counts as verified. */
export const removeProof = (path: string): Promise<void> => rm(proofFile(path), { force: true });

export async function deleteBackup({ path }: { path: string }): Promise<void> {
  await rm(path, { force: true });
  await removeProof(path);
}

/** Removes the partial files of interrupted backups. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (leftoverPattern.test(name)) await rm(join(folder, name), { force: true });
  }
}

/** Deletes expired backups and returns them. Files with other names are left alone. */
export async function deleteExpired(folders: string[]): Promise<BackupFile[]> {
  const expired = chooseExpired(await listBackups(folders));
  for (const backup of expired) await deleteBackup(backup);
  return expired;
}

/**
 * Backs up the data before an update changes the schema. Throws `BackupError` when that fails: the update must not
 * start.
 */
export async function backUpBeforeMigration(home: string, secretKey: string, now: string): Promise<void> {
  const folder = defaultBackupFolder(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  try {
    const target = join(folder, backupName(now, 'pre_migration'));
    await createBackup({ home, target, secretKey, appVersion: version, now });
  } catch (error) {
    throw new BackupError(`The data could not be backed up before the update: ${(error as Error).message}`);
  }
  await deleteExpired([folder]);
}
