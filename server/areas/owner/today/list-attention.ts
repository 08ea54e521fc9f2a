import { statfs } from 'node:fs/promises';
import { readUsage, warnAt } from '../../../platform/access/quotas.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import { type BackupFile, listBackups } from '../../../platform/backup/backup-files.ts';
import { backupFolders, readBackupSettings } from '../../../platform/backup/backup-settings.ts';
import { readRestoreFailure } from '../../../platform/backup/restore-state.ts';
import { readBackupFailure } from '../../../platform/backup/scheduled-backups.ts';
import type { Db } from '../../../platform/database/database.ts';
import { hourMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isSendingPaused } from '../../../platform/work/sending-pause.ts';
import { partKinds, type StoppedPart } from '../../../platform/work/stopped-parts.ts';
import { countUnanswered } from '../../replies/index.ts';
import { listTroubled } from '../../templates/index.ts';
import type { Attention } from './today.schemas.ts';

const backupDueAfterMs = 48 * hourMs;
const leastFreeBytes = 500_000_000;

interface Looked {
  platform: Platform;
  db: Db;
  workspace: Workspace;
  /** An attendant sees only what concerns the day’s work. */
  isOwner: boolean;
  now: string;
}

/** What needs attention, most urgent first. */
export async function listAttention(looked: Looked): Promise<Attention[]> {
  const { db } = looked;
  return [
    ...lookAtDatabase(looked),
    ...(await lookAtDisk(looked)),
    ...lookAtPlace(looked),
    ...(isSendingPaused(db) ? [{ kind: 'paused' } as const] : []),
    ...(await lookAtParts(looked)),
    ...(looked.isOwner ? await lookAsOwner(looked) : []),
  ];
}

const lookAsOwner = async (looked: Looked): Promise<Attention[]> => [
  ...(await lookAtTemplates(looked)),
  ...lookAtTrial(looked.workspace),
  ...(await lookAtQuotas(looked)),
  ...(await lookAtBackups(looked)),
  ...(await lookAtQuestions(looked)),
];

async function lookAtTemplates({ platform, db, workspace, now }: Looked): Promise<Attention[]> {
  const troubles = await listTroubled(platform.provided, db, workspace.id, now);
  return troubles.map((trouble) => ({ kind: 'template', ...trouble }));
}

async function lookAtQuestions({ db, workspace, now }: Looked): Promise<Attention[]> {
  const counts = await countUnanswered(db, workspace.id, now);
  return counts.map((agent) => ({ kind: 'unanswered', ...agent }));
}

/** Returns the stopped parts that the areas report; an attendant sees only the channels. */
async function lookAtParts({ isOwner, ...looked }: Looked): Promise<Attention[]> {
  const lists = await Promise.all(looked.platform.provided('stoppedParts').map((list) => list(looked)));
  return lists
    .flat()
    .filter(({ part }) => isOwner || part === 'channel')
    .toSorted((one, other) => partKinds.indexOf(one.part) - partKinds.indexOf(other.part))
    .map(toAttention);
}

function toAttention(stopped: StoppedPart): Attention {
  const { part, id, name, state, since } = stopped;
  if (part === 'channel') return { kind: 'channel', channelId: id ?? '', name: name ?? '', status: state };
  if (part === 'webhook') {
    const problem = state === 'off' ? 'off' : 'failing';
    return { kind: 'webhook', endpointId: id ?? '', url: name ?? '', problem, since: since ?? '' };
  }
  return { kind: 'stopped', ...stopped, part };
}

const lookAtDatabase = ({ platform: { health } }: Looked): Attention[] =>
  health.damage === null ? [] : [{ kind: 'damage', found: health.damage }];

const lookAtPlace = ({ platform: { riskyPlace } }: Looked): Attention[] =>
  riskyPlace === null ? [] : [{ kind: 'place', place: riskyPlace.kind, name: riskyPlace.name }];

async function lookAtDisk({ platform }: Looked): Promise<Attention[]> {
  const { bavail, bsize } = await statfs(platform.config.home);
  const freeBytes = bavail * bsize;
  const full = platform.storage.isFull;
  return full || freeBytes < leastFreeBytes ? [{ kind: 'disk', full, freeBytes }] : [];
}

const lookAtTrial = ({ trialEndsAt, trialLocked }: Workspace): Attention[] =>
  trialEndsAt === null ? [] : [{ kind: 'trial', endsAt: trialEndsAt, locked: trialLocked }];

async function lookAtQuotas({ db, workspace, now }: Looked): Promise<Attention[]> {
  const usage = await readUsage(db, workspace.id, now);
  return usage.flatMap(({ kind, used }): Attention[] => {
    const most = workspace.limits[kind];
    return most === undefined || used < most * warnAt ? [] : [{ kind: 'quota', limit: kind, used, most }];
  });
}

async function lookAtBackups({ platform, db, workspace, now }: Looked): Promise<Attention[]> {
  const restore = await readRestoreFailure(platform.config.home, new Date(now));
  if (restore) {
    return [{ kind: 'backup', problem: 'restore_failed', at: restore.createdAt, message: restore.message }];
  }
  const failure = await readBackupFailure(db);
  if (failure) return [{ kind: 'backup', problem: 'failed', ...failure }];
  const { enabled } = await readBackupSettings(platform, db);
  const backups = await listBackups(await backupFolders(platform));
  const [newest] = backups;
  const lastAt = newest?.createdAt ?? workspace.createdAt;
  if (enabled && Date.parse(now) - Date.parse(lastAt) >= backupDueAfterMs) {
    return [{ kind: 'backup', problem: 'missing', at: newest?.createdAt ?? null, message: null }];
  }
  return lookAtMissing(backups.find(({ verified }) => verified));
}

function lookAtMissing(backup: BackupFile | undefined): Attention[] {
  if (!backup?.missing || backup.missing.count === 0) return [];
  const message = backup.missing.files.join(', ') || null;
  return [{ kind: 'backup', problem: 'incomplete', at: backup.createdAt, message }];
}
