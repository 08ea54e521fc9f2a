import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/prepared-query.ts';
import { listRows } from '../../platform/database/text-index.ts';
import { fromCents } from '../../platform/text/money.ts';
import type { BoardCard, BoardFilter, ContactCard } from './board.schemas.ts';
import { matchingCards, phoneOfCard, selectCards, toCard } from './cards.store.ts';

/** Cards that match a filter, as `c`. */
const selectMatching = (db: Db, workspaceId: string, filter: BoardFilter) => {
  const { search, unread, source } = filter;
  return db
    .selectFrom('crm_cards as c')
    .where(areFew(filter) ? unindexed('c.workspace_id') : 'c.workspace_id', '=', workspaceId)
    .$if(Boolean(search), (query) =>
      query.where('c.seq', 'in', sql<number>`(${listRows(matchingCards(db, workspaceId, search ?? ''))})`),
    )
    .$if(unread === true, (query) => query.where('c.conversation_id', 'in', selectUnread(db, workspaceId)))
    .$if(source !== undefined, (query) => query.where('c.source', '=', source as NonNullable<typeof source>));
};

// SQLite uses a partial index only for literals, not for parameters.
const selectUnread = (db: Db, workspaceId: string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where((where) => where('unread_count', '>', where.lit(0)));

/** Whether few cards match, so that SQLite should start from them instead of from a stage or a pipeline. */
const areFew = ({ search, unread }: BoardFilter): boolean => Boolean(search) || unread === true;

const selectShown = (db: Db, workspaceId: string, filter: BoardFilter) =>
  selectMatching(db, workspaceId, filter)
    .leftJoin('conversations as v', 'v.id', 'c.conversation_id')
    .selectAll('c')
    .select([phoneOfCard, 'v.unread_count', 'v.waiting_since']);

type Row = Awaited<ReturnType<ReturnType<typeof selectShown>['execute']>>[number];

const toBoardCard = (row: Row): BoardCard => ({
  ...toCard(row),
  orderKey: row.order_key,
  unreadCount: row.unread_count ?? 0,
  waitingSince: row.waiting_since,
});

/** A page of a stage's cards that match, in order. */
export async function listMatching(
  db: Db,
  workspaceId: string,
  stageId: string,
  filter: BoardFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<BoardCard[]> {
  const rows = await selectShown(db, workspaceId, filter)
    .where(areFew(filter) ? unindexed('c.stage_id') : 'c.stage_id', '=', stageId)
    .orderBy('c.order_key')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toBoardCard);
}

/** How many cards of each stage match, and their value; stages without one are absent. */
export async function countMatching(db: Db, workspaceId: string, pipelineId: string, filter: BoardFilter) {
  const rows = await selectMatching(db, workspaceId, filter)
    .where(areFew(filter) ? unindexed('c.pipeline_id') : 'c.pipeline_id', '=', pipelineId)
    .select((build) => [
      'c.stage_id',
      build.fn.countAll<number>().as('count'),
      build.fn.coalesce(build.fn.sum<number>('c.value_cents'), sql<number>`0`).as('cents'),
    ])
    .groupBy('c.stage_id')
    .execute();
  return new Map(rows.map(({ stage_id, count, cents }) => [stage_id, { count, total: fromCents(cents) }]));
}

export async function findBoardCard(db: Db, workspaceId: string, id: string): Promise<BoardCard | null> {
  const row = await selectShown(db, workspaceId, {}).where('c.id', '=', id).executeTakeFirst();
  return row ? toBoardCard(row) : null;
}

/** A contact has few cards; more are not listed. */
const mostContactCards = 100;

/** The cards of a contact, newest first. */
export async function listContactCards(db: Db, workspaceId: string, contactId: string): Promise<ContactCard[]> {
  const rows = await selectCards(db, workspaceId)
    .innerJoin('crm_stages as s', 's.id', 'c.stage_id')
    .innerJoin('crm_pipelines as l', 'l.id', 'c.pipeline_id')
    .select(['s.name as stage_name', 's.color', 's.is_won', 's.is_lost', 'l.name as pipeline_name'])
    .where('c.contact_id', '=', contactId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(mostContactCards)
    .execute();
  return rows.map((row) => ({
    ...toCard(row),
    pipelineName: row.pipeline_name,
    stage: { name: row.stage_name, color: row.color, isWon: row.is_won === 1, isLost: row.is_lost === 1 },
  }));
}
