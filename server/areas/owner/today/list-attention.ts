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
import type { ChannelRow } from '../../channels/index.ts';
import { listEndpoints } from '../../developers/index.ts';
import { countUnanswered } from '../../replies/index.ts';
import { listTroubled } from '../../templates/index.ts';
import type { Attention } from './today.schemas.ts';

const backupDueAfterMs = 48 * hourMs;
const leastFreeBytes = 500_000_000;

interface Looked {
  platform: Platform;
  db: Db;
  workspace: Workspace;
  channels: ChannelRow[];
  /** An attendant sees only what concerns the day’s work. */
  isOwner: boolean;
  now: string;
}

/** What needs attention, most urgent first. */
export async function listAttention(looked: Looked): Promise<Attention[]> {
  const { db, channels } = looked;
  return [
    ...lookAtDatabase(looked),
    ...(await lookAtDisk(looked)),
    ...lookAtPlace(looked),
    ...(isSendingPaused(db) ? [{ kind: 'paused' } as const] : []),
    ...channels.filter(({ status }) => status !== 'CONNECTED').map(toChannelProblem),
    ...(looked.isOwner ? await lookAsOwner(looked) : []),
  ];
}

const lookAsOwner = async (looked: Looked): Promise<Attention[]> => [
  ...(await lookAtWebhooks(looked.db, looked.workspace.id)),
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

const toChannelProblem = ({ id, name, status }: ChannelRow): Attention => ({
  kind: 'channel',
  channelId: id,
  name,
  status,
});

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

async function lookAtWebhooks(db: Db, workspaceId: string): Promise<Attention[]> {
  const endpoints = await listEndpoints(db, workspaceId);
  return endpoints.flatMap(({ id: endpointId, url, active, failingSince, disabledReason, disabledAt }): Attention[] => {
    const webhook = { kind: 'webhook', endpointId, url } as const;
    if (active) return failingSince === null ? [] : [{ ...webhook, problem: 'failing', since: failingSince }];
    const isOwners = disabledReason === 'endpoint_disabled';
    return isOwners || disabledAt === null ? [] : [{ ...webhook, problem: 'off', since: disabledAt }];
  });
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
