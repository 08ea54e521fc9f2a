import { stat, statfs } from 'node:fs/promises';
import { listBackups } from '../../../platform/backup/backup-files.ts';
import { backupFolders } from '../../../platform/backup/backup-settings.ts';
import { sumBlobs } from '../../../platform/files/files.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Storage } from './storage.schemas.ts';

/** How much room the installation takes, as the database and the file system tell; nothing is walked through. */
export async function measureStorage(platform: Platform): Promise<Storage> {
  const { database, config } = platform;
  const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0;
  const { bavail, bsize } = await statfs(config.home);
  const backups = await listBackups(await backupFolders(platform));
  return {
    databaseBytes: (await sizeOf(database.file)) + (await sizeOf(`${database.file}-wal`)),
    blobsBytes: await sumBlobs(database.read),
    backupsBytes: backups.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    freeBytes: bavail * bsize,
  };
}
