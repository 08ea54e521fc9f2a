import { newId } from '../../../platform/ids.ts';
import type { EventKind } from '../../../platform/work/events.ts';
import { eventExamples } from '../log/event-examples.ts';
import type { WebhookEndpoint } from '../schemas.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import { newDelivery, toPayload } from './queue-deliveries.ts';

/** A delivery of an example event. It counts as failed until its one attempt says otherwise. */
export function makeTestDelivery(workspaceId: string, endpoint: WebhookEndpoint, now: string): DeliveryRow {
  const type = endpoint.events[0] as EventKind;
  const event = {
    id: newId('evt'),
    type,
    occurredAt: now,
    workspaceId,
    source: 'SYSTEM' as const,
    data: { ...eventExamples[type].data, test: true },
    previous: eventExamples[type].previous ?? null,
  };
  return {
    ...newDelivery(event, endpoint.id, now),
    is_test: 1,
    payload: JSON.stringify(toPayload(event)),
    status: 'FAILED',
    next_attempt_at: null,
  };
}
