import { existsSync } from 'node:fs';
import { migrations } from '../../migrations/index.ts';
import { openSqlite, type SqliteHandle } from './database.ts';

/** A step of the schema. It runs once, in a transaction of its own together with the version's number. */
export interface Migration {
  name: string;
  up(handle: SqliteHandle): void;
}

/** The database was written by a newer Frontdesk: opening it could lose what that one stored. */
export class NewerDatabaseError extends Error {}

export const readVersion = (handle: SqliteHandle): number => Number(handle.pragma('user_version', { simple: true }));

/**
 * Brings the file to the newest schema. `backUp` is called before the first step that changes an existing database; if it
 * throws, nothing is changed. Throws `NewerDatabaseError` and leaves the file as it is when it is ahead of this program.
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
      handle.transaction(() => {
        step.up(handle);
        handle.pragma(`user_version = ${index + 1}`);
      })();
    }
  } finally {
    handle.close();
  }
}

/** Throws `NewerDatabaseError` for data of a schema that this program does not know. */
export function assertNotNewer(version: number, known = migrations.length): void {
  if (version <= known) return;
  throw new NewerDatabaseError(
    `The data was written by a newer Frontdesk (schema ${version}, this one knows ${known}). ` +
      'Install that version again, or restore an older backup.',
  );
}
