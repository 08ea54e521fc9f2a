import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

export type Order = Result<'getOrder'>;
export type OrderStatus = Order['status'];
export type OrderItem = Order['items'][number];
export type Board = Result<'getOrderBoard'>;

/** In the order of their work. */
export const statuses = [
  'AWAITING_PAYMENT',
  'PREPARING',
  'READY_FOR_PICKUP',
  'OUT_FOR_DELIVERY',
  'COMPLETED',
  'CANCELLED',
] as const satisfies OrderStatus[];

export const paymentMethods = ['PIX', 'CREDIT_CARD', 'DEBIT_CARD', 'CASH', 'BOLETO'] as const satisfies NonNullable<
  Order['paymentMethod']
>[];

export const boardQuery = operationQuery('getOrderBoard');
export const orderQuery = (id: string) => operationQuery('getOrder', { path: { id } });

/** An order without an address is fetched by the customer. */
export const isDelivery = ({ address }: Pick<Order, 'address'>): boolean => address !== null && address.trim() !== '';

/** The shop works on these; the others wait for the customer or are done. */
const atWork: OrderStatus[] = ['PREPARING', 'OUT_FOR_DELIVERY'];

/** Whether the shop has left an order at work alone for too long. */
export const isLate = ({ status, updatedAt }: Order, lateAfterMinutes: number, now: number): boolean =>
  atWork.includes(status) && now - Date.parse(updatedAt) >= lateAfterMinutes * 60_000;

/** The status that usually follows; null after the last. */
export function usualNext(order: Order): OrderStatus | null {
  if (order.status === 'AWAITING_PAYMENT') return 'PREPARING';
  if (order.status === 'PREPARING') return isDelivery(order) ? 'OUT_FOR_DELIVERY' : 'READY_FOR_PICKUP';
  return order.status === 'COMPLETED' || order.status === 'CANCELLED' ? null : 'COMPLETED';
}

/**
 * Total of an order, as the server adds it up: the sum of quantity times unit price, rounded to the cent once (half up),
 * plus the delivery fee. In whole thousandths and cents: quantities have at most three decimals.
 */
export function totalOf(items: Pick<OrderItem, 'quantity' | 'unitPrice'>[], deliveryFee: number): number {
  const thousandths = items.reduce(
    (sum, { quantity, unitPrice }) => sum + BigInt(Math.round(quantity * 1_000)) * BigInt(Math.round(unitPrice * 100)),
    0n,
  );
  return (Number((thousandths + 500n) / 1_000n) + Math.round(deliveryFee * 100)) / 100;
}
