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
 * restored data; when it fails, `undoRestore` takes them out again.
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
      // A missing staged part means that it is in place already.
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
 * Takes a restore back that could not be applied, or with which the server did not start: the data from before it
 * return, and the restored ones move to `failed-restore-<time>`. Idempotent like `applyRestore`. Records the reason for
 * the owner.
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
    // Left where it is when something lies in it.
    for (const folder of [kept, failed]) await rmdir(folder).catch(() => {});
  } finally {
    unlock();
  }
}

/** Moves the log of the database in a folder to another folder, in which the database itself will be. */
async function moveLog(from: string, to: string): Promise<void> {
  const name = basename(databaseFile(from));
  for (const ending of walEndings) await moveIfThere(join(from, name + ending), join(to, name + ending));
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await move(from, to);
}

const mostTries = 20;
const betweenTriesMs = 250;

/** Windows refuses for a moment while a virus scanner or a spreadsheet program has a file open. */
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
