import type { Db } from '../../platform/database/database.ts';
import { insertRow } from '../../platform/database/workspace-rows.ts';
import type { ChatTemplateSync } from './schemas.ts';
import type { SyncRow } from './store.ts';

export const toSync = (row: SyncRow): ChatTemplateSync => ({
  id: row.id,
  channelId: row.channel_id,
  status: row.status,
  added: row.added,
  updated: row.updated,
  gone: row.gone,
  error: row.error,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  finishedAt: row.finished_at,
});

export async function findSync(db: Db, id: string): Promise<SyncRow | null> {
  return (await db.selectFrom('chat_template_syncs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The newest sync of a channel. */
export async function findLatestSync(db: Db, workspaceId: string, channelId: string): Promise<SyncRow | null> {
  const row = await db
    .selectFrom('chat_template_syncs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('channel_id', '=', channelId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export const insertSync = (
  db: Db,
  draft: { id: string; workspaceId: string; channelId: string },
  now: string,
): Promise<SyncRow> =>
  insertRow(db, 'chat_template_syncs', {
    id: draft.id,
    workspace_id: draft.workspaceId,
    channel_id: draft.channelId,
    status: 'PENDING',
    created_at: now,
    updated_at: now,
  });

export async function updateSync(
  db: Db,
  id: string,
  changes: Partial<Omit<SyncRow, 'id'>>,
  now: string,
): Promise<void> {
  await db
    .updateTable('chat_template_syncs')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}
