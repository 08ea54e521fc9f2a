import { sql } from 'kysely';
import { countRows, type Db, type Row, type Table } from '../../platform/database/database.ts';
import { deleteRows, findRow, findRowBy, updateRow } from '../../platform/database/workspace-rows.ts';
import type { QuickReply, QuickReplyChanges, QuickReplyDraft } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    quick_replies: Table<'quick_replies'>;
  }
}

const toQuickReply = (row: Row<'quick_replies'>): QuickReply => ({
  id: row.id,
  shortcut: row.shortcut,
  content: row.content,
  group: row.group_name,
  fileIds: JSON.parse(row.file_ids),
  usageCount: row.usage_count,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** A shortcut as it is compared and sorted. */
const fold = (shortcut: string): string => shortcut.normalize('NFC').toLowerCase();

/** Lists quick replies by shortcut. */
export async function listQuickReplies(db: Db, workspaceId: string): Promise<QuickReply[]> {
  const rows = await db
    .selectFrom('quick_replies')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('folded_shortcut')
    .execute();
  return rows.map(toQuickReply);
}

export async function findQuickReply(db: Db, workspaceId: string, id: string): Promise<QuickReply | null> {
  const row = await findRow(db, 'quick_replies', workspaceId, id);
  return row ? toQuickReply(row) : null;
}

/** The id of the quick reply that has a shortcut, regardless of case; null if none has. */
export async function findShortcut(db: Db, workspaceId: string, shortcut: string): Promise<string | null> {
  const row = await findRowBy(db, 'quick_replies', workspaceId, { folded_shortcut: fold(shortcut) });
  return row?.id ?? null;
}

/** Inserts a quick reply; returns null if the shortcut is taken, regardless of case. */
export async function insertQuickReply(
  db: Db,
  workspaceId: string,
  draft: QuickReplyDraft & { id: string },
  now: string,
): Promise<QuickReply | null> {
  const row = await db
    .insertInto('quick_replies')
    .values({
      id: draft.id,
      workspace_id: workspaceId,
      shortcut: draft.shortcut,
      folded_shortcut: fold(draft.shortcut),
      content: draft.content,
      group_name: draft.group ?? null,
      file_ids: JSON.stringify(draft.fileIds ?? []),
      usage_count: 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'folded_shortcut']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? toQuickReply(row) : null;
}

/** Changes the given fields. The caller has checked that the shortcut is free. */
export async function changeQuickReply(
  db: Db,
  workspaceId: string,
  id: string,
  { shortcut, content, group, fileIds }: QuickReplyChanges,
  now: string,
): Promise<QuickReply> {
  const row = await updateRow(db, 'quick_replies', workspaceId, id, {
    ...(shortcut === undefined ? {} : { shortcut, folded_shortcut: fold(shortcut) }),
    ...(content === undefined ? {} : { content }),
    ...(group === undefined ? {} : { group_name: group }),
    ...(fileIds === undefined ? {} : { file_ids: JSON.stringify(fileIds) }),
    updated_at: now,
  });
  return toQuickReply(row);
}

/** Lists the quick replies with which a file is sent. */
export async function listRepliesWithFile(db: Db, workspaceId: string, fileId: string): Promise<QuickReply[]> {
  const all = await listQuickReplies(db, workspaceId);
  return all.filter(({ fileIds }) => fileIds.includes(fileId));
}

export async function recordQuickReplyUse(db: Db, workspaceId: string, id: string, now: string): Promise<QuickReply> {
  const row = await updateRow(db, 'quick_replies', workspaceId, id, {
    usage_count: sql<number>`usage_count + 1`,
    last_used_at: now,
  });
  return toQuickReply(row);
}

export const deleteQuickReply = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'quick_replies', workspaceId, { id });

export const countQuickReplies = (db: Db, workspaceId: string): number =>
  countRows(db, db.selectFrom('quick_replies').where('workspace_id', '=', workspaceId));
