import { dateRange } from '../../http/filters.ts';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { pageOf, toPage } from '../../http/paginate.ts';
import { confirmOperation, deleteOperation, readOperation } from '../../http/usual-operations.ts';
import { assertAgentFilter } from '../agents/index.ts';
import { changeOrder } from './change-order.ts';
import { confirmableOrder } from './confirm-order.ts';
import { createOrder } from './create-order.ts';
import { orderDeleted } from './events.ts';
import { orderNotices } from './notify-customer.ts';
import { readOverview, toCounts } from './read-overview.ts';
import {
  Order,
  OrderChanges,
  OrderDraft,
  OrderListQuery,
  OrderOverview,
  OrderOverviewQuery,
  OrderStats,
} from './schemas.ts';
import { countByStatus, deleteOrder, findOrder, listOrders } from './store.ts';

const order = target(Order, ({ db, workspace, params }: TargetContext<'id'>) => findOrder(db, workspace.id, params.id));

const byReference = { errors: ['unknown_reference'], statuses: { unknown_reference: 400 } } as const;

export const orderOperations = {
  listOrders: operation({
    method: 'get',
    path: '/api/orders',
    scope: 'orders.read',
    summary: 'List orders',
    description: '`dateFrom` and `dateTo` apply to the creation date. A search covers the newest 1,000 matches.',
    tx: 'read',
    query: OrderListQuery,
    success: 200,
    response: pageOf(Order),
    ...byReference,
    async run({ db, workspace, query }) {
      await assertAgentFilter(db, workspace.id, query.aiAgentId);
      const filter = { ...query, ...dateRange(workspace.timezone, query) };
      const { rows, total } = await listOrders(db, workspace.id, filter, query);
      return toPage(query, rows, total);
    },
  }),

  createOrder: operation({
    method: 'post',
    path: '/api/orders',
    scope: 'orders.write',
    summary: 'Create an order',
    description:
      'Starts as AWAITING_PAYMENT, or as PREPARING when it is PAID. A repeat with the same `Idempotency-Key` returns ' +
      '200 with the first order. A total that does not add up is 400 `total_mismatch` with `expectedTotal`.',
    tx: 'write',
    words: 'once-confirmed',
    body: OrderDraft,
    success: 201,
    replayStatus: 200,
    response: Order,
    errors: ['unknown_reference', 'total_mismatch'],
    statuses: { unknown_reference: 400 },
    run: ({ body, ...work }) => createOrder(work, body),
  }),

  getOrder: readOperation({
    path: '/api/orders/{id}',
    scope: 'orders.read',
    summary: 'Get an order',
    target: order,
  }),

  updateOrder: operation({
    method: 'patch',
    path: '/api/orders/{id}',
    scope: 'orders.write',
    summary: 'Change an order',
    description:
      'AWAITING_PAYMENT, PREPARING, READY_FOR_PICKUP or OUT_FOR_DELIVERY, COMPLETED: forward, skips allowed; CANCELLED ' +
      'from any but COMPLETED; else 409 `invalid_transition` with what is `allowed`. Payment moves AWAITING_PAYMENT to ' +
      'PREPARING. `notifyClient` sends the client a message in the agent’s language; `notification` has its result, ' +
      'which does not affect the change.',
    tx: 'none',
    target: order,
    body: OrderChanges,
    words: 'once-confirmed',
    sendsAtOnce: ({ notifyClient }) => notifyClient === true,
    success: 200,
    response: Order,
    errors: ['unknown_reference', 'invalid_transition', 'total_mismatch'],
    statuses: { unknown_reference: 404, invalid_transition: 409 },
    async run({ platform, workspace, actor, params, body, write }) {
      const changed = await write((work) => changeOrder(work, params.id, body));
      return body.notifyClient ? orderNotices.sendNow(platform, workspace, actor, changed) : changed;
    },
  }),

  deleteOrder: deleteOperation({
    path: '/api/orders/{id}',
    scope: 'orders.write',
    summary: 'Delete an order',
    description: 'Its number is not reused.',
    target: order,
    words: 'never',
    async remove({ db, workspace, emit }, target) {
      await deleteOrder(db, workspace.id, target.id);
      await emit(orderDeleted, target);
    },
  }),

  confirmOrderEntry: confirmOperation({
    path: '/api/orders/{id}/confirm-entry',
    scope: 'orders.write',
    summary: 'Confirm an assistant’s entries in an order',
    target: order,
    kind: confirmableOrder,
  }),

  getOrderOverview: operation({
    method: 'get',
    path: '/api/orders/overview',
    scope: 'orders.read',
    summary: 'Counts, revenue and average ticket',
    description:
      'Covers the orders that the same filters list. Without dates: all, and by day from the first until today.',
    tx: 'read',
    query: OrderOverviewQuery,
    success: 200,
    response: OrderOverview,
    ...byReference,
    async run({ db, workspace, query, now }) {
      await assertAgentFilter(db, workspace.id, query.aiAgentId);
      return readOverview(db, workspace, { ...query, ...dateRange(workspace.timezone, query) }, now);
    },
  }),

  getOrderStats: operation({
    method: 'get',
    path: '/api/orders/stats',
    scope: 'analytics.read',
    summary: 'Order counts by status',
    tx: 'read',
    success: 200,
    response: OrderStats,
    async run({ db, workspace }) {
      const counts = toCounts(await countByStatus(db, workspace.id));
      return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), byStatus: counts };
    },
  }),
} satisfies Operations;
