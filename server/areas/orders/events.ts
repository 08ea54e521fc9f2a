import { ExportEntry } from '../../http/export.ts';
import { defineLogEntry, eventsAbout } from '../../platform/work/define-event.ts';
import { story, storyTimes } from '../event-story.ts';
import { Order } from './schemas.ts';

const { ids, contact, address } = story;

const order: Order = {
  id: 'ord_01kbmzc5t1e8h3k6n9q2r4s7vw',
  aiAgentId: ids.agent,
  clientName: contact.name,
  contactId: ids.contact,
  clientPhone: contact.phone,
  clientEmail: null,
  number: 1284,
  items: [{ name: 'Margherita grande', quantity: 1, unitPrice: 62, catalogItemId: null, notes: null }],
  total: 70,
  paymentMethod: 'PIX',
  paymentStatus: 'PENDING',
  address,
  deliveryFee: 8,
  notes: 'Sem cebola',
  status: 'AWAITING_PAYMENT',
  source: 'BOT',
  notification: null,
  unconfirmed: null,
  ...storyTimes,
};
const paid: Order = { ...order, paymentStatus: 'PAID', status: 'PREPARING' };

const orderEvent = eventsAbout('Orders', Order);
const paymentEvent = eventsAbout('Payments', Order);

export const orderCreated = orderEvent('order.created', 'An order was created.', { source: 'AGENT', data: order });
export const orderUpdated = orderEvent('order.updated', 'An order was changed; `previous` has the former values.', {
  source: 'CONSOLE',
  data: { ...paid, status: 'OUT_FOR_DELIVERY' },
  previous: { status: 'PREPARING' },
});
export const orderDeleted = orderEvent('order.deleted', 'An order was deleted; `data` is its last state.', {
  source: 'CONSOLE',
  data: order,
});
export const paymentSucceeded = paymentEvent('payment.succeeded', 'The payment status of an order became PAID.', {
  source: 'API',
  data: paid,
  previous: { paymentStatus: 'PENDING' },
});
export const paymentFailed = paymentEvent('payment.failed', 'An unpaid order was cancelled, or its payment failed.', {
  source: 'API',
  data: { ...order, status: 'CANCELLED' },
});

export const ordersExported = defineLogEntry('orders.exported', ExportEntry);
