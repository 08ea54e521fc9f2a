import { Problem } from '../problem.ts';

/** True for a full disk, reported by SQLite or by the write of a blob. */
export function isStorageFull(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_IOERR_WRITE';
}

export const storageFull = (): Problem =>
  new Problem('storage_full', 'The disk is full: nothing was changed. Free some space and try again.', {
    headers: { 'Retry-After': '30' },
  });
