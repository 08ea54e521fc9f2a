import { z } from 'zod';
import { Text, template } from '../../platform/text/fill.ts';
import { OrderStatus } from './schemas.ts';

/** Texts for the customer. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const OrderWords = z.strictObject({
  customer: Text.describe('The name on the order of a customer whose name and number are both unknown.'),
  notices: z
    .record(OrderStatus, template('name', 'number'))
    .describe('The status, with the name of the customer and the number of the order.'),
});
export type OrderWords = z.infer<typeof OrderWords>;
