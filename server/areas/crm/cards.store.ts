import { sql } from 'kysely';
import type { Db, Row, Table } from '../../platform/database/database.ts';
import { putText, removeText } from '../../platform/database/text-index.ts';
import { deleteRow, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { fromCents } from '../../platform/text/money.ts';
import type { EventSource } from '../../platform/work/events.ts';
import { readMark } from '../../platform/work/unconfirmed.ts';
import { matchingWithCustomers, phoneOfContact } from '../people/index.ts';
import { boardCards, type Card } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    crm_cards: Table<'crm_cards', { source: EventSource }>;
  }
}

type StoredCard = Row<'crm_cards'>;

/** A card with the present number of its contact. */
export type CardRow = StoredCard & { contact_phone: string | null };

export const phoneOfCard = phoneOfContact('c.contact_id').as('contact_phone');

/** The cards of a workspace, as `c`, with the numbers of their contacts. */
export const selectCards = (db: Db, workspaceId: string) =>
  db.selectFrom('crm_cards as c').selectAll('c').select(phoneOfCard).where('c.workspace_id', '=', workspaceId);

export const toCard = (row: CardRow): Card => ({
  id: row.id,
  pipelineId: row.pipeline_id,
  stageId: row.stage_id,
  title: row.title,
  value: row.value_cents === null ? null : fromCents(row.value_cents),
  contactId: row.contact_id,
  contactPhone: row.contact_phone,
  contactName: row.contact_name,
  conversationId: row.conversation_id,
  leadId: row.lead_id,
  source: row.source,
  commentCount: row.comment_count,
  unconfirmed: readMark(row.unconfirmed),
  stageEnteredAt: row.stage_entered_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export async function findCard(db: Db, workspaceId: string, id: string): Promise<CardRow | null> {
  return (await selectCards(db, workspaceId).where('c.id', '=', id).executeTakeFirst()) ?? null;
}

const cardSearch = { table: 'card_search', rows: 'crm_cards' } as const;
/** Bounds what a search reads; a shop with more matches narrows it. */
const mostFound = 1_000;

async function indexCard(db: Db, { seq, workspace_id, title, contact_name }: StoredCard): Promise<void> {
  await putText(db, cardSearch, workspace_id, seq, [title, contact_name].join(' '));
}

/** The `seq` of the newest cards that a search finds. */
export const matchingCards = (db: Db, workspaceId: string, search: string): number[] =>
  matchingWithCustomers(db, cardSearch, workspaceId, search, mostFound);

export async function insertCard(db: Db, columns: Omit<StoredCard, 'seq'>): Promise<CardRow> {
  const row = await insertRow(db, 'crm_cards', columns);
  await indexCard(db, row);
  return (await findCard(db, row.workspace_id, row.id)) as CardRow;
}

export type CardColumns = Partial<
  Pick<CardRow, 'stage_id' | 'order_key' | 'comment_count' | 'stage_entered_at' | 'updated_at' | 'unconfirmed'>
>;

/** Changes an existing card and returns its new state. */
export async function updateCard(db: Db, workspaceId: string, id: string, columns: CardColumns): Promise<CardRow> {
  await updateRow(db, 'crm_cards', workspaceId, id, columns);
  return (await findCard(db, workspaceId, id)) as CardRow;
}

/** Changes what people write on a card, which a search finds. */
export async function rewriteCard(
  db: Db,
  { workspace_id: workspaceId, id }: CardRow,
  columns: Pick<CardRow, 'title' | 'value_cents' | 'contact_name' | 'updated_at' | 'unconfirmed'>,
): Promise<CardRow> {
  await indexCard(db, await updateRow(db, 'crm_cards', workspaceId, id, columns));
  return (await findCard(db, workspaceId, id)) as CardRow;
}

export async function deleteCard(db: Db, workspaceId: string, id: string): Promise<void> {
  const row = await deleteRow(db, 'crm_cards', workspaceId, id);
  if (row) await removeText(db, cardSearch, row.seq);
}

/** The newest card of a contact in a pipeline. */
export async function findCardOfContact(
  db: Db,
  workspaceId: string,
  pipelineId: string,
  contactId: string,
): Promise<CardRow | null> {
  const row = await selectCards(db, workspaceId)
    .where('c.contact_id', '=', contactId)
    .where('c.pipeline_id', '=', pipelineId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A page of a stage's cards in order. */
export const listCards = (
  db: Db,
  workspaceId: string,
  stageId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<CardRow[]> =>
  selectCards(db, workspaceId)
    .where('c.stage_id', '=', stageId)
    .orderBy('c.order_key')
    .limit(limit)
    .offset(offset)
    .execute();

/**
 * Finds the order key next to `orderKey` in a stage; if that is null, the last one for `above`, the first one for
 * `below`. `exceptId` is the card that will move. Null if there is no further card.
 */
export async function findKeyBeside(
  db: Db,
  workspaceId: string,
  place: { stageId: string; side: 'above' | 'below'; orderKey: string | null; exceptId: string | null },
): Promise<string | null> {
  const { stageId, side, orderKey, exceptId } = place;
  const row = await db
    .selectFrom('crm_cards')
    .select('order_key')
    .where('workspace_id', '=', workspaceId)
    .where('stage_id', '=', stageId)
    .$if(orderKey !== null, (query) => query.where('order_key', side === 'above' ? '<' : '>', orderKey as string))
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId as string))
    .orderBy('order_key', side === 'above' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
  return row?.order_key ?? null;
}

export interface BoardStage {
  stageId: string;
  count: number;
  totalCents: number;
  cards: CardRow[];
}

/** The counters and first cards of every stage of a pipeline, in one statement, so that they are consistent. */
export async function readBoard(db: Db, workspaceId: string, pipelineId: string): Promise<Map<string, BoardStage>> {
  const rows = await db
    .selectFrom('crm_stages as s')
    .leftJoin('crm_cards as c', (join) =>
      join.on('c.id', 'in', (query) =>
        query
          .selectFrom('crm_cards as first')
          .select('first.id')
          .whereRef('first.stage_id', '=', 's.id')
          .orderBy('first.order_key')
          .limit(boardCards),
      ),
    )
    .selectAll('c')
    .select([phoneOfCard, 's.id as board_stage_id', 's.card_count', 's.card_total_cents'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.pipeline_id', '=', pipelineId)
    .orderBy('s.position')
    .orderBy(sql`c.order_key`)
    .execute();
  const board = new Map<string, BoardStage>();
  for (const { board_stage_id: stageId, card_count: count, card_total_cents: totalCents, ...card } of rows) {
    const stage = board.get(stageId) ?? { stageId, count, totalCents, cards: [] };
    board.set(stageId, stage);
    if (card.id !== null) stage.cards.push(card as CardRow);
  }
  return board;
}

/** The newest card of a conversation in the stage's pipeline. */
export async function findNewestCardId(
  db: Db,
  workspaceId: string,
  conversationId: string,
  stageId: string,
): Promise<string | null> {
  const card = await db
    .selectFrom('crm_cards as c')
    .innerJoin('crm_stages as s', 's.pipeline_id', 'c.pipeline_id')
    .select('c.id')
    .where('c.workspace_id', '=', workspaceId)
    .where('c.conversation_id', '=', conversationId)
    .where('s.id', '=', stageId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return card?.id ?? null;
}

/** The newest cards of a contact, with the names of their stages. */
export const cardsOf = (
  db: Db,
  workspaceId: string,
  contactId: string,
  { until, limit }: { until: string; limit: number },
): Promise<(CardRow & { stage_name: string })[]> =>
  selectCards(db, workspaceId)
    .innerJoin('crm_stages as s', 's.id', 'c.stage_id')
    .select('s.name as stage_name')
    .where('c.contact_id', '=', contactId)
    .where('c.created_at', '<=', until)
    .orderBy('c.created_at', 'desc')
    .limit(limit)
    .execute();
