import type { Workspace } from '../../platform/access/workspaces.ts';
import { dayOf } from '../../platform/text/days.ts';
import { toCents } from '../../platform/text/money.ts';
import type { EventSource } from '../../platform/work/events.ts';
import { givenIn, markOf } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { assertAgent } from '../agents/index.ts';
import { type ContactRow, forCustomers, requireContact } from '../people/index.ts';
import { orderCreated, paymentSucceeded } from './events.ts';
import { assertTotal } from './order-total.ts';
import type { Order, OrderDraft, OrderSource } from './schemas.ts';
import { insertOrder, takeNumber } from './store.ts';
import { orderWords } from './words.ts';

const sourceOf: Record<EventSource, OrderSource> = {
  API: 'API',
  AGENT: 'BOT',
  FLOW: 'BOT',
  CAMPAIGN: 'BOT',
  CHANNEL: 'BOT',
  SYSTEM: 'IMPORT',
  CONSOLE: 'DASHBOARD',
};

const longestName = 100;

/** The name defaults to the customer's. */
type NewOrder = Omit<OrderDraft, 'clientName'> & { clientName?: string | undefined };

/**
 * Creates an order; its source follows from the actor. Throws 400 for an unknown agent, a total that does not add up,
 * and a customer that is missing or refused by `requireContact`. A paid order starts as PREPARING.
 */
export async function createOrder(work: Work, draft: NewOrder): Promise<Order> {
  const { db, workspace, now } = work;
  await assertAgent(db, workspace.id, draft.aiAgentId, 'body.aiAgentId');
  assertTotal({ ...draft, deliveryFee: draft.deliveryFee ?? null });
  const customer = { contactId: draft.contactId, phone: draft.clientPhone };
  const contact = await requireContact(work, customer, 'body.clientPhone', draft.clientName);
  const isPaid = draft.paymentStatus === 'PAID';
  const order = await insertOrder(db, workspace.id, {
    id: work.newId('ord'),
    number: await takeNumber(db, workspace.id),
    ai_agent_id: draft.aiAgentId,
    contact_id: contact.id,
    client_name: draft.clientName ?? nameOf(workspace, contact),
    client_email: draft.clientEmail ?? null,
    items: JSON.stringify(draft.items),
    total_cents: toCents(draft.total),
    delivery_fee_cents: draft.deliveryFee === undefined ? null : toCents(draft.deliveryFee),
    payment_method: draft.paymentMethod ?? null,
    payment_status: draft.paymentStatus,
    address: draft.address ?? null,
    notes: draft.notes ?? null,
    status: isPaid ? 'PREPARING' : 'AWAITING_PAYMENT',
    source: sourceOf[work.actor.source],
    notification: null,
    unconfirmed: markOf(work, null, givenIn(draft)),
    created_day: dayOf(workspace.timezone, now),
    created_at: now,
    updated_at: now,
  });
  await work.emit(orderCreated, order);
  if (isPaid) await work.emit(paymentSucceeded, order);
  return order;
}

const nameOf = ({ language }: Workspace, contact: ContactRow): string =>
  forCustomers(contact).name?.slice(0, longestName) ?? contact.phone ?? orderWords[language].customer;
