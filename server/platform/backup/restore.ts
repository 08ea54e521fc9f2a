import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sealedKeyFile, secretFile } from '../access/secrets.ts';
import { databaseFile, lockNewHome } from '../database/data-folder.ts';
import { syncFile, syncFolder } from '../database/sync.ts';
import { Files } from '../files/files.ts';
import { pauseStaged } from '../work/sending-pause.ts';
import {
  type BackupManifest,
  listBackedUpBlobs,
  openBackup,
  openDisposable,
  readBlob,
  verifyBackup,
} from './backup.ts';
import { backupJobName } from './backup-files.ts';

const stageFolder = (home: string): string => join(home, 'restore');
const readyFile = (home: string): string => join(stageFolder(home), 'ready');

/**
 * True when a verified restore is staged for `applyRestore`. Also true after a crash during `applyRestore`: the data
 * folder is then between two states and must not be opened.
 */
export const isRestoreReady = (home: string): boolean => existsSync(readyFile(home));

/** True from the start of staging until the restore is applied. */
export const isRestoreUnderWay = (home: string): boolean => existsSync(stageFolder(home));

/**
 * Verifies a backup and stages it next to the present data, which stay unchanged. Returns its manifest and the folder
 * to which the present data will be moved. Sending is paused in the restored installation until the owner resumes it:
 * messages waiting in the backup may have been sent since. Throws `BackupError` or `NewerDatabaseError` with nothing
 * changed.
 */
export async function stageRestore(
  home: string,
  file: string,
  now: string,
): Promise<{ manifest: BackupManifest; keptIn: string }> {
  const manifest = verifyBackup(file);
  const stage = stageFolder(home);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await rm(stage, { recursive: true, force: true });
  await mkdir(join(stage, 'blobs'), { recursive: true, mode: 0o700 });
  await unpackBlobs(file, stage);
  await unpackDatabase(file, databaseFile(stage));
  await writeFile(secretFile(stage), manifest.secretKey, { mode: 0o600, flush: true });
  await syncFolder(stage);
  const keptIn = `before-restore-${now.replaceAll(':', '-')}`;
  await writeFile(`${readyFile(home)}.part`, keptIn, { mode: 0o600, flush: true });
  await rename(`${readyFile(home)}.part`, readyFile(home));
  await syncFolder(stage);
  await syncFolder(home);
  return { manifest, keptIn: join(home, keptIn) };
}

/**
 * Applies a staged restore; the present data move to `before-restore-<time>`. Every step is idempotent, so the next
 * call completes an interrupted one. Throws `LockedError` while a server uses the folder.
 */
export async function applyRestore(home: string): Promise<void> {
  const unlock = await lockNewHome(home);
  try {
    const stage = stageFolder(home);
    const kept = join(home, await readFile(readyFile(home), 'utf8'));
    await mkdir(kept, { recursive: true, mode: 0o700 });
    // The database comes last: while it is staged, the WAL files belong to the present one.
    await swap(join(home, 'blobs'), join(stage, 'blobs'), join(kept, 'blobs'));
    await swap(secretFile(home), secretFile(stage), secretFile(kept));
    // The shell's sealed key belongs to the replaced data; the shell takes over the restored key at its next start.
    await moveIfThere(sealedKeyFile(home), sealedKeyFile(kept));
    if (existsSync(databaseFile(stage))) {
      for (const ending of ['-wal', '-shm'])
        await moveIfThere(databaseFile(home) + ending, databaseFile(kept) + ending);
    }
    await swap(databaseFile(home), databaseFile(stage), databaseFile(kept));
    for (const folder of [kept, home]) await syncFolder(folder);
    await rm(stage, { recursive: true, force: true });
  } finally {
    unlock();
  }
}

/** Moves `present` to `kept` and `staged` to `present`; a missing `staged` means that this is already done. */
async function swap(present: string, staged: string, kept: string): Promise<void> {
  if (!existsSync(staged)) return;
  await moveIfThere(present, kept);
  await rename(staged, present);
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to);
}

/** Writes one blob at a time to bound memory. */
async function unpackBlobs(file: string, stage: string): Promise<void> {
  const handle = openBackup(file);
  try {
    const files = new Files(stage);
    const folders = new Set<string>([join(stage, 'blobs')]);
    for (const hash of listBackedUpBlobs(handle)) {
      const path = files.path(hash);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, readBlob(handle, hash), { mode: 0o600, flush: true });
      folders.add(dirname(path));
    }
    for (const folder of folders) await syncFolder(folder);
  } finally {
    handle.close();
  }
}

async function unpackDatabase(file: string, target: string): Promise<void> {
  await copyFile(file, target);
  const handle = openDisposable(target);
  try {
    handle.exec('drop table backup_blobs; drop table backup_manifest; vacuum');
    pauseStaged(handle);
    handle.prepare('delete from jobs where name = ?').run(backupJobName);
  } finally {
    handle.close();
  }
  await syncFile(target);
}
