import { sql } from 'kysely';
import { countRows, type Db, type Row, type Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import {
  deleteRows,
  findRow,
  insertRow,
  updateRowIfAny,
  updateRows,
} from '../../../platform/database/workspace-rows.ts';
import type { EventKind } from '../../events.ts';
import type { Binding, DisabledReason } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    integration_bindings: Table<
      'integration_bindings',
      {
        event_name: EventKind;
        active: 0 | 1;
        disabled_reason: DisabledReason | null;
      }
    >;
  }
}

export type BindingRow = Row<'integration_bindings'>;

export const toBinding = (row: BindingRow): Binding => ({
  id: row.id,
  installationId: row.installation_id,
  eventName: row.event_name,
  action: row.action,
  config: JSON.parse(row.config),
  active: row.active === 1,
  disabledReason: row.disabled_reason,
  disabledAt: row.disabled_at,
  failureCount: row.failure_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Newest first. */
export const listBindings = (db: Db, workspaceId: string): Promise<BindingRow[]> =>
  db
    .selectFrom('integration_bindings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const findBinding = (db: Db, workspaceId: string, id: string): Promise<BindingRow | null> =>
  findRow(db, 'integration_bindings', workspaceId, id);

/** Whether another binding has the same event, action and target. */
export async function isBound(
  db: Db,
  row: Pick<BindingRow, 'workspace_id' | 'installation_id' | 'event_name' | 'action' | 'target'>,
  exceptId: string | null,
): Promise<boolean> {
  const found = await db
    .selectFrom('integration_bindings')
    .select('id')
    .where('workspace_id', '=', row.workspace_id)
    .where('installation_id', '=', row.installation_id)
    .where('event_name', '=', row.event_name)
    .where('action', '=', row.action)
    .where('target', '=', row.target)
    .where('id', '!=', exceptId ?? '')
    .executeTakeFirst();
  return found !== undefined;
}

export async function countBindings(db: Db, workspaceId: string): Promise<number> {
  return countRows(db, db.selectFrom('integration_bindings').where('workspace_id', '=', workspaceId));
}

export const insertBinding = (db: Db, row: BindingRow): Promise<BindingRow> =>
  insertRow(db, 'integration_bindings', row);

/** Returns null when the binding was deleted. */
export const updateBinding = (
  db: Db,
  workspaceId: string,
  id: string,
  changes: Partial<Omit<BindingRow, 'id' | 'workspace_id'>>,
): Promise<BindingRow | null> => updateRowIfAny(db, 'integration_bindings', workspaceId, id, changes);

/** Counts a failed job of an active binding; returns the failures in a row, or null when it is inactive or deleted. */
export async function countFailure(db: Db, workspaceId: string, id: string): Promise<number | null> {
  const row = await db
    .updateTable('integration_bindings')
    .set({ failure_count: sql<number>`failure_count + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('active', '=', 1)
    .returning('failure_count')
    .executeTakeFirst();
  return row?.failure_count ?? null;
}

export async function clearFailures(db: Db, workspaceId: string, id: string): Promise<void> {
  await db
    .updateTable('integration_bindings')
    .set({ failure_count: 0 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('failure_count', '>', 0)
    .where('active', '=', 1)
    .execute();
}

export const deleteBinding = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'integration_bindings', workspaceId, { id });

/** Disables the active bindings of an installation that was disconnected. */
export async function disableBindings(db: Db, workspaceId: string, installationId: string, now: string): Promise<void> {
  const active = { installation_id: installationId, active: 1 } as const;
  const off = { active: 0, disabled_reason: 'installation_disconnected', disabled_at: now, updated_at: now } as const;
  await updateRows(db, 'integration_bindings', workspaceId, active, off);
}

const selectActive = prepareQuery((db) =>
  db.selectFrom('integration_bindings').select('id').where('active', '=', 1).limit(1),
);

/** Whether any workspace has an active binding. */
export const hasActiveBinding = (db: Db): boolean => selectActive(db).first() !== undefined;

/** Active bindings of several workspaces, each with its connector. */
export const listActiveBindings = (db: Db, workspaceIds: string[]) =>
  db
    .selectFrom('integration_bindings as b')
    .innerJoin('integration_installations as i', 'i.id', 'b.installation_id')
    .select(['b.id', 'b.workspace_id', 'b.installation_id', 'b.event_name', 'b.action', 'b.target', 'b.config'])
    .select('i.connector')
    .where('b.workspace_id', 'in', workspaceIds)
    .where('b.active', '=', 1)
    .execute();
