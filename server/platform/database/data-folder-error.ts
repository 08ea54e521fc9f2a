import { OwnerError } from '../../owner-error.ts';

/** The data folder is unusable: not writable, damaged, or without its database. */
export class DataFolderError extends OwnerError {}

/** True for SQLite's errors about a file that is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  const code = String((error as { code?: string } | null)?.code);
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}
