import type { z } from 'zod';
import { fromCents } from '../../../../platform/text/money.ts';
import { totalCents } from '../../../orders/index.ts';
import type { ReplyContext } from '../../reply.ts';
import type { OrderInput } from './proposal.schemas.ts';

/** An order at the current prices of its items; null if one of them is not for sale. */
export function priceOrder({ items }: Pick<ReplyContext, 'items'>, input: z.output<typeof OrderInput>) {
  const lines = input.items.flatMap(({ itemId, quantity, notes }) => {
    const item = items.find(({ id, active }) => id === itemId && active);
    return item
      ? [{ name: item.name, quantity, unitPrice: item.price, catalogItemId: item.id, notes: notes ?? null }]
      : [];
  });
  if (lines.length < input.items.length) return null;
  return { items: lines, total: fromCents(totalCents({ items: lines, deliveryFee: null })) };
}
