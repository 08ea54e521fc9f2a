import type { Db, Row, Table } from '../../platform/database/database.ts';
import { type PageWish, readPage } from '../../platform/database/read-page.ts';
import { countShared } from '../../platform/database/row-counts.ts';
import { findRowBy, insertRow } from '../../platform/database/workspace-rows.ts';
import type { EventSource } from '../../platform/work/events.ts';
import type { CardEvent, CardEventType } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    crm_events: Table<
      'crm_events',
      {
        type: CardEventType;
        actor_source: EventSource;
        /** Whether the card entered `to_stage` for the first time. */
        is_first_entry: 0 | 1;
        /** Set when the card entered a won or lost stage. */
        outcome: 'WON' | 'LOST' | null;
        /** 1 when the card became open, -1 when it was closed or deleted. */
        open_delta: -1 | 0 | 1;
        card_source: EventSource;
      }
    >;
  }
}

export type CardEventRow = Row<'crm_events'>;

export const toCardEvent = (row: CardEventRow): CardEvent => ({
  id: row.id,
  pipelineId: row.pipeline_id,
  cardId: row.card_id,
  cardTitle: row.card_title,
  type: row.type,
  actor: { source: row.actor_source, id: row.actor_id, name: row.actor_name },
  fromStage: row.from_stage_id === null ? null : { id: row.from_stage_id, name: row.from_stage_name ?? '' },
  toStage: row.to_stage_id === null ? null : { id: row.to_stage_id, name: row.to_stage_name ?? '' },
  changes: JSON.parse(row.changes),
  comment: row.comment,
  createdAt: row.created_at,
  updatedAt: row.created_at,
});

export const insertCardEvent = (db: Db, row: Omit<CardEventRow, 'seq'>): Promise<CardEventRow> =>
  insertRow(db, 'crm_events', row);

export async function hasEntered(db: Db, workspaceId: string, cardId: string, stageId: string): Promise<boolean> {
  const first = { card_id: cardId, to_stage_id: stageId, is_first_entry: 1 } as const;
  return (await findRowBy(db, 'crm_events', workspaceId, first)) !== null;
}

export interface EventFilter {
  pipelineId: string;
  type: CardEventType | null;
  cardId: string | null;
}

/** A page of the timeline, newest first, and the total number of events. */
export async function listCardEvents(
  db: Db,
  workspaceId: string,
  { pipelineId, type, cardId }: EventFilter,
  wish: PageWish,
): Promise<{ rows: CardEventRow[]; total: number }> {
  const matching = db
    .selectFrom('crm_events')
    .where('workspace_id', '=', workspaceId)
    .where('pipeline_id', '=', pipelineId)
    .$if(type !== null, (query) => query.where('type', '=', type as CardEventType))
    .$if(cardId !== null, (query) => query.where('card_id', '=', cardId as string));
  const shared = type === null ? { pipeline: pipelineId } : { pipeline_type: `${pipelineId} ${type}` };
  const total = cardId === null ? countShared(db, workspaceId, 'crm_events', shared) : null;
  return readPage(db, matching.selectAll().orderBy('seq', 'desc'), wish, total);
}
