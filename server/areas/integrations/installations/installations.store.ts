import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { findRow, insertRow, updateRowIfAny } from '../../../platform/database/workspace-rows.ts';
import type { Installation, InstallationState } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    integration_installations: Table<'integration_installations', { state: InstallationState }>;
  }
}

export type InstallationRow = Row<'integration_installations'>;

export const toInstallation = (row: InstallationRow): Installation => ({
  id: row.id,
  connector: row.connector,
  account: row.account,
  state: row.state,
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  checkedAt: row.checked_at,
  latencyMs: row.latency_ms,
  connectedAt: row.connected_at,
  disconnectedAt: row.disconnected_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Oldest first. */
export const listInstallations = (db: Db, workspaceId: string): Promise<InstallationRow[]> =>
  db
    .selectFrom('integration_installations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findInstallation = (db: Db, workspaceId: string, id: string): Promise<InstallationRow | null> =>
  findRow(db, 'integration_installations', workspaceId, id);

/** The installation that waits for a consent, in any workspace: the returned state is the credential. */
export async function findConsenting(db: Db, id: string): Promise<InstallationRow | null> {
  const row = await db.selectFrom('integration_installations').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The installation of a feed's private address, in any workspace: the address is the credential. */
export async function findFeed(db: Db, tokenHash: string): Promise<InstallationRow | null> {
  const row = await db
    .selectFrom('integration_installations')
    .selectAll()
    .where('feed_token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row ?? null;
}

export const insertInstallation = (db: Db, row: InstallationRow): Promise<InstallationRow> =>
  insertRow(db, 'integration_installations', row);

type Changes = Partial<Omit<InstallationRow, 'id' | 'workspace_id'>>;

/** Returns null when the installation was deleted. */
export const updateInstallation = (
  db: Db,
  workspaceId: string,
  id: string,
  changes: Changes,
): Promise<InstallationRow | null> => updateRowIfAny(db, 'integration_installations', workspaceId, id, changes);

/** Stores the state of a connection; returns null when it was disconnected in the meantime. */
export async function markInstallation(
  db: Db,
  workspaceId: string,
  id: string,
  changes: Changes,
): Promise<InstallationRow | null> {
  const row = await db
    .updateTable('integration_installations')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '!=', 'DISCONNECTED')
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
