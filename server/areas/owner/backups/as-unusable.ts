import { BackupError } from '../../../platform/backup/backup-format.ts';
import { NewerDatabaseError } from '../../../platform/database/migrate.ts';

/** Converts the errors of an invalid, damaged or too new backup to `backup_unusable`; returns any other error as it is. */
export const asUnusable = (error: unknown, fail: (code: 'backup_unusable', detail: string) => Error): unknown =>
  error instanceof BackupError || error instanceof NewerDatabaseError ? fail('backup_unusable', error.message) : error;
