import { BackupError } from '../../../platform/backup/backup.ts';
import { NewerDatabaseError } from '../../../platform/database/migrate.ts';

/** The refusal for a file that is no backup, a damaged one or one of a newer Frontdesk; any other error as it is. */
export const asUnusable = (error: unknown, fail: (code: 'backup_unusable', detail: string) => Error): unknown =>
  error instanceof BackupError || error instanceof NewerDatabaseError ? fail('backup_unusable', error.message) : error;
