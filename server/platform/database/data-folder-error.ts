/** The data folder cannot be used: not writable, damaged, or its database is gone. The message is for the owner. */
export class DataFolderError extends Error {}

/** True for what SQLite says of a file that is damaged or no database at all. */
export function isDamage(error: unknown): boolean {
  const code = String((error as { code?: string } | null)?.code);
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}
