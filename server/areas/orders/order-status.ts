import { Problem } from '../../platform/problem.ts';
import type { OrderStatus } from './schemas.ts';

/** Forward only, with skips allowed; READY_FOR_PICKUP and OUT_FOR_DELIVERY are alternatives. */
const next: Record<OrderStatus, OrderStatus[]> = {
  AWAITING_PAYMENT: ['PREPARING', 'READY_FOR_PICKUP', 'OUT_FOR_DELIVERY', 'COMPLETED', 'CANCELLED'],
  PREPARING: ['READY_FOR_PICKUP', 'OUT_FOR_DELIVERY', 'COMPLETED', 'CANCELLED'],
  READY_FOR_PICKUP: ['COMPLETED', 'CANCELLED'],
  OUT_FOR_DELIVERY: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
};

/** What may follow a status. */
export const followersOf = (status: OrderStatus): OrderStatus[] => next[status];

/** Throws 409 `invalid_transition` with the allowed statuses unless `to` may follow `from`. */
export function assertTransition(from: OrderStatus, to: OrderStatus): void {
  const allowed = next[from];
  if (from === to || allowed.includes(to)) return;
  const detail = `An order that is ${from} can become ${allowed.join(', ') || 'nothing else'}`;
  throw new Problem('invalid_transition', detail, { extra: { allowed } });
}
