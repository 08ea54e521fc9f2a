import { type Area, asJob } from '../../http/area.ts';
import { updateSomeRows } from '../../platform/database/workspace-rows.ts';
import { boardOperations } from './board.operations.ts';
import { confirmableOrder } from './confirm-order.ts';
import { anonymizeOrders, listOrderIds } from './erase-customer.ts';
import { orderNotices } from './notify-customer.ts';
import { orderOperations } from './operations.ts';
import { searchOrders } from './search-orders.ts';

export { changeOrder } from './change-order.ts';
export { createOrder } from './create-order.ts';
export { totalCents } from './order-total.ts';
export { toCounts } from './read-overview.ts';
export { countLateOrders, sumOrders } from './read-today.ts';
export { type Order, OrderStatus } from './schemas.ts';
export { orderSummary, ordersOf } from './store.ts';

export const orders = {
  name: 'orders',
  title: 'Orders',
  about: 'What customers ordered, from the first item to the delivery.',
  operations: orderOperations,
  ownerOperations: boardOperations,
  jobs: [asJob(orderNotices.sendHeld)],
  provides: {
    confirmable: [confirmableOrder],
    searchable: [searchOrders],
    textIndex: [{ index: 'order_search', table: 'orders', row: 'seq' }],
    agentData: [{ kind: 'orders', table: 'orders', column: 'ai_agent_id', reassign: true }],
    contactMarks: [listOrderIds],
    booksAnonymized: [anonymizeOrders],
    contactJoined: [({ rows, gone, kept }) => rows.move('orders', { contact_id: gone.id }, { contact_id: kept.id })],
    // The books keep the order.
    contactDeleted: [
      ({ db, workspace }, { id }) =>
        updateSomeRows(db, 'orders', workspace.id, { contact_id: id }, { contact_id: null }),
    ],
  },
} satisfies Area;
