import { sql } from 'kysely';
import { countRows, type Db, type Row, type Table } from '../../platform/database/database.ts';
import { deleteRows, findRow, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { lastingMediaUrl } from '../../platform/files/media-links.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LibraryFile, LibraryFileChanges, LibraryFileDraft } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    library_files: Table<'library_files', { kind: LibraryFile['kind'] }>;
  }
}

export type LibraryFileRow = Row<'library_files'>;

export const toLibraryFile = (platform: Platform, row: LibraryFileRow): LibraryFile => ({
  id: row.id,
  name: row.name,
  url: row.alias_id === null ? (row.url ?? '') : lastingMediaUrl(platform, row.alias_id),
  contentType: row.content_type,
  kind: row.kind,
  sizeBytes: row.size_bytes,
  isStored: row.alias_id !== null,
  tags: JSON.parse(row.tags),
  usageCount: row.usage_count,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Lists files, newest first. */
export const listFiles = (db: Db, workspaceId: string): Promise<LibraryFileRow[]> =>
  db
    .selectFrom('library_files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const findFile = (db: Db, workspaceId: string, id: string): Promise<LibraryFileRow | null> =>
  findRow(db, 'library_files', workspaceId, id);

/** Returns those of the ids that the library does not have. */
export async function findMissingFiles(db: Db, workspaceId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('library_files')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Inserts a file that is only referred to; returns null if the id is taken. */
export async function insertFile(
  db: Db,
  workspaceId: string,
  draft: LibraryFileDraft,
  now: string,
): Promise<LibraryFileRow | null> {
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
  return row ?? null;
}

/** What is known of a stored file from its bytes. */
type Content = Pick<LibraryFileRow, 'alias_id' | 'content_type' | 'kind' | 'size_bytes'>;

export const insertStoredFile = (
  db: Db,
  workspaceId: string,
  file: Content & { id: string; name: string },
  now: string,
): Promise<LibraryFileRow> =>
  insertRow(db, 'library_files', {
    ...file,
    workspace_id: workspaceId,
    url: null,
    usage_count: 0,
    created_at: now,
    updated_at: now,
  });

export const setContent = (
  db: Db,
  workspaceId: string,
  id: string,
  content: Content,
  now: string,
): Promise<LibraryFileRow> =>
  updateRow(db, 'library_files', workspaceId, id, { ...content, url: null, updated_at: now });

export const changeFile = (
  db: Db,
  workspaceId: string,
  id: string,
  { name, tags }: LibraryFileChanges,
  now: string,
): Promise<LibraryFileRow> =>
  updateRow(db, 'library_files', workspaceId, id, {
    name,
    ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
    updated_at: now,
  });

export const recordFileUse = (db: Db, workspaceId: string, id: string, now: string): Promise<LibraryFileRow> =>
  updateRow(db, 'library_files', workspaceId, id, {
    usage_count: sql<number>`usage_count + 1`,
    last_used_at: now,
  });

export const deleteFile = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'library_files', workspaceId, { id });

export const countFiles = (db: Db, workspaceId: string): number =>
  countRows(db, db.selectFrom('library_files').where('workspace_id', '=', workspaceId));
