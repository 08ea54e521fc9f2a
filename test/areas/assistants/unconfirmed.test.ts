import { expect, test } from 'vitest';
import { signIn } from '../../support/server/console.ts';
import { openAssistant } from '../../support/shop/assistant.ts';
import { bind, install, jobsOf } from '../../support/shop/integrations.ts';
import { hasMarker, markedBody, marker } from '../../support/shop/marked.ts';
import { haircut, pizzas } from '../../support/shop/sales.ts';
import { hourMs, maria, must, openFlows, say } from '../flows/support.ts';
import { confirmAt, openOrder } from './support.ts';

const joao = '+5521998765432';
const startTime = '2026-11-21T11:30';
const endTime = '2026-11-21T12:00';

/** Every field of an event that a template can insert. */
const allFields = [
  ...['clientName', 'clientEmail', 'notes', 'address', 'title', 'name', 'email', 'contactName', 'contact_name'],
  ...['assignedTo', 'handoffType', 'status', 'stageId'],
]
  .map((field) => `{{event.${field}}}`)
  .join(' ');

const kinds = [
  ...['order.created', 'order.updated', 'order.deleted', 'appointment.created', 'appointment.updated'],
  ...['lead.captured', 'crm.card.created', 'crm.card.updated', 'crm.card.moved'],
  ...['conversation.status.changed', 'conversation.resolved', 'conversation.escalated'],
];

/** A shop that sends as much as possible: flows for every event and keyword, reminders and an agent. */
async function openTalkative() {
  const flows = await openFlows({ published: true, agent: { behavior: { appointmentReminderMinutes: 60 } } });
  for (const kind of kinds) {
    await flows.launch([say('a', `${kind} ${allFields} {{contact.name}} {{contact.email}}`)], {
      type: 'event',
      event: kind,
    });
  }
  await flows.launch([say('a', 'Olá {{contact.name}} {{contact.email}}')]);
  await flows.says('oi');
  const careful = await openAssistant(flows.shop, { mayWriteToCustomers: false, mayDelete: true });
  /** Calls a write as the assistant, with the marker in every text. Throws if it is refused. */
  const write = async (operationId: string, route: string, given: object, parameters: object = {}) => {
    const body = markedBody(route, given as Record<string, unknown>);
    const { isError, value } = await careful.use('call_write', { operationId, parameters, body });
    if (isError) throw new Error(`${operationId}: ${JSON.stringify(value)}`);
    return value;
  };
  const owner = await signIn(flows.shop);
  const waiting = async () => (await owner.get('/owner/unconfirmed')).body.data;
  const marked = async () => [...(await flows.heard()), ...(await flows.heard(joao))].filter(hasMarker);
  return { ...flows, careful, write, owner, waiting, marked };
}

const placeOf: Record<string, (entry: { id: string; key: string }) => string> = {
  order: ({ id }) => `/api/orders/${id}`,
  appointment: ({ id }) => `/api/appointments/${id}`,
  lead: ({ id }) => `/api/leads/${id}`,
  card: ({ id }) => `/api/crm/cards/${id}`,
  contact: ({ id }) => `/api/contacts/${id}`,
};

/** Writes the marker with every confirmable operation; returns these operations. */
async function writeEverywhere({ write, agentId, api }: Awaited<ReturnType<typeof openTalkative>>) {
  const pipeline = (await must(api.post('/api/crm/pipelines', { name: 'Vendas' }))).body;
  const [first, second] = pipeline.stages;
  const aiAgentId = agentId;
  const items = [{ name: marker, notes: marker, quantity: 2, unitPrice: 45.9 }];
  const phones = { clientPhone: maria };
  const order = { aiAgentId, ...phones, items, total: 91.8, deliveryFee: 0 };
  const { id: orderId } = await write('createOrder', 'POST /api/orders', order);
  await write(
    'updateOrder',
    'PATCH /api/orders/{id}',
    { items, total: 91.8, deliveryFee: 0, notes: `${marker} 2` },
    { id: orderId },
  );
  const slot = { aiAgentId, ...phones, startTime, endTime };
  const { id: appointmentId } = await write('createAppointment', 'POST /api/appointments', slot);
  await write('updateAppointment', 'PATCH /api/appointments/{id}', { title: `${marker} 2` }, { id: appointmentId });
  const { id: leadId } = await write('createLead', 'POST /api/leads', { aiAgentId, phone: maria });
  await write('updateLead', 'PATCH /api/leads/{id}', { name: `${marker} 2` }, { id: leadId });
  const deal = { pipelineId: pipeline.id, stageId: first.id, contactPhone: maria };
  const { id: cardId } = await write('createCrmCard', 'POST /api/crm/cards', deal);
  await write('updateCrmCard', 'PATCH /api/crm/cards/{id}', { title: `${marker} 2` }, { id: cardId });
  await write('moveCrmCard', 'POST /api/crm/cards/{id}/move', { toStageId: second.id }, { id: cardId });
  await write('commentOnCrmCard', 'POST /api/crm/cards/{id}/comments', {}, { id: cardId });
  await write('updateContact', 'PATCH /api/contacts/{phone}', { optedOut: undefined }, { phone: maria });
  await write('replaceContactTags', 'PATCH /api/contacts/{phone}/tags', { tags: [marker] }, { phone: maria });
  await write('createContact', 'POST /api/contacts', { phone: joao });
}

test('a marker that an assistant writes into every text reaches no phone before a person confirms it, and does afterwards', async () => {
  const shop = await openTalkative();
  const { careful, says, pass, rest, marked, waiting, owner, heard } = shop;
  await writeEverywhere(shop);
  const conversation = await shop.conversationId();
  for (const status of ['HANDED_OFF', 'ACTIVE', 'RESOLVED', 'ACTIVE']) {
    await careful.use('change_conversation', { conversationId: conversation, status });
  }
  await rest();
  await says('oi');
  await says('Qual é o meu nome?');
  await says('oi', joao, {});
  await pass(hourMs);
  expect(await marked()).toEqual([]);
  expect((await heard()).filter((text) => kinds.some((kind) => text.startsWith(kind)))).toEqual([]);

  const entries = await waiting();
  const found = entries.map(({ kind }: { kind: string }) => kind).sort();
  expect(found).toEqual(['appointment', 'card', 'contact', 'contact', 'lead', 'order']);
  for (const entry of entries)
    await must(owner.post(`${placeOf[entry.kind]?.(entry)}/confirm-entry`, { at: entry.unconfirmed.at }));
  await rest();
  await says('oi');
  const texts = await heard();
  for (const kind of ['order.created', 'order.updated', 'appointment.created', 'lead.captured', 'crm.card.moved']) {
    expect(texts.filter((text) => text.startsWith(kind) && hasMarker(text))).toHaveLength(1);
  }
  expect(texts.at(-1)).toBe(`Olá ${marker} zqxmarca@example.com`);
  expect(await waiting()).toEqual([]);
});

test('a reminder that came due waits for a person, and follows once', async () => {
  const { shop, api, agentId, clock, rest, pass, heard, says } = await openFlows({
    agent: { behavior: { appointmentReminderMinutes: 60 } },
  });
  await says('Bom dia');
  const careful = await openAssistant(shop, { mayWriteToCustomers: false });
  const body = haircut(agentId, { startTime, endTime, title: marker, clientPhone: maria });
  const { value } = await careful.use('call_write', { operationId: 'createAppointment', body });
  // It is nine; the reminder is due at half past ten.
  await pass(1.75 * hourMs);
  expect(await heard()).toEqual([]);
  await confirmAt(api, `/api/appointments/${value.id}`);
  await rest();
  expect(await heard()).toEqual([expect.stringContaining(marker)]);
  await confirmAt(api, `/api/appointments/${value.id}`);
  await rest();
  clock.advance(hourMs);
  await rest();
  expect(await heard()).toHaveLength(1);
});

test('a reminder is not sent when a person confirms the appointment after it has begun', async () => {
  const { shop, api, agentId, rest, pass, heard, says, launch } = await openFlows({
    agent: { behavior: { appointmentReminderMinutes: 60 } },
  });
  await launch([say('a', 'Marcado: {{event.title}}')], { type: 'event', event: 'appointment.created' });
  await says('Bom dia');
  const careful = await openAssistant(shop, { mayWriteToCustomers: false });
  const body = haircut(agentId, { startTime, endTime, clientPhone: maria });
  const { value } = await careful.use('call_write', { operationId: 'createAppointment', body });
  await pass(3 * hourMs);
  await confirmAt(api, `/api/appointments/${value.id}`);
  await rest();
  expect(await heard()).toEqual([]);
});

test('the record names the key, the time and the fields; a field replaced by a person is confirmed', async () => {
  const { api, path, shop, careful } = await openOrder();
  const { body } = await api.get(path);
  expect(body.unconfirmed).toEqual({
    by: expect.any(String),
    at: expect.any(String),
    fields: expect.arrayContaining(['clientName', 'items', 'total']),
  });
  const [created] = await shop.events('order.created');
  expect(body.unconfirmed.by).toBe(created?.actorName);
  const changed = (await must(api.patch(path, { clientName: 'Maria José' }))).body;
  expect(changed.unconfirmed.fields).not.toContain('clientName');
  expect(changed.unconfirmed.fields).toContain('items');
  const { value } = await careful.use('change_order', { orderId: body.id, status: 'PREPARING' });
  expect(value.unconfirmed.fields).toContain('status');
});

test('customers read what a person corrected, and never the previous text', async () => {
  const { api, path, rest, heard, shop } = await openOrder();
  await must(api.patch(path, { clientName: 'Maria José' }));
  await rest();
  expect(await heard()).toEqual([]);
  await confirmAt(api, path);
  await rest();
  expect(await heard()).toEqual(['Pedido de Maria José']);
  const [updated] = await shop.events('order.updated');
  expect(JSON.stringify(updated?.previous)).not.toContain(marker);
  expect(await shop.events('entry.confirmed')).toHaveLength(1);
});

test('a notice that a person asks for waits until the order is confirmed, and is sent once then', async () => {
  const { api, path, rest, heard } = await openOrder();
  const { body } = await must(api.patch(path, { status: 'PREPARING', notifyClient: true }));
  expect(body.notification).toEqual({ status: 'WAITING', reason: 'unconfirmed', messageId: null });
  await rest();
  expect(await heard()).toEqual([]);
  await confirmAt(api, path);
  await rest();
  const told = (await heard()).filter((text) => !text.startsWith('Pedido de'));
  expect(told).toEqual([expect.stringContaining(marker)]);
  expect((await api.get(path)).body.notification.status).toBe('SENT');
});

test('nobody confirms what the assistant entered after they looked', async () => {
  const { api, path, careful, rest, heard, clock } = await openOrder();
  const { unconfirmed } = (await api.get(path)).body;
  clock.advance(1_000);
  const parameters = { id: path.split('/').at(-1) };
  await careful.use('call_write', { operationId: 'updateOrder', parameters, body: { clientName: `${marker} 2` } });
  const refused = await api.post(`${path}/confirm-entry`, { at: unconfirmed.at });
  expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed']);
  expect((await api.post(`${path}/confirm-entry`)).status).toBe(400);
  await rest();
  expect(await heard()).toEqual([]);
  await confirmAt(api, path);
  await rest();
  expect(await heard()).toEqual([`Pedido de ${marker} 2`]);
});

test('an unconfirmed order that a person deletes is never announced', async () => {
  const { api, path, rest, heard, launch } = await openOrder();
  await launch([say('a', 'Apagado: {{event.clientName}}')], { type: 'event', event: 'order.deleted' });
  await must(api.delete(path));
  await rest();
  expect(await heard()).toEqual([]);
});

test('a binding receives what an assistant entered once a person has confirmed it', async () => {
  const { api, shop, path, agentId, careful, rest } = await openOrder();
  const { id } = await install(api, 'crm');
  const pipeline = (await api.post('/api/crm/pipelines', { name: 'Vendas' })).body;
  const config = { stageId: pipeline.stages[0].id, title: 'Pedido {{data.clientName}}' };
  const binding = await bind(api, id, 'order.created', 'create_card', config);
  const body = pizzas(agentId, { clientName: `${marker} 2` });
  const { value } = await careful.use('call_write', { operationId: 'createOrder', body });
  await rest();
  expect(await jobsOf(api, binding.id)).toEqual([]);
  await confirmAt(api, `/api/orders/${value.id}`);
  await rest();
  expect(await jobsOf(api, binding.id)).toHaveLength(1);
  expect((await shop.api.get(path)).body.unconfirmed).not.toBeNull();
});

test('no assistant confirms, whatever the owner permits, and switching writing on confirms nothing that is there', async () => {
  const { shop, path, api, rest, heard, agentId } = await openOrder();
  const free = await openAssistant(shop, { mayWriteToCustomers: true });
  const parameters = { id: path.split('/').at(-1) };
  const asked = await free.use('call_write', { operationId: 'confirmOrderEntry', parameters });
  expect(asked.value.code).toBe('assistant_not_allowed');
  await rest();
  expect((await api.get(path)).body.unconfirmed).not.toBeNull();
  expect(await heard()).toEqual([]);
  await free.use('call_write', { operationId: 'createOrder', body: pizzas(agentId) });
  await rest();
  expect(await heard()).toEqual(['Pedido de Maria José']);
});
