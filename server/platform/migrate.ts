import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
 * Brings the file to the newest schema. Before the first step that changes an existing database, a copy of it is put
 * into `backupFolder`. Throws `NewerDatabaseError` and leaves the file as it is when it is ahead of this program.
 */
export async function migrate(file: string, backupFolder: string, steps: Migration[] = migrations): Promise<void> {
  const isNew = !existsSync(file);
  const handle = openSqlite(file);
  try {
    const from = readVersion(handle);
    assertNotNewer(from, steps.length);
    if (!isNew && from > 0 && from < steps.length) await backUp(handle, backupFolder, from);
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

async function backUp(handle: SqliteHandle, folder: string, version: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const target = join(folder, `before-schema-${version + 1}.sqlite`);
  const partial = `${target}.part`;
  await rm(partial, { force: true });
  await handle.backup(partial);
  await rename(partial, target);
}
