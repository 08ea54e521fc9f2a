/** The data folder is unusable: not writable, damaged, or without its database. The message is shown to the owner. */
export class DataFolderError extends Error {}

/** True for SQLite's errors about a file that is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  const code = String((error as { code?: string } | null)?.code);
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}
