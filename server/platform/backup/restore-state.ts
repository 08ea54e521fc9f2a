import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { lockNewHome } from '../database/data-folder.ts';
import { LockedError, lockHome } from '../database/lock.ts';
import { syncFolder } from '../database/sync.ts';
import { dayMs } from '../durations.ts';
import { BackupError } from './backup-format.ts';

export const stageFolder = (home: string): string => join(home, 'restore');
/** Exists once a restore is staged and tried, ready to be applied. */
const readyFile = (home: string): string => join(stageFolder(home), 'ready');
/** Exists from the replacement of the data until a server has started with them. */
const appliedFile = (home: string): string => join(stageFolder(home), 'applied');
const startsFile = (home: string): string => join(stageFolder(home), 'starts');
const failureFile = (home: string): string => join(home, 'restore-failed.json');

const Journal = z.object({
  /** Folder in the data folder that receives the present data. */
  keptIn: z.string(),
  /** Names in the data folder, in the order of replacement. */
  parts: z.array(z.string()),
  /** Creation time of the backup. */
  createdAt: z.string(),
});
export type Journal = z.infer<typeof Journal>;

/**
 * True when a restore is staged for `applyRestore`. Also true after a crash during `applyRestore`: the data folder is
 * then between two states and must not be opened.
 */
export const isRestoreReady = (home: string): boolean => existsSync(readyFile(home));

/** True after `applyRestore` until a server has started with the restored data. */
export const isRestoreUnproven = (home: string): boolean => existsSync(appliedFile(home));

/** True from the start of staging until the data are replaced. */
export const isRestoreUnderWay = (home: string): boolean => existsSync(stageFolder(home)) && !isRestoreUnproven(home);

/**
 * Creates an empty stage and locks it until the returned function is called or the process ends. Throws `BackupError`
 * while another restore is staged, applied or tried by a start: the stage contains its journal, without which a
 * half-applied restore could be neither completed nor undone.
 */
export async function claimStage(home: string): Promise<() => void> {
  if (isRestoreUnproven(home)) await giveUpProof(home);
  await removeAbandonedStage(home);
  await mkdir(stageFolder(home), { mode: 0o700 }).catch((error) => {
    throw error.code === 'EEXIST' ? underWay() : error;
  });
  return lockHome(stageFolder(home));
}

const underWay = (): BackupError =>
  new BackupError('Another restore is under way: wait for it, or start the server to end it. Nothing was changed.');

/** Ends an applied restore that no server has started with: its data are whole, and the next restore replaces them. */
async function giveUpProof(home: string): Promise<void> {
  const unlock = await lockNewHome(home).catch((error) => {
    throw error instanceof LockedError ? underWay() : error;
  });
  try {
    await forgetRestore(home);
  } finally {
    unlock();
  }
}

/** Removes the stage of a process that died before its restore was ready. A stage in use is locked, and stays. */
export async function removeAbandonedStage(home: string): Promise<void> {
  const stage = stageFolder(home);
  if (!existsSync(stage)) return;
  let unlock: () => void;
  try {
    unlock = lockHome(stage);
  } catch (error) {
    if (error instanceof LockedError) return;
    throw error;
  }
  // Read under the lock, which a restore holds until it is ready.
  const isAbandoned = !isRestoreReady(home) && !isRestoreUnproven(home);
  unlock();
  if (isAbandoned) await rm(stage, { recursive: true, force: true });
}

export async function writeJournal(home: string, journal: Journal): Promise<void> {
  const stage = stageFolder(home);
  await writeFile(`${readyFile(home)}.part`, JSON.stringify(journal), { mode: 0o600, flush: true });
  await rename(`${readyFile(home)}.part`, readyFile(home));
  await syncFolder(stage);
  await syncFolder(home);
}

export async function readJournal(home: string): Promise<Journal> {
  const file = isRestoreReady(home) ? readyFile(home) : appliedFile(home);
  return Journal.parse(JSON.parse(await readFile(file, 'utf8')));
}

export async function markApplied(home: string): Promise<void> {
  await rename(readyFile(home), appliedFile(home));
  await syncFolder(stageFolder(home));
}

/** Counts a start with restored data, and returns the number of earlier starts, all unfinished. */
export async function countStart(home: string): Promise<number> {
  const before = await readStarts(home);
  await writeStarts(home, before + 1);
  return before;
}

/** Takes back the count of a start that ended for a reason other than the restored data. */
export async function discountStart(home: string): Promise<void> {
  const counted = await readStarts(home);
  // Another server may end the restore at the same time.
  if (counted > 0) await writeStarts(home, counted - 1).catch(() => {});
}

const readStarts = async (home: string): Promise<number> =>
  Number(await readFile(startsFile(home), 'utf8').catch(() => '0'));

const writeStarts = (home: string, count: number): Promise<void> =>
  writeFile(startsFile(home), String(count), { mode: 0o600, flush: true });

/** Ends a restore once the server has started with its data, or the restore was undone. */
export async function forgetRestore(home: string): Promise<void> {
  await rm(stageFolder(home), { recursive: true, force: true });
}

const Failure = z.object({ at: z.iso.datetime(), createdAt: z.string(), message: z.string() });
/** An undone restore: time, backup and reason. */
export type RestoreFailure = z.infer<typeof Failure>;

export async function writeRestoreFailure(home: string, failure: RestoreFailure): Promise<void> {
  await writeFile(`${failureFile(home)}.part`, JSON.stringify(failure), { mode: 0o600, flush: true });
  await rename(`${failureFile(home)}.part`, failureFile(home));
}

export const clearRestoreFailure = (home: string): Promise<void> => rm(failureFile(home), { force: true });

const shownForMs = 7 * dayMs;

/** Returns the last restore if it was undone within the last week; null otherwise. */
export async function readRestoreFailure(home: string, now: Date): Promise<RestoreFailure | null> {
  const text = await readFile(failureFile(home), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const failure = Failure.parse(JSON.parse(text));
    return now.getTime() - Date.parse(failure.at) < shownForMs ? failure : null;
  } catch {
    return null;
  }
}
