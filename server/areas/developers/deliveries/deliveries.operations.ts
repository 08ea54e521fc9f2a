import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { cursorPageOf, cursorQuery, takePage } from '../../../http/paginate.ts';
import { readOperation } from '../../../http/usual-operations.ts';
import { Problem } from '../../../platform/problem.ts';
import { EventKind } from '../../events.ts';
import { assertKnownEndpoint } from '../endpoints/assert-known-endpoint.ts';
import { findEndpoint, findEndpointRow } from '../endpoints/endpoints.store.ts';
import { Delivery, DeliveryDetail, DeliveryStatus, WebhookEndpoint } from '../schemas.ts';
import * as store from './deliveries.store.ts';
import { makeTestDelivery } from './make-test-delivery.ts';

const delivery = target(DeliveryDetail, ({ db, workspace, params }: TargetContext<'id'>) =>
  store.findDelivery(db, workspace.id, params.id),
);
const endpoint = target(WebhookEndpoint, ({ db, workspace, params }: TargetContext<'id'>) =>
  findEndpoint(db, workspace.id, params.id),
);

export const deliveryOperations = {
  listDeliveries: operation({
    method: 'get',
    path: '/api/developers/deliveries',
    scope: 'developers.read',
    summary: 'List webhook deliveries',
    description: 'Newest first. Deliveries are stored for 30 days, including those of deleted endpoints.',
    tx: 'read',
    query: z.object({
      ...cursorQuery,
      endpointId: z.string().max(64).optional().describe('Only deliveries to this webhook.'),
      status: DeliveryStatus.optional().describe('Only deliveries in this state.'),
      event: EventKind.optional().describe('Only deliveries of this kind of event.'),
    }),
    success: 200,
    response: cursorPageOf(Delivery),
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query, cursors }) {
      const { cursor, limit, ...filter } = query;
      const place = cursors.read(cursor);
      const after = place && { createdAt: String(place[0]), id: String(place[1]) };
      if (filter.endpointId !== undefined) {
        await assertKnownEndpoint(db, workspace.id, filter.endpointId, 'query.endpointId');
      }
      const found = await store.listDeliveries(db, workspace.id, filter, after, limit + 1);
      const { rows, last } = takePage(found, limit);
      return { data: rows, nextCursor: last && cursors.write([last.createdAt, last.id]) };
    },
  }),

  getDelivery: readOperation({
    path: '/api/developers/deliveries/{id}',
    scope: 'developers.read',
    summary: 'Get a webhook delivery with all attempts',
    target: delivery,
  }),

  retryDelivery: operation({
    method: 'post',
    path: '/api/developers/deliveries/{id}/retry',
    scope: 'developers.write',
    summary: 'Retry a webhook delivery now',
    description:
      'Waits for the attempt (at most 15 s) and returns the delivery with it; the `webhook-id` stays the same. A failed ' +
      'attempt leaves status and schedule as they are. A delivery not sent yet, or being sent, is 409 `not_retryable`; ' +
      'if its endpoint is off or deleted, 409 `endpoint_disabled`.',
    tx: 'none',
    target: delivery,
    success: 200,
    response: DeliveryDetail,
    errors: ['not_retryable', 'endpoint_disabled', 'sending_paused'],
    async run({ db, platform, workspace, target, fail }) {
      const receiver = await findEndpointRow(db, workspace.id, target.endpointId);
      if (receiver?.active !== 1) throw fail('endpoint_disabled', 'The endpoint is disabled or deleted');
      if (target.status === 'PENDING') throw fail('not_retryable', 'The delivery is waiting for its first attempt');
      const lane = platform.services.deliverer.of(workspace.id, receiver.id);
      if (!(await lane.sendAgain(receiver, target.id))) {
        throw fail('not_retryable', 'The delivery is being sent');
      }
      return findSent(await store.findDelivery(db, workspace.id, target.id));
    },
  }),

  testWebhook: operation({
    method: 'post',
    path: '/api/developers/webhooks/{id}/test',
    scope: 'developers.write',
    summary: 'Send a test event to a webhook endpoint',
    description:
      'Sends the example of the first kind that the endpoint subscribes to once, with `test: true` in its `data`, and ' +
      'returns the delivery with its attempt, even if it failed. The event is not in the event log. Also works on a ' +
      'disabled endpoint.',
    tx: 'none',
    target: endpoint,
    success: 200,
    response: DeliveryDetail,
    errors: ['sending_paused'],
    async run({ db, platform, workspace, target, now }) {
      const receiver = await findEndpointRow(db, workspace.id, target.id);
      if (!receiver) throw new Problem('not_found');
      const row = makeTestDelivery(workspace.id, target, now);
      await platform.services.deliverer.of(workspace.id, target.id).sendOnce(receiver, row);
      return findSent(await store.findDelivery(db, workspace.id, row.id));
    },
  }),
} satisfies Operations;

/** Throws 404 when the retention deleted the delivery in the meantime. */
function findSent(detail: DeliveryDetail | null): DeliveryDetail {
  if (!detail) throw new Problem('not_found');
  return detail;
}
