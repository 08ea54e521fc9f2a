import { newId } from '../../../platform/ids.ts';
import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import type { EventKind } from '../../events.ts';
import { hasActiveEndpoint, listActiveEndpoints } from '../endpoints/endpoints.store.ts';
import { type DeliveryRow, insertDeliveries } from './deliveries.store.ts';

/** Inserts one delivery per event and active endpoint that subscribes to its kind. */
export const queueDeliveries: Subscriber = {
  name: 'webhooks',
  isIdle: (db) => !hasActiveEndpoint(db),
  async handle(events, { db, now, platform }) {
    const workspaceIds = [...new Set(events.map((event) => event.workspaceId))];
    const endpoints = await listActiveEndpoints(db, workspaceIds);
    const receivers = endpoints.map((row) => ({ ...row, events: new Set(JSON.parse(row.events) as string[]) }));
    const rows: DeliveryRow[] = [];
    for (const event of events) {
      const interested = receivers.filter(
        (receiver) => receiver.workspace_id === event.workspaceId && receiver.events.has(event.type),
      );
      if (interested.length === 0) continue;
      const payload = JSON.stringify(toPayload(event));
      for (const { id } of interested) {
        rows.push({ ...newDelivery(event, id, now), payload, status: 'PENDING', next_attempt_at: now });
        platform.services.deliverer.noteQueued(event.workspaceId, id);
      }
    }
    await insertDeliveries(db, rows);
  },
};

type Sendable = Pick<EventRecord, 'id' | 'type' | 'occurredAt' | 'workspaceId' | 'source' | 'data' | 'previous'>;

/** The event as receivers get it (contract, "Events"); `previous` is omitted unless fields changed. */
export const toPayload = ({ id, type, occurredAt, workspaceId, source, data, previous }: Sendable) => ({
  id,
  type,
  occurredAt,
  workspaceId,
  source,
  data,
  ...(previous === null ? {} : { previous }),
});

/** A delivery without attempts. */
export const newDelivery = (
  event: Pick<EventRecord, 'id' | 'type' | 'workspaceId'>,
  endpointId: string,
  now: string,
): Omit<DeliveryRow, 'payload' | 'status' | 'next_attempt_at'> => ({
  id: newId('dlv'),
  workspace_id: event.workspaceId,
  endpoint_id: endpointId,
  event_id: event.id,
  event_type: event.type as EventKind,
  is_test: 0,
  attempts: 0,
  scheduled_attempts: 0,
  last_status: null,
  error: null,
  delivered_at: null,
  created_at: now,
  updated_at: now,
});
