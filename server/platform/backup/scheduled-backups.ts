import { existsSync } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { version } from '../../version.ts';
import { listWorkspaces } from '../access/workspaces.ts';
import type { Db } from '../database/database.ts';
import { hourMs } from '../durations.ts';
import type { Platform } from '../platform.ts';
import { clearSetting, readSetting, saveSetting } from '../settings.ts';
import { defineJob, insertJob } from '../work/jobs.ts';
import type { Recurring } from '../work/scheduler.ts';
import { DamagedDatabaseError } from './backup.ts';
import {
  type BackupFile,
  backupJobName,
  backupName,
  defaultBackupFolder,
  deleteExpired,
  listBackups,
  removeLeftovers,
  writeProof,
} from './backup-files.ts';
import { BackupError } from './backup-format.ts';
import { backupFolders, readBackupSettings } from './backup-settings.ts';
import type { RunningTask } from './backup-tasks.ts';
import { largestFileBytes, listKeptFiles } from './folder-contents.ts';

const failureKey = 'backup_failure';
const timeoutMs = 6 * hourMs;
/** Wait after a failed nightly backup: a disk that is unplugged now is still unplugged a minute later. */
const retryAfterMs = hourMs;
/** Space that must stay free on the backup's disk. */
const spareBytes = 64 * 1024 * 1024;

const Failure = z.object({ at: z.string(), message: z.string() });

/** The last failed backup, until one succeeds; the message is shown to the owner. */
export const readBackupFailure = (db: Db) => readSetting(db, failureKey, Failure);

/**
 * Makes a backup in the owner's folder, verifies it and deletes expired ones. A failure is recorded for the owner
 * rather than retried: another attempt would meet the same disk.
 */
export const backupJob = defineJob({
  name: backupJobName,
  input: z.object({ reason: z.enum(['nightly', 'manual']) }),
  timeoutMs,
  forgetWhenDone: true,
  async run({ platform, input, signal }) {
    try {
      await makeBackup(platform, input.reason, signal);
    } catch (error) {
      // Interrupted by the shutdown: the next start resumes the job.
      if (signal.aborted && signal.reason?.name !== 'TimeoutError') throw error;
      platform.log.error({ err: error }, 'the backup failed');
      if (error instanceof DamagedDatabaseError) platform.health.note(error.message);
      const at = platform.clock.now().toISOString();
      const message = describe(error);
      return ({ db }) => saveSetting(db, failureKey, { at, message });
    }
    return ({ db }) => clearSetting(db, failureKey);
  },
});

const describe = (error: unknown): string =>
  error instanceof BackupError ? error.message : `The backup could not be written: ${(error as Error).message}`;

/** Queues a backup; a no-op while one is queued or running. */
export const startBackup = (work: { db: Db; now: string }, reason: 'nightly' | 'manual'): Promise<void> =>
  insertJob(work, null, backupJob, { reason }, { key: backupJobName });

/** Returns the backup task in progress; null when there is none. */
export async function findRunning(platform: Platform): Promise<RunningTask | null> {
  const { running } = platform.backups;
  if (running) return running;
  const queued = await platform.database.read
    .selectFrom('jobs')
    .select('id')
    .where('key', '=', backupJobName)
    .executeTakeFirst();
  return queued ? { kind: 'backup', progress: 0 } : null;
}

async function makeBackup(platform: Platform, reason: 'nightly' | 'manual', signal: AbortSignal): Promise<void> {
  const { home } = platform.config;
  const { folder } = await readBackupSettings(platform, platform.database.read);
  if (folder === defaultBackupFolder(home)) await mkdir(folder, { recursive: true, mode: 0o700 });
  // Not created here: under the mount point of an unplugged disk it would fill this machine's own.
  if (!existsSync(folder)) throw new BackupError(`The folder ${folder} is not there: is its disk plugged in?`);
  await removeLeftovers(folder);
  await assertRoom(platform, folder);
  const now = platform.clock.now().toISOString();
  const target = join(folder, backupName(now, reason));
  const secretKey = platform.secrets.exportKey();
  const task = { kind: 'backup', home, target, secretKey, appVersion: version, now } as const;
  const proof = await platform.backups.run(task, signal);
  await writeProof(target, proof);
  await deleteExpired(await backupFolders(platform));
}

/** Throws when the backup could fill the disk, which would stop the shop. */
async function assertRoom(platform: Platform, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = (await estimateBackupBytes(platform)) + spareBytes;
  if (bavail * bsize >= needed) return;
  const megabytes = Math.ceil(needed / 1_000_000);
  throw new BackupError(`There is too little room in ${folder}: the backup needs ${megabytes} MB`);
}

/** Returns the size of the database, the blobs and the files that a backup copies. */
export async function estimateBackupBytes({ database, config }: Platform): Promise<number> {
  const { size } = await stat(database.file);
  const { bytes } = await database.read
    .selectFrom('files')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  const { files } = await listKeptFiles(config.home);
  const sizes = files.map(({ sizeBytes }) => sizeBytes).filter((sizeBytes) => sizeBytes <= largestFileBytes);
  return sizes.reduce((sum, sizeBytes) => sum + sizeBytes, size + (bytes ?? 0));
}

/** Checks every quarter of an hour whether last night's backup exists, so that a machine that slept catches up. */
export const nightlyBackup: Recurring = {
  name: 'nightly backup',
  cron: '*/15 * * * *',
  async run(platform) {
    if (await isNightlyDue(platform)) await platform.write((work) => startBackup(work, 'nightly'));
  },
};

async function isNightlyDue(platform: Platform): Promise<boolean> {
  const db = platform.database.read;
  const { enabled, hour, folder } = await readBackupSettings(platform, db);
  if (!enabled) return false;
  const now = platform.clock.now();
  const failure = await readBackupFailure(db);
  // A failure in the future was recorded before the clock was set back and says nothing about last night.
  if (failure && Math.abs(now.getTime() - Date.parse(failure.at)) < retryAfterMs) return false;
  const [workspace] = await listWorkspaces(db);
  const due = lastTimeAt(hour, workspace?.timezone ?? 'UTC', now);
  const isLastNights = ({ reason, createdAt }: BackupFile) =>
    reason === 'nightly' && createdAt >= due && createdAt <= now.toISOString();
  return !(await listBackups([folder])).some(isLastNights);
}

/** Returns the last moment (UTC text) at which the zone's clocks showed `hour`:00. */
export function lastTimeAt(hour: number, timezone: string, now: Date): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const timeOn = (day: Temporal.PlainDate): number =>
    day.toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds;
  const todayMs = timeOn(today);
  return new Date(todayMs <= now.getTime() ? todayMs : timeOn(today.subtract({ days: 1 }))).toISOString();
}
