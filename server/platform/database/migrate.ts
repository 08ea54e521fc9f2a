import { existsSync } from 'node:fs';
import { migrations } from '../../../migrations/index.ts';
import type { Migration } from '../../../migrations/migration.ts';
import { OwnerError } from '../../owner-error.ts';
import { openSqlite, type SqliteHandle } from './database.ts';

/** The database was written by a newer Frontdesk: opening it could lose what that one stored. */
export class NewerDatabaseError extends OwnerError {}

/** A migration failed; the data are unchanged since before that step. */
export class MigrationError extends OwnerError {}

export const readVersion = (handle: SqliteHandle): number => Number(handle.pragma('user_version', { simple: true }));

/**
 * Migrates the file to the newest schema. `backUp` is called before the first step that changes an existing database;
 * if it throws, nothing changes. Throws `NewerDatabaseError` without touching a file that is newer than this program,
 * and `MigrationError` when a step fails; earlier steps stay applied.
 */
export async function migrate(
  file: string,
  backUp: () => Promise<unknown>,
  steps: Migration[] = migrations,
): Promise<void> {
  const isNew = !existsSync(file);
  const handle = openSqlite(file);
  try {
    const from = readVersion(handle);
    assertNotNewer(from, steps.length);
    if (!isNew && from > 0 && from < steps.length) await backUp();
    for (const [index, step] of steps.entries()) {
      if (index < from) continue;
      runStep(handle, step, index + 1);
    }
  } finally {
    handle.close();
  }
}

function runStep(handle: SqliteHandle, step: Migration, version: number): void {
  try {
    handle.transaction(() => {
      step.up(handle);
      handle.pragma(`user_version = ${version}`);
    })();
  } catch (error) {
    throw new MigrationError(
      `The update of the data to schema ${version} (${step.name}) failed: ${(error as Error).message}. The data are as ` +
        'they were, and a backup from before the update is in the folder backups. Start the version that you had before.',
      { cause: error },
    );
  }
}

/** Whether a database has this program's schema. Throws `NewerDatabaseError` when it is newer. */
export function isCurrent(version: number): boolean {
  assertNotNewer(version);
  return version === migrations.length;
}

/** Throws `NewerDatabaseError` for a schema version that this program does not know. */
export function assertNotNewer(version: number, known = migrations.length): void {
  if (version <= known) return;
  throw new NewerDatabaseError(
    `The data was written by a newer Frontdesk (schema ${version}, this one knows ${known}). ` +
      'Install that version again, or restore an older backup.',
  );
}
