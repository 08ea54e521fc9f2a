import type { Area } from '../../http/area.ts';
import { orderOperations } from './operations.ts';

export { createOrder } from './create-order.ts';
export { orderSummary } from './store.ts';

export const orders: Area = { name: 'orders', title: 'Orders', operations: orderOperations };
