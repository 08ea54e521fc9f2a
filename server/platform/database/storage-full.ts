import { Problem } from '../problem.ts';

/** True for SQLite's error of a full disk, also when it comes from a blob's write. */
export function isStorageFull(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_IOERR_WRITE';
}

export const storageFull = (): Problem =>
  new Problem('storage_full', 'The disk is full: nothing was changed. Free some space and try again.', {
    headers: { 'Retry-After': '30' },
  });
