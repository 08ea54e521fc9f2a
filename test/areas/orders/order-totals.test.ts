import fc from 'fast-check';
import { expect, test } from 'vitest';
import { totalCents } from '../../../server/areas/orders/order-total.ts';
import { openWorkspace } from '../../support/server/app.ts';
import { makeAgent, pizzas } from '../../support/shop/sales.ts';

/** The total in whole thousandths and cents, without a float. */
const line = fc.record({
  thousandths: fc.integer({ min: 1, max: 1_000_000_000 }),
  cents: fc.integer({ min: 0, max: 999_999 }),
});

test('the total is exact to the cent and rounded once', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 50 }), fc.integer({ min: 0, max: 99_999 }), (lines, fee) => {
      const items = lines.map(({ thousandths, cents }) => ({
        name: 'x',
        quantity: thousandths / 1_000,
        unitPrice: cents / 100,
        catalogItemId: null,
        notes: null,
      }));
      const exact = lines.reduce((sum, entry) => sum + BigInt(entry.thousandths) * BigInt(entry.cents), 0n);
      const rounded = exact / 1_000n + (exact % 1_000n >= 500n ? 1n : 0n);
      expect(BigInt(totalCents({ items, deliveryFee: fee / 100 }))).toBe(rounded + BigInt(fee));
    }),
  );
});

test('whole quantities and cents accept exactly their total and no other', async () => {
  const { api } = await openWorkspace();
  const agent = await makeAgent(api);
  const wholeLine = fc.record({
    quantity: fc.integer({ min: 1, max: 99 }),
    cents: fc.integer({ min: 0, max: 99_999 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(wholeLine, { minLength: 1, maxLength: 10 }), async (lines) => {
      const items = lines.map(({ quantity, cents }) => ({ name: 'x', quantity, unitPrice: cents / 100 }));
      const total = lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0) / 100;
      const taken = await api.post('/api/orders', pizzas(agent, { items, total }));
      expect(taken).toMatchObject({ status: 201, body: { total } });
      const off = await api.post('/api/orders', pizzas(agent, { items, total: Math.round(total * 100 + 1) / 100 }));
      expect(off).toMatchObject({ status: 400, body: { expectedTotal: total } });
    }),
    { numRuns: 30 },
  );
});
