import type { Db, Row, Table } from '../../platform/database/database.ts';
import { findRow, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import type { CatalogSync } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    platform_catalog_syncs: Table<'platform_catalog_syncs', { status: CatalogSync['status'] }>;
    platform_catalog_sync_items: Table<'platform_catalog_sync_items', { state: ItemState }>;
  }
}

export type ItemState = 'PENDING' | 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'FAILED';
export type SyncRow = Row<'platform_catalog_syncs'>;
export type SyncItemRow = Row<'platform_catalog_sync_items'>;

const rowsPerInsert = 500;
const mostErrors = 1_000;

/** A sync with the counts and the errors of its items. */
export async function toSync(db: Db, row: SyncRow): Promise<CatalogSync> {
  const counted = await db
    .selectFrom('platform_catalog_sync_items')
    .select((build) => ['state', build.fn.countAll<number>().as('count')])
    .where('sync_id', '=', row.id)
    .groupBy('state')
    .execute();
  const countOf = (state: ItemState) => counted.find((entry) => entry.state === state)?.count ?? 0;
  const total = counted.reduce((sum, entry) => sum + entry.count, 0);
  const failures = await db
    .selectFrom('platform_catalog_sync_items')
    .select(['item_id as itemId', 'name', 'error'])
    .where('sync_id', '=', row.id)
    .where('state', '=', 'FAILED')
    .orderBy('item_id')
    .limit(mostErrors)
    .execute();
  return {
    id: row.id,
    channelId: row.channel_id,
    catalogId: row.catalog_id,
    sourceAiAgentId: row.agent_id,
    status: row.status,
    progress: total > 0 ? Math.floor((100 * (total - countOf('PENDING'))) / total) : row.finished_at === null ? 0 : 100,
    total,
    created: countOf('CREATED'),
    updated: countOf('UPDATED'),
    unchanged: countOf('UNCHANGED'),
    failed: countOf('FAILED'),
    errors: failures.map(({ itemId, name, error }) => ({ itemId, name, message: error ?? '' })),
    error: row.error,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const findSync = (db: Db, workspaceId: string, id: string): Promise<SyncRow | null> =>
  findRow(db, 'platform_catalog_syncs', workspaceId, id);

/** The newest sync of a channel, of one agent's items to one catalog where these are named. */
export async function findLatest(
  db: Db,
  workspaceId: string,
  channelId: string,
  of?: { agentId: string; catalogId: string },
): Promise<SyncRow | null> {
  let query = db
    .selectFrom('platform_catalog_syncs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('channel_id', '=', channelId);
  if (of) query = query.where('agent_id', '=', of.agentId).where('catalog_id', '=', of.catalogId);
  const row = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

/** Why a sync failed, by item. */
export async function readFailures(db: Db, syncId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('platform_catalog_sync_items')
    .select(['item_id', 'error'])
    .where('sync_id', '=', syncId)
    .where('state', '=', 'FAILED')
    .execute();
  return new Map(rows.map(({ item_id: id, error }) => [id, error ?? '']));
}

/** The unfinished sync of a channel. */
export async function findRunning(db: Db, workspaceId: string, channelId: string): Promise<SyncRow | null> {
  const row = await db
    .selectFrom('platform_catalog_syncs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('channel_id', '=', channelId)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .executeTakeFirst();
  return row ?? null;
}

type Draft = Pick<SyncRow, 'id' | 'workspace_id' | 'channel_id' | 'catalog_id' | 'agent_id'>;

export async function insertSync(
  db: Db,
  draft: Draft,
  items: { id: string; name: string }[],
  now: string,
): Promise<SyncRow> {
  const row = await insertRow(db, 'platform_catalog_syncs', {
    ...draft,
    status: 'PENDING',
    created_at: now,
    updated_at: now,
  });
  for (let start = 0; start < items.length; start += rowsPerInsert) {
    const rows = items
      .slice(start, start + rowsPerInsert)
      .map(({ id, name }) => ({ sync_id: draft.id, item_id: id, name, state: 'PENDING' as const, error: null }));
    await db.insertInto('platform_catalog_sync_items').values(rows).execute();
  }
  return row;
}

export const updateSync = (
  db: Db,
  workspaceId: string,
  id: string,
  changes: Partial<Omit<SyncRow, 'id' | 'workspace_id'>>,
  now: string,
): Promise<SyncRow> => updateRow(db, 'platform_catalog_syncs', workspaceId, id, { ...changes, updated_at: now });

/** The next PENDING items of a sync. */
export const listPendingItems = (db: Db, syncId: string, limit: number): Promise<SyncItemRow[]> =>
  db
    .selectFrom('platform_catalog_sync_items')
    .selectAll()
    .where('sync_id', '=', syncId)
    .where('state', '=', 'PENDING')
    .orderBy('item_id')
    .limit(limit)
    .execute();

export async function setItem(
  db: Db,
  syncId: string,
  itemId: string,
  changes: Partial<Pick<SyncItemRow, 'state' | 'error' | 'name'>>,
): Promise<void> {
  await db
    .updateTable('platform_catalog_sync_items')
    .set(changes)
    .where('sync_id', '=', syncId)
    .where('item_id', '=', itemId)
    .execute();
}

/** Changes all items of one state to another. */
export async function moveItems(
  db: Db,
  syncId: string,
  from: ItemState,
  to: Pick<SyncItemRow, 'state' | 'error'>,
): Promise<void> {
  await db
    .updateTable('platform_catalog_sync_items')
    .set(to)
    .where('sync_id', '=', syncId)
    .where('state', '=', from)
    .execute();
}
