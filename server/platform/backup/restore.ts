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
 * True when a verified restore waits to be put in place, which `applyRestore` does. Also after a crash in the middle of
 * that: then the data folder is between two states, and nothing may open it before.
 */
export const isRestoreReady = (home: string): boolean => existsSync(readyFile(home));

/** True from the beginning of a restore until it is in place. */
export const isRestoreUnderWay = (home: string): boolean => existsSync(stageFolder(home));

/**
 * Verifies a backup and lays it ready beside the present data, which stay as they are. Answers its manifest and the
 * folder into which the present data will be moved. The restored installation sends nothing until the owner says so: what
 * was waiting when the backup was made may have been sent since. Throws `BackupError` or `NewerDatabaseError` with nothing changed.
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
 * Puts a restore that lies ready in its place; the present data move to `before-restore-<time>`. Every step can be done
 * again, so a crash on the way is made good by the next call. Throws `LockedError` while a server has the folder.
 */
export async function applyRestore(home: string): Promise<void> {
  const unlock = await lockNewHome(home);
  try {
    const stage = stageFolder(home);
    const kept = join(home, await readFile(readyFile(home), 'utf8'));
    await mkdir(kept, { recursive: true, mode: 0o700 });
    // The database comes last: as long as it is staged, the log files beside the present one belong to that.
    await swap(join(home, 'blobs'), join(stage, 'blobs'), join(kept, 'blobs'));
    await swap(secretFile(home), secretFile(stage), secretFile(kept));
    // The key that the desktop shell keeps belongs to the data that go; it takes the restored one over at its next start.
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

/** Moves `present` out of the way and `staged` in. Without `staged` that is done already. */
async function swap(present: string, staged: string, kept: string): Promise<void> {
  if (!existsSync(staged)) return;
  await moveIfThere(present, kept);
  await rename(staged, present);
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to);
}

/** Writes blob by blob, so that memory holds one at a time. */
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
