import { Problem } from '../../platform/problem.ts';
import { fromCents, toCents } from '../../platform/text/money.ts';
import type { Order } from './schemas.ts';

/**
 * The total of an order in cents: the sum of quantity times unit price, rounded to the cent once (half up), plus the
 * delivery fee. Computed in whole thousandths and cents: quantities have at most three decimal places.
 */
export function totalCents(order: Pick<Order, 'items' | 'deliveryFee'>): number {
  const thousandths = order.items.reduce(
    (sum, item) => sum + BigInt(Math.round(item.quantity * 1_000)) * BigInt(toCents(item.unitPrice)),
    0n,
  );
  return Number((thousandths + 500n) / 1_000n) + toCents(order.deliveryFee ?? 0);
}

/** Throws 400 `total_mismatch` with the expected total unless the order adds up to the cent. */
export function assertTotal(order: Pick<Order, 'items' | 'deliveryFee' | 'total'>): void {
  const expected = totalCents(order);
  if (toCents(order.total) === expected) return;
  const expectedTotal = fromCents(expected);
  const message = `The items and the delivery fee add up to ${expectedTotal.toFixed(2)}`;
  throw new Problem('total_mismatch', message, {
    errors: [{ field: 'body.total', code: 'total_mismatch', message }],
    extra: { expectedTotal },
  });
}
