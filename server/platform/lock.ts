import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Another server has the data folder open. */
export class LockedError extends Error {}

/**
 * Holds the data folder for this process alone. The lock is SQLite's own on a file of its own, so the operating system
 * gives it back when the process dies, whatever kills it.
 */
export function lockHome(home: string): () => void {
  const handle = new Sqlite(join(home, 'lock.db'), { timeout: 0 });
  try {
    handle.exec('begin exclusive');
  } catch {
    handle.close();
    throw new LockedError(`Another Frontdesk already uses the data folder ${home}`);
  }
  return () => handle.close();
}
