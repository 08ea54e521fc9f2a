import type { Generated, Insertable, Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../../platform/database/database.ts';
import { fold, type NameColumn } from '../../../platform/database/fold.ts';
import { deleteRows, findRow, insertRow, updateRowIfAny } from '../../../platform/database/workspace-rows.ts';
import { restartWaits } from '../../../platform/work/clock-watch.ts';
import type { KnowledgeSource } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    knowledge_sources: Table<
      'knowledge_sources',
      {
        kind: KnowledgeSource['kind'];
        name: NameColumn;
        name_folded: NameColumn;
        enabled: Generated<0 | 1>;
        status: KnowledgeSource['status'];
        language: KnowledgeSource['language'];
      }
    >;
  }
}

export type SourceRow = Row<'knowledge_sources'>;
export type SourceChanges = Updateable<Tables['knowledge_sources']>;

/** The owner of a source: an agent or a base. */
export type SourceOwner = { agentId: string } | { baseId: string };

export const ownerColumns = (owner: SourceOwner) =>
  'agentId' in owner ? { agent_id: owner.agentId, base_id: null } : { agent_id: null, base_id: owner.baseId };

export const ownerOf = (row: Pick<SourceRow, 'agent_id' | 'base_id'>): SourceOwner =>
  row.agent_id === null ? { baseId: row.base_id as string } : { agentId: row.agent_id };

export const toSource = (row: SourceRow, heldBack: KnowledgeSource['heldBack'] = []): KnowledgeSource => ({
  id: row.id,
  aiAgentId: row.agent_id,
  baseId: row.base_id,
  kind: row.kind,
  name: row.name,
  title: row.title,
  url: row.url,
  enabled: row.enabled === 1,
  status: row.status,
  progress: row.progress,
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  chunkCount: row.chunk_count,
  charCount: row.char_count,
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  contentHash: row.content_hash,
  language: row.language,
  indexedAt: row.indexed_at,
  lastFetchedAt: row.last_fetched_at,
  nextFetchAt: row.refresh_at,
  failedFetches: row.failed_fetches,
  heldBack,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const ofOwner = (db: Db, workspaceId: string, owner: SourceOwner) => {
  const query = db.selectFrom('knowledge_sources').selectAll().where('workspace_id', '=', workspaceId);
  return 'agentId' in owner ? query.where('agent_id', '=', owner.agentId) : query.where('base_id', '=', owner.baseId);
};

/** The sources of an owner, by name. */
export const listSources = (db: Db, workspaceId: string, owner: SourceOwner): Promise<SourceRow[]> =>
  ofOwner(db, workspaceId, owner).orderBy('name_folded').execute();

export async function findSource(
  db: Db,
  workspaceId: string,
  owner: SourceOwner,
  id: string,
): Promise<SourceRow | null> {
  const row = await ofOwner(db, workspaceId, owner).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** A source of any owner. */
export const findSourceById = (db: Db, workspaceId: string, id: string): Promise<SourceRow | null> =>
  findRow(db, 'knowledge_sources', workspaceId, id);

/** The source with this name, regardless of case and accents. */
export async function findSourceByName(
  db: Db,
  workspaceId: string,
  owner: SourceOwner,
  name: string,
): Promise<SourceRow | null> {
  const row = await ofOwner(db, workspaceId, owner).where('name_folded', '=', fold(name)).executeTakeFirst();
  return row ?? null;
}

/** The text or file with this hash, or the source with this URL. */
export async function findSourceByContent(
  db: Db,
  workspaceId: string,
  owner: SourceOwner,
  content: { hash: string } | { url: string },
): Promise<SourceRow | null> {
  const query = ofOwner(db, workspaceId, owner);
  const row = await ('url' in content
    ? query.where('url', '=', content.url)
    : query.where('content_hash', '=', content.hash).where('kind', '!=', 'URL')
  ).executeTakeFirst();
  return row ?? null;
}

export async function insertSource(
  db: Db,
  draft: Omit<Insertable<Tables['knowledge_sources']>, 'status' | 'created_at' | 'updated_at'>,
  now: string,
): Promise<SourceRow> {
  const status = 'PENDING' as const;
  return insertRow(db, 'knowledge_sources', { ...draft, status, created_at: now, updated_at: now });
}

/** Returns the changed row; null if it was deleted. */
export const updateSource = (
  db: Db,
  workspaceId: string,
  id: string,
  changes: SourceChanges,
  now: string,
): Promise<SourceRow | null> =>
  updateRowIfAny(db, 'knowledge_sources', workspaceId, id, { ...changes, updated_at: now });

export const deleteSourceRow = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'knowledge_sources', workspaceId, { id });

/** URL sources of all workspaces that are due and not being indexed, the longest due first. */
export const listDueForRefresh = (db: Db, now: string, limit: number): Promise<SourceRow[]> =>
  db
    .selectFrom('knowledge_sources')
    .selectAll()
    .where('refresh_at', '<=', now)
    .where('status', 'in', ['READY', 'FAILED'])
    .orderBy('refresh_at')
    .limit(limit)
    .execute();

/** Restarts refresh intervals that began under a clock that was ahead. */
export const restartRefreshWaits = (db: Db, now: string): Promise<void> =>
  restartWaits(db, now, { table: 'knowledge_sources', due: 'refresh_at', since: 'updated_at' });
