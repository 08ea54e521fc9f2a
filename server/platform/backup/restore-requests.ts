import type { Platform } from '../platform.ts';
import { BackupError } from './backup.ts';
import { removeProof, writeProof } from './backup-files.ts';

/** Reads a backup back and notes that it is sound. Throws `BackupError` or `NewerDatabaseError` when it is not. */
export async function verifyAndProve(platform: Platform, path: string): Promise<void> {
  const now = platform.clock.now().toISOString();
  try {
    await writeProof(path, await platform.backups.run({ kind: 'verify', file: path, now }, platform.stopping));
  } catch (error) {
    if (error instanceof BackupError) await removeProof(path);
    throw error;
  }
}

/**
 * Verifies a backup and lays it ready; the process takes it over within a second (see `main.ts`). Throws `BackupError`
 * or `NewerDatabaseError` with nothing changed. Answers of when the backup is and how many files it holds.
 */
export const requestRestore = (platform: Platform, file: string): Promise<{ createdAt: string; blobCount: number }> =>
  platform.backups.run(
    { kind: 'restore', home: platform.config.home, file, now: platform.clock.now().toISOString() },
    platform.stopping,
  );
