import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { cursorPageOf, cursorQuery, takePage } from '../../../http/paginate.ts';
import { Problem } from '../../../platform/problem.ts';
import { eventKinds } from '../../events.ts';
import { assertKnownEndpoint } from '../endpoints/assert-known-endpoint.ts';
import { findEndpoint, findEndpointRow } from '../endpoints/endpoints.store.ts';
import { Delivery, DeliveryDetail, deliveryStatuses, WebhookEndpoint } from '../schemas.ts';
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
    summary: 'List the webhook deliveries',
    description: 'Newest first. Deliveries are kept for 30 days, also those of endpoints that were deleted.',
    tx: 'read',
    query: z.object({
      ...cursorQuery,
      endpointId: z.string().max(64).optional(),
      status: z.enum(deliveryStatuses).optional(),
      event: z.enum(eventKinds).optional(),
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

  getDelivery: operation({
    method: 'get',
    path: '/api/developers/deliveries/{id}',
    scope: 'developers.read',
    summary: 'Read a webhook delivery with every attempt',
    tx: 'read',
    target: delivery,
    success: 200,
    response: DeliveryDetail,
    run: async ({ target }) => target,
  }),

  retryDelivery: operation({
    method: 'post',
    path: '/api/developers/deliveries/{id}/retry',
    scope: 'developers.write',
    summary: 'Send a webhook delivery again now',
    description:
      'Waits for the attempt, 15 s at most, and answers the delivery with it, under the same `webhook-id`. An attempt ' +
      'that fails leaves status and schedule as they are. What has not been sent yet, or is being sent right now, ' +
      'is 409 `not_retryable`; with its endpoint off or deleted, 409 `endpoint_disabled`.',
    tx: 'none',
    target: delivery,
    success: 200,
    response: DeliveryDetail,
    errors: ['not_retryable', 'endpoint_disabled', 'sending_paused'],
    async run({ db, platform, workspace, target, fail }) {
      const receiver = await findEndpointRow(db, workspace.id, target.endpointId);
      if (receiver?.active !== 1) throw fail('endpoint_disabled', 'The endpoint is switched off or deleted');
      if (target.status === 'PENDING')
        throw fail('not_retryable', 'The delivery is about to be sent for the first time');
      const lane = platform.services.deliverer.of(workspace.id, receiver.id);
      if (!(await lane.sendAgain(receiver, target.id))) {
        throw fail('not_retryable', 'The delivery is being sent right now');
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
      'Sends the example of the first kind that the endpoint subscribes to, with `test: true` in its `data`, once, and ' +
      'answers the delivery: its attempt tells what the receiver said, also when that was a failure. The event is not ' +
      'in the event log. It works on an endpoint that is switched off, too.',
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

/** The retention could have deleted it meanwhile. */
function findSent(detail: DeliveryDetail | null): DeliveryDetail {
  if (!detail) throw new Problem('not_found');
  return detail;
}
