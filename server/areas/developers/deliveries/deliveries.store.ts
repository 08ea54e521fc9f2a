import type { Insertable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { findRow, findRowBy } from '../../../platform/database/workspace-rows.ts';
import type { EventKind } from '../../events.ts';
import type { AttemptTrigger, Delivery, DeliveryAttempt, DeliveryDetail, DeliveryStatus } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    deliveries: Table<'deliveries', { event_type: EventKind; is_test: 0 | 1; status: DeliveryStatus }>;
    delivery_attempts: Table<'delivery_attempts', { trigger: AttemptTrigger }>;
  }
}

export type DeliveryRow = Row<'deliveries'>;

export type DeliveryAttemptRow = Row<'delivery_attempts'>;

/** Rows per insert statement; SQLite accepts 32,766 values in one. */
const rowsAtOnce = 100;

const selectDeliveries = (db: Db, workspaceId: string) =>
  db
    .selectFrom('deliveries as d')
    .leftJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .selectAll('d')
    .select(['e.url', 'e.active'])
    .where('d.workspace_id', '=', workspaceId);

const toDelivery = (row: DeliveryRow & { url: string | null; active: 0 | 1 | null }): Delivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  endpoint: row.url === null ? null : { url: row.url, active: row.active === 1 },
  eventId: row.event_id,
  event: row.event_type,
  test: row.is_test === 1,
  status: row.status,
  attemptCount: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastStatus: row.last_status,
  error: row.error,
  deliveredAt: row.delivered_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toAttempt = (row: DeliveryAttemptRow): DeliveryAttempt => ({
  number: row.number,
  at: row.at,
  trigger: row.trigger,
  durationMs: row.duration_ms,
  status: row.status,
  responseBody: row.response_body,
  error: row.error,
});

export interface DeliveryFilter {
  endpointId?: string | undefined;
  status?: DeliveryStatus | undefined;
  event?: EventKind | undefined;
}

/** Newest first, after the cursor `after` (createdAt and id). */
export async function listDeliveries(
  db: Db,
  workspaceId: string,
  filter: DeliveryFilter,
  after: { createdAt: string; id: string } | null,
  limit: number,
): Promise<Delivery[]> {
  let query = selectDeliveries(db, workspaceId);
  if (filter.endpointId !== undefined) query = query.where('d.endpoint_id', '=', filter.endpointId);
  if (filter.status !== undefined) query = query.where('d.status', '=', filter.status);
  if (filter.event !== undefined) query = query.where('d.event_type', '=', filter.event);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('d.created_at', 'd.id'), '<', tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query.orderBy('d.created_at', 'desc').orderBy('d.id', 'desc').limit(limit).execute();
  return rows.map(toDelivery);
}

export async function listDeliveriesOfEvent(db: Db, workspaceId: string, eventId: string): Promise<Delivery[]> {
  const rows = await selectDeliveries(db, workspaceId).where('d.event_id', '=', eventId).orderBy('d.id').execute();
  return rows.map(toDelivery);
}

export async function findDelivery(db: Db, workspaceId: string, id: string): Promise<DeliveryDetail | null> {
  const row = await selectDeliveries(db, workspaceId).where('d.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const attempts = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute();
  return { ...toDelivery(row), payload: JSON.parse(row.payload), attempts: attempts.map(toAttempt) };
}

export const findDeliveryRow = (db: Db, workspaceId: string, id: string): Promise<DeliveryRow | null> =>
  findRow(db, 'deliveries', workspaceId, id);

export async function hasDeliveries(db: Db, workspaceId: string, endpointId: string): Promise<boolean> {
  return (await findRowBy(db, 'deliveries', workspaceId, { endpoint_id: endpointId })) !== null;
}

/** Skips rows whose event already has a delivery to the endpoint. */
export async function insertDeliveries(db: Db, rows: Insertable<Tables['deliveries']>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('deliveries')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['event_id', 'endpoint_id']).doNothing())
      .execute();
  }
}

const addAttempt = prepareQuery((db, row: DeliveryAttemptRow) => db.insertInto('delivery_attempts').values(row));

type Outcome = Pick<
  DeliveryRow,
  | 'status'
  | 'attempts'
  | 'scheduled_attempts'
  | 'next_attempt_at'
  | 'last_status'
  | 'error'
  | 'delivered_at'
  | 'updated_at'
>;

const changeDelivery = prepareQuery((db, workspaceId: string, id: string, outcome: Outcome) =>
  db.updateTable('deliveries').set(outcome).where('id', '=', id).where('workspace_id', '=', workspaceId),
);

/** Inserts an attempt and updates its delivery. Prepared: the hot path of the deliverer. */
export function insertAttempt(db: Db, row: DeliveryAttemptRow, outcome: Outcome): void {
  const { changes } = changeDelivery(db, row.workspace_id, row.delivery_id, outcome).run();
  // The delivery may have been erased while it was sent.
  if (changes > 0) addAttempt(db, row).run();
}

/** Waiting deliveries of an endpoint, soonest due first. */
export function listWaiting(db: Db, workspaceId: string, endpointId: string, limit: number): Promise<DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** Endpoints of all workspaces with waiting deliveries; read at the start. */
export async function listWaitingEndpoints(db: Db): Promise<{ workspaceId: string; endpointId: string }[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['workspace_id', 'endpoint_id'])
    .distinct()
    .where('next_attempt_at', 'is not', null)
    .execute();
  return rows.map((row) => ({ workspaceId: row.workspace_id, endpointId: row.endpoint_id }));
}

/** Sets up to `limit` waiting deliveries of an endpoint to FAILED; returns how many. */
export async function failWaiting(
  db: Db,
  workspaceId: string,
  endpointId: string,
  error: string,
  now: string,
  limit: number,
): Promise<number> {
  const waiting = db
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .where('next_attempt_at', 'is not', null)
    .limit(limit);
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ status: 'FAILED', error, next_attempt_at: null, updated_at: now })
    .where('id', 'in', waiting)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
