import { listWorkspaces, type Workspace } from '../platform/access/workspaces.ts';
import { isRestoreReady } from '../platform/backup/restore-state.ts';
import { hasDatabase } from '../platform/database/data-folder.ts';
import type { Database } from '../platform/database/database.ts';
import { openSharedHome } from '../platform/database/open-home.ts';
import { type Call, CommandError } from './command.ts';
import { program } from './usage.ts';

/** Throws in a folder without data: a key created there would be unknown to any server. */
export function assertHasData({ config: { home } }: Call): void {
  if (hasDatabase(home)) return;
  throw new CommandError(
    `The folder ${home} holds no data of Frontdesk yet: npm start creates it, or set FRONTDESK_HOME to the right folder`,
  );
}

/** Opens the database of an existing data folder for one use. */
export async function openHome<T>(call: Call, use: (database: Database) => Promise<T>): Promise<T> {
  assertHasData(call);
  const { home } = call.config;
  if (isRestoreReady(home))
    throw new CommandError('A restore is under way: wait for it, or start the server to end it');
  const database = await openSharedHome(home, call.now);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Returns the workspace with this id, or the first one. */
export async function pickWorkspace(database: Database, id: string | undefined): Promise<Workspace> {
  const all = await listWorkspaces(database.read);
  const workspace = id === undefined ? all[0] : all.find((one) => one.id === id);
  if (!workspace) {
    const why = id === undefined ? 'There is no workspace yet' : `There is no workspace ${id}`;
    throw new CommandError(`${why}: ${program} workspaces list shows them`);
  }
  return workspace;
}
