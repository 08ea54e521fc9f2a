import { Problem } from '../../platform/problem.ts';
import { toCents } from '../../platform/text/money.ts';
import { markOf, withoutUnconfirmed } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { isHeldNotice, keepNotice } from '../inbox/index.ts';
import { type CustomerReference, requireContact } from '../people/index.ts';
import { resumeOrder } from './confirm-order.ts';
import { orderUpdated, paymentFailed, paymentSucceeded } from './events.ts';
import { assertTransition } from './order-status.ts';
import { assertTotal } from './order-total.ts';
import type { Order, OrderChanges } from './schemas.ts';
import { findOrder, updateOrder } from './store.ts';

/**
 * Changes an order and emits `order.updated`, and the payment event where there is one; emits nothing without a
 * difference. Throws 409 for a status that may not follow, 400 for a total that does not add up and a customer that
 * `requireContact` refuses.
 */
export async function changeOrder(work: Work, id: string, body: OrderChanges): Promise<Order> {
  const before = await findOrder(work.db, work.workspace.id, id);
  if (!before) throw new Problem('not_found');
  const { notifyClient, clientPhone, contactId, ...wishes } = body;
  const wanted: Order = { ...before, ...wishes };
  Object.assign(wanted, await readCustomer(work, { contactId, phone: clientPhone }, wanted.clientName));
  assertTransition(before.status, wanted.status);
  if (wishes.items || wishes.total !== undefined || wishes.deliveryFee !== undefined) assertTotal(wanted);
  const becamePaid = before.paymentStatus !== 'PAID' && wanted.paymentStatus === 'PAID';
  if (becamePaid && wanted.status === 'AWAITING_PAYMENT') wanted.status = 'PREPARING';

  const previous = changedFields(before, wanted);
  const notice = keepNotice(before, { status: wanted.status, notifyClient });
  const notification = notice && JSON.stringify(notice);
  if (Object.keys(previous).length === 0) {
    const isWithdrawn = isHeldNotice(before.notification) && !notice;
    return isWithdrawn ? updateOrder(work.db, work.workspace.id, id, { notification }) : before;
  }
  const order = await updateOrder(work.db, work.workspace.id, id, {
    contact_id: wanted.contactId,
    client_name: wanted.clientName,
    items: JSON.stringify(wanted.items),
    total_cents: toCents(wanted.total),
    delivery_fee_cents: wanted.deliveryFee === null ? null : toCents(wanted.deliveryFee),
    payment_method: wanted.paymentMethod,
    payment_status: wanted.paymentStatus,
    address: wanted.address,
    notes: wanted.notes,
    status: wanted.status,
    notification,
    unconfirmed: markOf(work, before.unconfirmed, Object.keys(previous)),
    updated_at: work.now,
  });
  await work.emit(orderUpdated, order, withoutUnconfirmed(previous, before.unconfirmed));
  if (before.unconfirmed && !order.unconfirmed) await resumeOrder(work, order);
  await emitPayment(work, before, order);
  return order;
}

/** The customer that the changes name; nothing if they name none. */
async function readCustomer(
  work: Work,
  customer: CustomerReference,
  name: string,
): Promise<Partial<Pick<Order, 'contactId' | 'clientPhone'>>> {
  if ((customer.contactId ?? customer.phone) === undefined) return {};
  const contact = await requireContact(work, customer, 'body.clientPhone', name);
  return { contactId: contact.id, clientPhone: contact.phone };
}

async function emitPayment(work: Work, before: Order, order: Order): Promise<void> {
  const becamePaid = before.paymentStatus !== 'PAID' && order.paymentStatus === 'PAID';
  if (becamePaid) await work.emit(paymentSucceeded, order, { paymentStatus: before.paymentStatus });
  const wasCancelled = before.status !== 'CANCELLED' && order.status === 'CANCELLED';
  if (wasCancelled && order.paymentStatus === 'PENDING') {
    await work.emit(paymentFailed, order, { status: before.status });
  }
}

/** The previous values of the fields that differ. */
function changedFields(before: Order, after: Order): Partial<Order> {
  const entries = Object.entries(before) as [keyof Order, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key])));
}
