import type { Area } from '../../http/area.ts';
import { countRows, moveRows, registerAgentData } from '../agents/index.ts';
import { orderOperations } from './operations.ts';

export { createOrder } from './create-order.ts';
export { totalCents } from './order-total.ts';
export { orderSummary } from './store.ts';

registerAgentData({ kind: 'orders', table: 'orders', count: countRows('orders'), reassign: moveRows('orders') });

export const orders = { name: 'orders', title: 'Orders', operations: orderOperations } satisfies Area;
