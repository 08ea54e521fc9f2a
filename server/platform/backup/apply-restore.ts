import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealedKeyFile } from '../access/secrets.ts';
import { databaseFile, lockNewHome } from '../database/data-folder.ts';
import { syncFolder } from '../database/sync.ts';
import { forgetRestore, markApplied, readJournal, stageFolder, writeRestoreFailure } from './restore-state.ts';

const walEndings = ['-wal', '-shm'];

/**
 * Applies a staged restore; the present data move to `before-restore-<time>`. Every step is idempotent, so the next
 * call completes an interrupted one. Throws `LockedError` while a server uses the folder. The next start proves the
 * restored data; if it fails, `undoRestore` reverts them.
 */
export async function applyRestore(home: string): Promise<void> {
  const unlock = await lockNewHome(home);
  try {
    const stage = stageFolder(home);
    const { keptIn, parts } = await readJournal(home);
    const kept = join(home, keptIn);
    await mkdir(kept, { recursive: true, mode: 0o700 });
    // The shell's sealed key belongs to the replaced data; the shell takes over the restored key at its next start.
    await moveIfThere(sealedKeyFile(home), sealedKeyFile(kept));
    for (const part of parts) {
      // A part missing from the stage is already in place.
      if (!existsSync(join(stage, part))) continue;
      if (join(home, part) === databaseFile(home)) await moveLog(home, kept);
      await moveIfThere(join(home, part), join(kept, part));
      await move(join(stage, part), join(home, part));
    }
    for (const folder of [kept, home]) await syncFolder(folder);
    await markApplied(home);
  } finally {
    unlock();
  }
}

/**
 * Undoes a restore that could not be applied, or with whose data the server did not start: puts the previous data back,
 * and moves the restored data to `failed-restore-<time>`. Idempotent like `applyRestore`. Records the reason for the
 * owner.
 */
export async function undoRestore(home: string, reason: string, now: string): Promise<void> {
  const unlock = await lockNewHome(home);
  try {
    const stage = stageFolder(home);
    const { keptIn, parts, createdAt } = await readJournal(home);
    const kept = join(home, keptIn);
    const failed = join(home, keptIn.replace(/^before/, 'failed'));
    await mkdir(failed, { recursive: true, mode: 0o700 });
    for (const part of parts) {
      const isRestored = !existsSync(join(stage, part)) && !existsSync(join(failed, part));
      if (isRestored && join(home, part) === databaseFile(home)) await moveLog(home, failed);
      if (isRestored) await moveIfThere(join(home, part), join(failed, part));
      if (!existsSync(join(home, part))) await moveIfThere(join(kept, part), join(home, part));
    }
    await moveLog(kept, home);
    await moveIfThere(sealedKeyFile(kept), sealedKeyFile(home));
    for (const folder of [kept, failed, home]) await syncFolder(folder).catch(() => {});
    await writeRestoreFailure(home, { at: now, createdAt, message: reason });
    await forgetRestore(home);
    // Stays if it is not empty.
    for (const folder of [kept, failed]) await rmdir(folder).catch(() => {});
  } finally {
    unlock();
  }
}

/** Moves the database's write-ahead log to the folder that will contain the database. */
async function moveLog(from: string, to: string): Promise<void> {
  const name = basename(databaseFile(from));
  for (const ending of walEndings) await moveIfThere(join(from, name + ending), join(to, name + ending));
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await move(from, to);
}

const mostTries = 20;
const betweenTriesMs = 250;

/** Retries, because Windows refuses to move a file that a virus scanner or spreadsheet program has open. */
async function move(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const isBusy = ['EPERM', 'EBUSY', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (!isBusy || process.platform !== 'win32' || tries === mostTries) throw error;
      await sleep(betweenTriesMs);
    }
  }
}
