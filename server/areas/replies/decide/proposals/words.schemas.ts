import { z } from 'zod';
import { Text, template } from '../../../../platform/text/fill.ts';

/** What the program says about an order or a booking before and after the customer's yes. */
export const ProposalWords = z.strictObject({
  line: template('quantity', 'name', 'price', 'total'),
  total: template('total'),
  address: template('address'),
  payment: template('payment'),
  name: template('name'),
  notes: template('notes'),
  order: Text,
  booking: Text,
  askOrder: Text,
  askBooking: Text,
  at: template('day', 'time'),
  ordered: template('number', 'total'),
  booked: template('service', 'when'),
  changed: Text,
  gone: Text,
  taken: Text,
  noneLeft: Text,
  dropped: Text,
  payments: z.strictObject({ PIX: Text, CREDIT_CARD: Text, DEBIT_CARD: Text, CASH: Text, BOLETO: Text }),
});
export type ProposalWords = z.output<typeof ProposalWords>;
