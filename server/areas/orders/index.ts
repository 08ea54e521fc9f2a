import type { Area } from '../../http/area.ts';
import { countRows, moveRows } from '../agents/index.ts';
import { orderOperations } from './operations.ts';

export { createOrder } from './create-order.ts';
export { totalCents } from './order-total.ts';
export { orderSummary } from './store.ts';

export const orders = {
  name: 'orders',
  title: 'Orders',
  operations: orderOperations,
  provides: {
    agentData: [{ kind: 'orders', table: 'orders', count: countRows('orders'), reassign: moveRows('orders') }],
  },
} satisfies Area;
