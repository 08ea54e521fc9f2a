import { z } from 'zod';
import { exportCsv, exportNote } from '../../http/export.ts';
import { dateRange } from '../../http/filters.ts';
import { type Operations, operation } from '../../http/operation.ts';
import { Problem } from '../../platform/problem.ts';
import { assertAgentFilter } from '../agents/index.ts';
import { findLatestConversationId } from '../inbox/index.ts';
import { ordersExported } from './events.ts';
import { readBoard } from './read-board.ts';
import { type Order, OrderBoard, OrderExportQuery } from './schemas.ts';
import { countOrders, findOrder, findOrderSeqs, ordersBySeq } from './store.ts';

const columns = [
  ...['number', 'createdAt', 'status', 'clientName', 'clientPhone', 'contactId', 'items', 'deliveryFee', 'total'],
  ...['paymentMethod', 'paymentStatus', 'address', 'notes', 'source', 'updatedAt', 'id'],
];

const toCells = (order: Order) => [
  ...[order.number, order.createdAt, order.status, order.clientName, order.clientPhone, order.contactId],
  order.items.map(({ quantity, name }) => `${quantity} × ${name}`).join('; '),
  ...[order.deliveryFee, order.total, order.paymentMethod, order.paymentStatus, order.address, order.notes],
  ...[order.source, order.updatedAt, order.id],
];

/** What the console's orders screen needs beyond the API. */
export const boardOperations = {
  getOrderBoard: operation({
    method: 'get',
    path: '/owner/orders/board',
    scope: 'console',
    summary: 'Get the orders by status: all that are open, and those that were finished today',
    tx: 'read',
    success: 200,
    response: OrderBoard,
    run: ({ db, workspace, now }) => readBoard(db, workspace, now),
  }),

  countOrdersToPrepare: operation({
    method: 'get',
    path: '/owner/orders/to-prepare',
    scope: 'console',
    summary: 'Count the orders that are being prepared',
    tx: 'read',
    success: 200,
    response: z.object({ count: z.int() }),
    run: async ({ db, workspace }) => ({ count: countOrders(db, workspace.id, { status: ['PREPARING'] }) }),
  }),

  exportOrders: operation({
    method: 'get',
    path: '/owner/orders/export',
    scope: 'owner',
    summary: 'Export orders as CSV',
    description: exportNote,
    tx: 'none',
    dear: { atOnce: 1 },
    steps: 20_000,
    query: OrderExportQuery,
    exports: true,
    success: 200,
    response: { contentType: 'text/csv; charset=utf-8' },
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run(context) {
      const { db, workspace, query: filters } = context;
      await assertAgentFilter(db, workspace.id, filters.aiAgentId);
      const filter = { ...filters, ...dateRange(workspace.timezone, filters) };
      return exportCsv(context, {
        name: 'orders',
        entry: ordersExported,
        columns,
        filters,
        count: async () => countOrders(db, workspace.id, filter),
        findKeys: (limit) => findOrderSeqs(db, workspace.id, filter, limit),
        load: async (seqs) => (await ordersBySeq(db, workspace.id, seqs)).map(toCells),
      });
    },
  }),

  findOrderConversation: operation({
    method: 'get',
    path: '/owner/orders/{id}/conversation',
    scope: 'console',
    summary: 'Get the latest conversation with the customer of an order',
    tx: 'read',
    success: 200,
    response: z.object({ conversationId: z.string().nullable() }),
    errors: ['not_found'],
    async run({ db, workspace, params }) {
      const order = await findOrder(db, workspace.id, params.id);
      if (!order) throw new Problem('not_found');
      return { conversationId: order.contactId && findLatestConversationId(db, workspace.id, order.contactId) };
    },
  }),
} satisfies Operations;
