import { newId } from '../../../platform/ids.ts';
import { type EventKind, exampleOf } from '../../events.ts';
import type { WebhookEndpoint } from '../schemas.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import { newDelivery, toPayload } from './queue-deliveries.ts';

/** A delivery of an example event. It is FAILED until its only attempt succeeds. */
export function makeTestDelivery(workspaceId: string, endpoint: WebhookEndpoint, now: string): DeliveryRow {
  const type = endpoint.events[0] as EventKind;
  const { data, previous = null } = exampleOf(type);
  const event = {
    id: newId('evt'),
    type,
    occurredAt: now,
    workspaceId,
    source: 'SYSTEM' as const,
    data: { ...data, test: true },
    previous,
  };
  return {
    ...newDelivery(event, endpoint.id, now),
    is_test: 1,
    payload: JSON.stringify(toPayload(event)),
    status: 'FAILED',
    next_attempt_at: null,
  };
}
