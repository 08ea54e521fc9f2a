import { sql } from 'kysely';
import { countRows, type Db, type Row, type Table } from '../../platform/database/database.ts';
import { deleteRows, findRow, updateRow } from '../../platform/database/workspace-rows.ts';
import type { LibraryFile, LibraryFileDraft, QuickReply, QuickReplyDraft } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    library_files: Table<'library_files', { kind: LibraryFile['kind'] }>;
    quick_replies: Table<'quick_replies'>;
  }
}

const toLibraryFile = (row: Row<'library_files'>): LibraryFile => ({
  id: row.id,
  name: row.name,
  url: row.url,
  contentType: row.content_type,
  kind: row.kind,
  sizeBytes: row.size_bytes,
  usageCount: row.usage_count,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toQuickReply = (row: Row<'quick_replies'>): QuickReply => ({
  id: row.id,
  shortcut: row.shortcut,
  content: row.content,
  usageCount: row.usage_count,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Lists files, newest first. */
export async function listFiles(db: Db, workspaceId: string): Promise<LibraryFile[]> {
  const rows = await db
    .selectFrom('library_files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toLibraryFile);
}

export async function findFile(db: Db, workspaceId: string, id: string): Promise<LibraryFile | null> {
  const row = await findRow(db, 'library_files', workspaceId, id);
  return row ? toLibraryFile(row) : null;
}

/** Inserts a file; returns null if the id is taken. */
export async function insertFile(
  db: Db,
  workspaceId: string,
  draft: LibraryFileDraft,
  now: string,
): Promise<LibraryFile | null> {
  const row = await db
    .insertInto('library_files')
    .values({
      workspace_id: workspaceId,
      id: draft.id,
      name: draft.name,
      url: draft.url,
      content_type: draft.contentType,
      kind: draft.kind,
      size_bytes: draft.sizeBytes,
      usage_count: draft.usageCount,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? toLibraryFile(row) : null;
}

export async function renameFile(
  db: Db,
  workspaceId: string,
  id: string,
  name: string,
  now: string,
): Promise<LibraryFile> {
  const row = await updateRow(db, 'library_files', workspaceId, id, { name, updated_at: now });
  return toLibraryFile(row);
}

export async function recordFileUse(db: Db, workspaceId: string, id: string, now: string): Promise<LibraryFile> {
  const row = await updateRow(db, 'library_files', workspaceId, id, {
    usage_count: sql<number>`usage_count + 1`,
    last_used_at: now,
  });
  return toLibraryFile(row);
}

export const deleteFile = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'library_files', workspaceId, { id });

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
      folded_shortcut: draft.shortcut.normalize('NFC').toLowerCase(),
      content: draft.content,
      usage_count: 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'folded_shortcut']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? toQuickReply(row) : null;
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

/** Counts the workspace's entries in one of the two lists. */
export async function countEntries(
  db: Db,
  table: 'library_files' | 'quick_replies',
  workspaceId: string,
): Promise<number> {
  return countRows(db, db.selectFrom(table).where('workspace_id', '=', workspaceId));
}
