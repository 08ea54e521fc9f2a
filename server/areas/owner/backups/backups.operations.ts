import { createReadStream } from 'node:fs';
import { type Operations, operation } from '../../../http/operation.ts';
import { listAllGrantedFolders } from '../../../platform/access/workspace-folders.ts';
import { listWorkspaces } from '../../../platform/access/workspaces.ts';
import {
  type BackupFile,
  defaultBackupFolder,
  deleteBackup,
  findBackup,
  listBackups,
} from '../../../platform/backup/backup-files.ts';
import {
  backupFolders,
  prepareBackupFolder,
  readBackupSettings,
  saveBackupSettings,
} from '../../../platform/backup/backup-settings.ts';
import { verifyAndProve } from '../../../platform/backup/restore-requests.ts';
import { readRestoreFailure } from '../../../platform/backup/restore-state.ts';
import { findRunning, readBackupFailure, startBackup } from '../../../platform/backup/scheduled-backups.ts';
import type { Platform } from '../../../platform/platform.ts';
import { backupDownloaded } from '../events.ts';
import { asUnusable } from './as-unusable.ts';
import { Backup, BackupChanges, BackupStarted, Backups } from './backups.schemas.ts';

export const backupOperations = {
  listBackups: operation({
    method: 'get',
    path: '/owner/backups',
    scope: 'owner',
    summary: 'List the backups and the running operation',
    tx: 'none',
    success: 200,
    response: Backups,
    run: ({ platform }) => showBackups(platform),
  }),

  changeBackups: operation({
    method: 'patch',
    path: '/owner/backups',
    scope: 'owner',
    summary: 'Set the folder and the hour of backups',
    description: 'Existing backups stay where they are.',
    tx: 'none',
    body: BackupChanges,
    success: 200,
    response: Backups,
    async run({ platform, body, write }) {
      const { folder, schedule } = body;
      const path = folder ? await prepareBackupFolder(platform.config.home, folder) : folder;
      const changes = { ...schedule, ...(path === undefined ? {} : { folder: path }) };
      await write(({ db }) => saveBackupSettings(db, changes));
      return showBackups(platform);
    },
  }),

  startBackup: operation({
    method: 'post',
    path: '/owner/backups',
    scope: 'owner',
    summary: 'Create a backup now',
    description: 'Returns at once; the list has the progress. While one is running, this starts no other.',
    tx: 'none',
    success: 202,
    response: BackupStarted,
    async run({ platform, write }) {
      await write((work) => startBackup(work, 'manual'));
      return { running: (await findRunning(platform)) ?? { kind: 'backup', progress: 0 } };
    },
  }),

  verifyBackup: operation({
    method: 'post',
    path: '/owner/backups/{name}/verify',
    scope: 'owner',
    summary: 'Verify a backup',
    tx: 'none',
    success: 200,
    response: Backup,
    errors: ['not_found', 'backup_unusable'],
    async run({ platform, params, fail }) {
      const { path } = await loadBackup(platform, params.name, fail);
      await verifyAndProve(platform, path).catch((error) => {
        throw asUnusable(error, fail);
      });
      return loadBackup(platform, params.name, fail);
    },
  }),

  downloadBackup: operation({
    method: 'get',
    path: '/owner/backups/{name}/download',
    scope: 'owner',
    summary: 'Download a backup; it includes the secret key',
    tx: 'none',
    success: 200,
    response: { contentType: 'application/octet-stream' },
    errors: ['not_found'],
    async run({ platform, params, write, fail }) {
      const { name, path, sizeBytes } = await loadBackup(platform, params.name, fail);
      await write((work) => work.emit(backupDownloaded, { name }));
      return { fileName: name, headers: { 'Content-Length': String(sizeBytes) }, chunks: createReadStream(path) };
    },
  }),

  deleteBackup: operation({
    method: 'delete',
    path: '/owner/backups/{name}',
    scope: 'owner',
    summary: 'Delete a backup permanently',
    tx: 'none',
    success: 204,
    response: null,
    errors: ['not_found'],
    run: async ({ platform, params, fail }) => deleteBackup(await loadBackup(platform, params.name, fail)),
  }),
} satisfies Operations;

async function showBackups(platform: Platform): Promise<Backups> {
  const db = platform.database.read;
  const { folder, enabled, hour } = await readBackupSettings(platform, db);
  const [workspace] = await listWorkspaces(db);
  return {
    folder,
    isDefaultFolder: folder === defaultBackupFolder(platform.config.home),
    schedule: { enabled, hour, timezone: workspace?.timezone ?? 'UTC' },
    items: await listBackups(await backupFolders(platform)),
    running: await findRunning(platform),
    lastFailure: await readBackupFailure(db),
    lastRestoreFailure: await readRestoreFailure(platform.config.home, platform.clock.now()),
    outsideFolders: await listAllGrantedFolders(db),
  };
}

/** The backup of this name in one of the folders. Throws 404. */
export async function loadBackup(
  platform: Platform,
  name: string,
  fail: (code: 'not_found') => Error,
): Promise<BackupFile> {
  const backup = await findBackup(await backupFolders(platform), name);
  if (!backup) throw fail('not_found');
  return backup;
}
