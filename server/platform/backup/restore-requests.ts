import type { Platform } from '../platform.ts';
import { removeProof, writeProof } from './backup-files.ts';
import { BackupError } from './backup-format.ts';

/** Verifies a backup and records the proof. Throws `BackupError` or `NewerDatabaseError` when it is not usable. */
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
 * Verifies a backup and stages its restore, which the process applies within a second (see `main.ts`). Returns when the
 * backup was made and how many files it contains. Throws `BackupError` or `NewerDatabaseError` with nothing changed.
 */
export const requestRestore = (platform: Platform, file: string): Promise<{ createdAt: string; blobCount: number }> =>
  platform.backups.run(
    { kind: 'restore', home: platform.config.home, file, now: platform.clock.now().toISOString() },
    platform.stopping,
  );
