import { type Generated, type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Table, Tables } from '../../../platform/database/database.ts';
import {
  type PassageIndex,
  putPassages,
  removePassages,
  rowsPerSegment,
} from '../../../platform/database/text-index.ts';
import { deleteRows } from '../../../platform/database/workspace-rows.ts';
import { isPublished } from '../../agents/index.ts';
import type { Language } from '../language/detect-language.ts';
import type { Chunk } from './chunk-document.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    /**
     * One indexing of one source: STAGED while it is written, LIVE when searchable, KEPT while a published agent still
     * answers from it instead of its successor, DROPPED while it is removed.
     */
    knowledge_segments: Table<
      'knowledge_segments',
      {
        state: 'STAGED' | 'LIVE' | 'KEPT' | 'DROPPED';
        language: Language | null;
        searchable: Generated<0 | 1>;
      }
    >;
    knowledge_chunks: Table<'knowledge_chunks'>;
  }
}

export interface StoredChunk extends Chunk {
  id: string;
}

export const passageIndex: PassageIndex = { table: 'knowledge_index' };

export const rowOf = (segment: number, position: number): number => segment * rowsPerSegment + position;
export const segmentOf = (row: number): number => Math.floor(row / rowsPerSegment);
const firstRow = (segment: number): number => rowOf(segment, 0);
const lastRow = (segment: number): number => rowOf(segment, rowsPerSegment - 1);

export interface ChunkRow {
  row: number;
  id: string;
  chunk: Chunk;
  /** The indexed stems. */
  words: { title: string; headings: string; body: string };
}

export async function insertSegment(
  db: Db,
  segment: Omit<Insertable<Tables['knowledge_segments']>, 'number' | 'state'>,
): Promise<number> {
  const { number } = await db
    .insertInto('knowledge_segments')
    .values({ ...segment, state: 'STAGED' })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** Inserts chunks with their index entries; a few dozen at a time. */
export async function insertChunks(
  db: Db,
  owner: { workspaceId: string; sourceId: string },
  rows: ChunkRow[],
): Promise<void> {
  await db
    .insertInto('knowledge_chunks')
    .values(
      rows.map(({ row, id, chunk }) => ({
        row,
        id,
        workspace_id: owner.workspaceId,
        source_id: owner.sourceId,
        heading_path: JSON.stringify(chunk.headingPath),
        page: chunk.page,
        text: chunk.text,
        token_count: chunk.tokenCount,
      })),
    )
    .execute();
  await putPassages(
    db,
    passageIndex,
    owner.workspaceId,
    rows.map(({ row, words }) => ({ row, ...words })),
  );
}

export const listSegments = (db: Db, workspaceId: string, sourceId: string) =>
  db
    .selectFrom('knowledge_segments')
    .select(['number', 'generation', 'state'])
    .where('workspace_id', '=', workspaceId)
    .where('source_id', '=', sourceId)
    .execute();

export async function changeSegments(
  db: Db,
  workspaceId: string,
  numbers: number[],
  changes: Pick<Updateable<Tables['knowledge_segments']>, 'state' | 'searchable' | 'chunk_count'>,
): Promise<void> {
  await db
    .updateTable('knowledge_segments')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('number', 'in', numbers)
    .execute();
}

/** Deletes the first `limit` chunks and index entries of a segment. Returns how many existed. */
export async function sweepChunks(db: Db, workspaceId: string, segment: number, limit: number): Promise<number> {
  const indexed = await removePassages(db, passageIndex, segment, limit);
  const { numDeletedRows } = await db
    .deleteFrom('knowledge_chunks')
    .where('workspace_id', '=', workspaceId)
    .where('row', 'in', (from) =>
      from
        .selectFrom('knowledge_chunks')
        .select('row')
        .where('workspace_id', '=', workspaceId)
        .where('row', '>=', firstRow(segment))
        .where('row', '<=', lastRow(segment))
        .orderBy('row')
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Math.max(indexed, Number(numDeletedRows));
}

export const deleteSegment = (db: Db, workspaceId: string, number: number): Promise<void> =>
  deleteRows(db, 'knowledge_segments', workspaceId, { number });

/** The searchable chunks of a source from `position` on; empty before its first indexing. */
export async function listChunks(
  db: Db,
  workspaceId: string,
  sourceId: string,
  { position, limit }: { position: number; limit: number },
): Promise<StoredChunk[]> {
  const segments = await listSegments(db, workspaceId, sourceId);
  const segment = segments.find(({ state }) => state === 'LIVE')?.number;
  return segment === undefined ? [] : listSegmentChunks(db, workspaceId, segment, { position, limit });
}

/** The chunks of a segment from `position` on. */
export async function listSegmentChunks(
  db: Db,
  workspaceId: string,
  segment: number,
  { position, limit }: { position: number; limit: number },
): Promise<StoredChunk[]> {
  const rows = await db
    .selectFrom('knowledge_chunks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('row', '>=', rowOf(segment, position))
    .where('row', '<=', lastRow(segment))
    .orderBy('row')
    .limit(limit)
    .execute();
  return rows.map(({ row, id, heading_path, page, text, token_count }) => ({
    id,
    position: row - firstRow(segment),
    headingPath: JSON.parse(heading_path),
    page,
    text,
    tokenCount: token_count,
  }));
}

/** A segment in the scope of a search, with its source. */
export interface SearchedSegment {
  number: number;
  language: Language | null;
  title: string;
  chunk_count: number;
  /** Of the current bytes of the source. */
  content_hash: string | null;
  source_id: string;
  source_name: string;
  base_id: string | null;
  agent_id: string | null;
}

export interface SearchScope {
  /** This agent's sources and those of the bases it reads. */
  agentId?: string | undefined;
  baseIds?: string[] | undefined;
  /** Only this source. */
  sourceId?: string | undefined;
  /** Includes what a published agent does not answer from before its tests have passed. */
  untested?: boolean | undefined;
}

/** The scope of a search: the searchable segments of these bases, of this agent, and of the bases it reads. */
export async function findScope(
  db: Db,
  workspaceId: string,
  { agentId, baseIds = [], sourceId, untested = false }: SearchScope,
): Promise<SearchedSegment[]> {
  const hearer = agentId !== undefined && !untested && isPublished(db, workspaceId, agentId) ? agentId : null;
  // In SQLite a cross join fixes the join order: from the sources in scope to their segments, not from all segments.
  return db
    .selectFrom('knowledge_sources as s')
    .crossJoin('knowledge_segments as g')
    .whereRef('g.source_id', '=', 's.id')
    .where((where) =>
      hearer === null
        ? where('g.state', '=', sql.lit('LIVE'))
        : where.and([
            where('g.state', 'in', ['LIVE', 'KEPT']),
            where('g.number', 'in', (from) =>
              from
                .selectFrom('knowledge_approvals')
                .select('segment')
                .where('workspace_id', '=', workspaceId)
                .where('agent_id', '=', hearer)
                .where('state', '=', 'PASSED'),
            ),
          ]),
    )
    .where((where) => (sourceId === undefined ? where.lit(true) : where('s.id', '=', sourceId)))
    .select(['g.number', 'g.language', 'g.title', 'g.chunk_count', 's.id as source_id', 's.name as source_name'])
    .select(['s.base_id', 's.agent_id', 's.content_hash'])
    .where('s.workspace_id', '=', workspaceId)
    .where('g.workspace_id', '=', workspaceId)
    .where('g.searchable', '=', 1)
    .where((where) =>
      where.or([
        where('s.base_id', 'in', baseIds),
        ...(agentId === undefined
          ? []
          : [
              where('s.agent_id', '=', agentId),
              where('s.base_id', 'in', (from) =>
                from
                  .selectFrom('agent_knowledge_bases')
                  .select('base_id')
                  .where('workspace_id', '=', workspaceId)
                  .where('agent_id', '=', agentId),
              ),
            ]),
      ]),
    )
    .execute();
}

/** The chunks of these rows, unordered. */
export const findChunks = (db: Db, workspaceId: string, rows: number[]) =>
  db
    .selectFrom('knowledge_chunks')
    .select(['row', 'id', 'heading_path', 'page', 'text'])
    .where('workspace_id', '=', workspaceId)
    .where('row', 'in', rows)
    .execute();

/** The number of searchable chunks in a workspace. */
export async function countSearchable(db: Db, workspaceId: string): Promise<number> {
  const { total } = await db
    .selectFrom('knowledge_segments')
    .select((select) => select.fn.sum<number | null>('chunk_count').as('total'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'LIVE')
    .executeTakeFirstOrThrow();
  return total ?? 0;
}
