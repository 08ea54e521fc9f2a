import type { Db } from '../../platform/database/database.ts';
import { countShared } from '../../platform/database/row-counts.ts';
import type { EventSource } from '../../platform/work/events.ts';
import type { ReportRange } from './report-range.ts';
import type { CardEventType } from './schemas.ts';

/** The scope of a report; each query below reads only one index. */
export interface ReportScope extends ReportRange {
  workspaceId: string;
  pipelineId: string;
}

const eventsSince = (db: Db, { workspaceId, pipelineId }: ReportScope, since: string) =>
  db
    .selectFrom('crm_events')
    .where('workspace_id', '=', workspaceId)
    .where('pipeline_id', '=', pipelineId)
    .where('created_at', '>=', since);

/** The timeline within the range. */
const eventsIn = (db: Db, scope: ReportScope) => eventsSince(db, scope, scope.from).where('created_at', '<', scope.to);

/** Cards that were open at the end of the range: those that are open, without what has changed since. */
export async function countOpen(db: Db, scope: ReportScope): Promise<number> {
  const { workspaceId, pipelineId, to } = scope;
  const countEvents = (delta: 1 | -1): number =>
    countShared(db, workspaceId, 'crm_events', { pipeline_open_delta: `${pipelineId} ${delta}` }) ?? 0;
  const { change } = await eventsSince(db, scope, to)
    .select((build) => build.fn.sum<number | null>('open_delta').as('change'))
    .where('open_delta', '<>', 0)
    .executeTakeFirstOrThrow();
  return countEvents(1) - countEvents(-1) - (change ?? 0);
}

export interface Entries {
  type: CardEventType;
  stageId: string;
  source: EventSource;
  cards: number;
}

/** Counts cards that entered each stage for the first time, by type of event and by the cards' source. */
export async function countEntries(db: Db, scope: ReportScope): Promise<Entries[]> {
  const rows = await eventsIn(db, scope)
    .select(['type', 'to_stage_id', 'card_source'])
    .select((build) => build.fn.countAll<number>().as('cards'))
    .where('is_first_entry', '=', 1)
    .groupBy(['to_stage_id', 'type', 'card_source'])
    .execute();
  return rows.map((row) => ({
    type: row.type,
    stageId: row.to_stage_id ?? '',
    source: row.card_source,
    cards: row.cards,
  }));
}

export interface Closing {
  outcome: 'WON' | 'LOST' | null;
  valueCents: number;
  source: EventSource;
  ageMs: number;
  at: string;
}

/** The last win or loss of each card in the range. */
export async function listClosings(db: Db, scope: ReportScope): Promise<Closing[]> {
  const rows = await eventsIn(db, scope)
    .select(['card_id', 'outcome', 'value_cents', 'card_source', 'card_age_ms', 'created_at'])
    .where('outcome', 'is not', null)
    .orderBy('created_at')
    .orderBy('seq')
    .execute();
  const lastOfCard = new Map(rows.map((row) => [row.card_id, row]));
  return [...lastOfCard.values()].map((row) => ({
    outcome: row.outcome,
    valueCents: row.value_cents ?? 0,
    source: row.card_source,
    ageMs: row.card_age_ms,
    at: row.created_at,
  }));
}

/** The lengths in ms of the stays that ended in the range, by stage. */
export async function listStays(db: Db, scope: ReportScope): Promise<Map<string, number[]>> {
  const rows = await eventsIn(db, scope)
    .select(['from_stage_id', 'stay_ms'])
    .where('stay_ms', 'is not', null)
    .execute();
  const stays = new Map<string, number[]>();
  for (const { from_stage_id: stageId, stay_ms: stayMs } of rows) {
    const list = stays.get(stageId ?? '');
    if (list) list.push(stayMs ?? 0);
    else stays.set(stageId ?? '', [stayMs ?? 0]);
  }
  return stays;
}
