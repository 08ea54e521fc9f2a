import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DataFolderError } from './data-folder-error.ts';

/** Another server has the data folder open. */
export class LockedError extends Error {}

/**
 * Holds the data folder for this process alone. The lock is SQLite's own on a file of its own, so the operating system
 * gives it back when the process dies, whatever kills it. Throws `LockedError`, or `DataFolderError` for a folder that
 * cannot be written.
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
    // SQLite would take the lock on a read-only file too.
    accessSync(home, constants.W_OK);
    return new Sqlite(join(home, 'lock.db'), { timeout: 0 });
  } catch (error) {
    throw notWritable(home, error);
  }
}

/** The folder is read-only, or belongs to somebody else. */
export function notWritable(home: string, error: unknown): DataFolderError {
  return new DataFolderError(
    `The data folder ${home} cannot be written (${(error as Error).message}): give yourself the right to, ` +
      'or set FRONTDESK_HOME to another folder. Nothing was changed.',
  );
}
