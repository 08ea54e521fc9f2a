import { countRows, type Db } from '../../../platform/database/database.ts';
import { type PageWish, readPage } from '../../../platform/database/read-page.ts';
import { findRow } from '../../../platform/database/workspace-rows.ts';
import { type EventRecord, type EventSource, toEventRecord } from '../../../platform/work/events.ts';
import type { DeliveryStatus, LoggedEvent } from '../schemas.ts';

const toLoggedEvent = (event: EventRecord): LoggedEvent => ({
  id: event.id,
  type: event.type,
  source: event.source,
  actor: { id: event.actorId, name: event.actorName },
  workspaceId: event.workspaceId,
  occurredAt: event.occurredAt,
  data: event.data,
  previous: event.previous,
  createdAt: event.occurredAt,
  updatedAt: event.occurredAt,
});

export interface LogFilter {
  event?: string | undefined;
  source?: EventSource | undefined;
  /** Half-open, UTC. */
  from?: string | undefined;
  to?: string | undefined;
  webhookId?: string | undefined;
}

function selectEvents(db: Db, workspaceId: string, filter: LogFilter) {
  let query = db.selectFrom('events').where('workspace_id', '=', workspaceId);
  if (filter.event !== undefined) query = query.where('type', '=', filter.event);
  if (filter.source !== undefined) query = query.where('source', '=', filter.source);
  if (filter.from !== undefined) query = query.where('occurred_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('occurred_at', '<', filter.to);
  if (filter.webhookId !== undefined) {
    const sent = db
      .selectFrom('deliveries')
      .select('event_id')
      .where('workspace_id', '=', workspaceId)
      .where('endpoint_id', '=', filter.webhookId);
    query = query.where('id', 'in', sent);
  }
  return query;
}

/** A page, newest first, and the total. */
export async function listEvents(
  db: Db,
  workspaceId: string,
  filter: LogFilter,
  wish: PageWish,
): Promise<{ rows: LoggedEvent[]; total: number }> {
  const list = selectEvents(db, workspaceId, filter).selectAll().orderBy('occurred_at', 'desc').orderBy('seq', 'desc');
  const { rows, total } = await readPage(db, list, wish);
  return { rows: rows.map((row) => toLoggedEvent(toEventRecord(row))), total };
}

export async function findEvent(db: Db, workspaceId: string, id: string): Promise<LoggedEvent | null> {
  const row = await findRow(db, 'events', workspaceId, id);
  return row ? toLoggedEvent(toEventRecord(row)) : null;
}

/** Count of deliveries in a status created since `since`. */
export async function countDeliveries(
  db: Db,
  workspaceId: string,
  status: DeliveryStatus,
  since: string,
): Promise<number> {
  return countRows(
    db,
    db
      .selectFrom('deliveries')
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', status)
      .where('created_at', '>=', since),
  );
}

/** Durations (ms) of the newest attempts since `since`. */
export async function listDurations(db: Db, workspaceId: string, since: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('delivery_attempts')
    .select('duration_ms')
    .where('workspace_id', '=', workspaceId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.duration_ms);
}

/** Event counts since `since` by kind, most frequent first. */
export function countEventsByType(
  db: Db,
  workspaceId: string,
  since: string,
): Promise<{ type: string; count: number }[]> {
  return db
    .selectFrom('events')
    .select((select) => ['type', select.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('occurred_at', '>=', since)
    .groupBy('type')
    .orderBy('count', 'desc')
    .orderBy('type')
    .execute();
}
