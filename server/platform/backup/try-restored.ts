import { z } from 'zod';
import { listKeys } from '../access/api-keys.ts';
import { findFirstOwner } from '../access/users.ts';
import { Country, Limits, listWorkspaces, Timezone } from '../access/workspaces.ts';
import { databaseFile } from '../database/data-folder.ts';
import { Database, type Db } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { readLanguageModel } from '../language-model.ts';
import { readLanSettings } from '../net/lan.ts';
import { listOutboundAllowed } from '../net/outbound-addresses.ts';
import { readHang } from '../running/suspects.ts';
import { Language } from '../text/languages.ts';
import { readPauseReason } from '../work/sending-pause.ts';
import { BackupError } from './backup-format.ts';
import { readBackupSettings } from './backup-settings.ts';
import { readBackupFailure } from './scheduled-backups.ts';

/**
 * Runs a start on a staged folder, short of serving: migrates and opens its database, checks references, and parses every
 * row that sign-in, keys and settings need. Throws `BackupError` with the first fault.
 */
export async function tryRestored(home: string): Promise<void> {
  const file = databaseFile(home);
  await describe('it cannot be updated to this version', () => migrate(file, async () => {}));
  const database = new Database(file);
  try {
    const { read } = database;
    const [fault] = database.findFaults();
    if (fault !== undefined) throw new BackupError(`The backup cannot be used: ${fault}`);
    const orphan = database.findOrphan();
    if (orphan !== null) throw new BackupError(`The backup cannot be used: ${orphan}`);
    await describe('a workspace in it is broken', () => parseWorkspaces(read));
    await describe('the people in it are broken', () => findFirstOwner(read));
    await describe('a key in it is broken', async () => {
      for (const { scopes } of await listKeys(read, null)) z.array(z.string()).parse(scopes);
    });
    await describe('a setting in it is broken', () => parseSettings(home, read));
  } finally {
    await database.close();
  }
}

async function describe(what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new BackupError(`The backup cannot be used: ${what} (${why.replaceAll(/\s+/g, ' ')})`, { cause: error });
  }
}

async function parseWorkspaces(db: Db): Promise<void> {
  const workspaces = await listWorkspaces(db);
  if (workspaces.length === 0) throw new Error('there is none');
  const Parsed = z.object({ timezone: Timezone, country: Country, language: Language, limits: Limits });
  for (const workspace of workspaces) Parsed.parse(workspace);
}

async function parseSettings(home: string, db: Db): Promise<void> {
  for (const { key, value } of await db.selectFrom('settings').selectAll().execute()) {
    try {
      JSON.parse(value);
    } catch {
      throw new Error(`${key} is not JSON`);
    }
  }
  await readBackupSettings({ config: { home } }, db);
  for (const read of [
    readBackupFailure,
    readLanguageModel,
    readLanSettings,
    listOutboundAllowed,
    readHang,
    readPauseReason,
  ]) {
    await read(db);
  }
}
