import { dayMs, hourMs } from '../../../server/platform/durations.ts';
import { blocks, draw, idOf, isAmongNewest, nameOf, perBlock, phoneOf, timeIn, toText } from './history.ts';
import type { Tables } from './tables.ts';

/** The shop works on this many orders, however long it has worked. */
const openOrders = 60;
const openStatuses = ['AWAITING_PAYMENT', 'PREPARING', 'READY_FOR_PICKUP', 'OUT_FOR_DELIVERY'] as const;
/** People book some days before. */
const bookedBeforeMs = 3 * dayMs;

/** Orders, appointments and leads of a block. */
export function addSales(tables: Tables, block: number): void {
  for (let place = 0; place < perBlock.orders; place++) addOrder(tables, block, place);
  for (let place = 0; place < perBlock.appointments; place++) addAppointment(tables, block, place);
  for (let place = 0; place < perBlock.leads; place++) addLead(tables, block, place);
}

/** Whoever is at this place among the contacts of the block. */
const personAt = (block: number, place: number) => ({
  contactId: idOf('ct', block * perBlock.contacts + place),
  name: nameOf(block, place),
  phone: phoneOf(block, place),
});

function statusOf(number: number): string {
  const closed = number % 12 === 0 ? 'CANCELLED' : 'COMPLETED';
  const isOpen = isAmongNewest(openOrders, number, perBlock.orders);
  return isOpen ? (openStatuses[number % openStatuses.length] ?? closed) : closed;
}

function addOrder(tables: Tables, block: number, place: number): void {
  const { workspaceId, agentId } = tables.shop;
  const number = block * perBlock.orders + place;
  const { contactId, name } = personAt(block, place);
  const at = toText(timeIn(block, place / perBlock.orders));
  const cents = 1_000 + Math.floor(draw(number, 6) * 20_000);
  tables.insert('orders', {
    seq: number + 1,
    id: idOf('order', number),
    workspace_id: workspaceId,
    number: number + 1,
    ai_agent_id: agentId,
    contact_id: contactId,
    client_name: name,
    items: JSON.stringify([
      { name: 'Pizza', quantity: 1, unitPrice: cents / 100, catalogItemId: null, notes: null },
      { name: 'Refrigerante', quantity: 2, unitPrice: 0, catalogItemId: null, notes: null },
    ]),
    total_cents: cents,
    payment_method: 'PIX',
    payment_status: number % 12 === 0 ? 'PENDING' : 'PAID',
    status: statusOf(number),
    source: place % 4 === 0 ? 'DASHBOARD' : 'BOT',
    created_day: tables.dayOf(at),
    created_at: at,
    updated_at: at,
  });
  tables.index('order_search', number + 1, `${name} ${number + 1}`);
  if (place % 4 === 0) return;
  tables.count('reply_counters', at, 'sale');
  tables.count('reply_counters', at, 'sale_cents', cents);
}

function addAppointment(tables: Tables, block: number, place: number): void {
  const { workspaceId, agentId } = tables.shop;
  const number = block * perBlock.appointments + place;
  const { contactId, name } = personAt(block, place);
  const bookedMs = timeIn(block, place / perBlock.appointments);
  const startMs = bookedMs + bookedBeforeMs;
  const hasBeen = startMs < timeIn(blocks, 0);
  tables.insert('appointments', {
    seq: number + 1,
    id: idOf('appt', number),
    workspace_id: workspaceId,
    ai_agent_id: agentId,
    title: 'Mesa',
    start_time: toText(startMs),
    end_time: toText(startMs + hourMs),
    status: number % 15 === 0 ? 'CANCELLED' : hasBeen ? 'COMPLETED' : 'CONFIRMED',
    source: 'BOT',
    contact_id: contactId,
    client_name: name,
    outside_business_hours: 0,
    created_at: toText(bookedMs),
    updated_at: toText(bookedMs),
  });
  tables.index('appointment_search', number + 1, `Mesa ${name}`);
  tables.count('reply_counters', toText(bookedMs), 'appointment');
}

function addLead(tables: Tables, block: number, place: number): void {
  const { workspaceId, agentId } = tables.shop;
  const number = block * perBlock.leads + place;
  // Half of them have ordered.
  const person = place + perBlock.orders / 2;
  const name = nameOf(block, person);
  const at = toText(timeIn(block, place / perBlock.leads));
  tables.insert('leads', {
    seq: number + 1,
    id: idOf('lead', number),
    workspace_id: workspaceId,
    ai_agent_id: agentId,
    contact_id: idOf('ct', block * perBlock.contacts + person),
    name,
    tags: '["orçamento"]',
    data: '{}',
    created_at: at,
    updated_at: at,
  });
  tables.index('lead_search', number + 1, name);
}
