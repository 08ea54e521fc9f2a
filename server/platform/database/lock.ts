import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { OwnerError } from '../../owner-error.ts';
import { DataFolderError } from './data-folder-error.ts';
import Sqlite from './sqlite.ts';

/** Another server is using the data folder. */
export class LockedError extends OwnerError {}

/**
 * Locks the data folder for this process and returns a function that unlocks it. The lock is an SQLite lock on a
 * separate file, so the operating system releases it however the process dies. Throws `LockedError`, or
 * `DataFolderError` for a folder that is not writable.
 */
export function lockHome(home: string): () => void {
  const handle = openLock(home);
  try {
    handle.exec('begin exclusive');
  } catch {
    handle.close();
    throw new LockedError(`Another Frontdesk already uses the data folder ${home}`);
  }
  return () => handle.close();
}

function openLock(home: string): Sqlite.Database {
  try {
    // SQLite would also lock a read-only file.
    accessSync(home, constants.W_OK);
    return new Sqlite(join(home, 'lock.db'), { timeout: 0 });
  } catch (error) {
    throw notWritable(home, error);
  }
}

/** The error for a folder that is read-only or owned by another user. */
export function notWritable(home: string, error: unknown): DataFolderError {
  return new DataFolderError(
    `The data folder ${home} cannot be written (${(error as Error).message}): give yourself the right to, ` +
      'or set FRONTDESK_HOME to another folder. Nothing was changed.',
  );
}
