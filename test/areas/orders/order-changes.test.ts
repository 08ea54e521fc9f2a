import { expect, test } from 'vitest';
import { openWorkspace, type TestApp } from '../../support/server/app.ts';
import { faultsOf, makeAgent, maria, pizzas } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const statuses = ['AWAITING_PAYMENT', 'PREPARING', 'READY_FOR_PICKUP', 'OUT_FOR_DELIVERY', 'COMPLETED', 'CANCELLED'];

const allowed: Record<string, string[]> = {
  AWAITING_PAYMENT: ['PREPARING', 'READY_FOR_PICKUP', 'OUT_FOR_DELIVERY', 'COMPLETED', 'CANCELLED'],
  PREPARING: ['READY_FOR_PICKUP', 'OUT_FOR_DELIVERY', 'COMPLETED', 'CANCELLED'],
  READY_FOR_PICKUP: ['COMPLETED', 'CANCELLED'],
  OUT_FOR_DELIVERY: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
};

async function makeOrder({ api }: TestApp, more: object = {}, agentFields: object = {}) {
  const { body } = await api.post('/api/orders', pizzas(await makeAgent(api, agentFields), more));
  return body;
}

test.each(statuses)('an order that is %s only moves forward', async (from) => {
  const shop = await openWorkspace();
  const { api, events } = shop;
  const agent = await makeAgent(api);
  for (const to of statuses) {
    const { body: order } = await api.post('/api/orders', pizzas(agent));
    await api.patch(`/api/orders/${order.id}`, { status: from });
    const before = await events('order.updated', 'payment.failed');
    const answer = await api.patch(`/api/orders/${order.id}`, { status: to });
    const told = (await events('order.updated', 'payment.failed')).slice(before.length);
    if (to === from) {
      expect([answer.status, told]).toEqual([200, []]);
    } else if (allowed[from]?.includes(to)) {
      expect(answer).toMatchObject({ status: 200, body: { status: to } });
      expect(told[0]).toMatchObject({ type: 'order.updated', data: { status: to }, previous: { status: from } });
      expect(told.slice(1).map((event) => event.type)).toEqual(to === 'CANCELLED' ? ['payment.failed'] : []);
    } else {
      expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition', allowed: allowed[from] } });
      expect(told).toEqual([]);
    }
  }
});

test('payment moves an order to PREPARING and emits both events', async () => {
  const shop = await openWorkspace();
  const order = await makeOrder(shop);
  const paid = await shop.api.patch(`/api/orders/${order.id}`, { paymentStatus: 'PAID', paymentMethod: 'CASH' });
  expect(paid.body).toMatchObject({ status: 'PREPARING', paymentStatus: 'PAID', paymentMethod: 'CASH' });
  expect((await shop.events()).slice(-2)).toMatchObject([
    { type: 'order.updated', previous: { status: 'AWAITING_PAYMENT', paymentStatus: 'PENDING', paymentMethod: null } },
    { type: 'payment.succeeded', data: { id: order.id } },
  ]);
  const cancelled = await shop.api.patch(`/api/orders/${order.id}`, { status: 'CANCELLED' });
  expect(cancelled.body.status).toBe('CANCELLED');
  expect(await shop.events('payment.failed')).toEqual([]);
});

test('payment keeps a later status set in the same request', async () => {
  const shop = await openWorkspace();
  const order = await makeOrder(shop);
  const change = { paymentStatus: 'PAID', status: 'OUT_FOR_DELIVERY' };
  expect((await shop.api.patch(`/api/orders/${order.id}`, change)).body).toMatchObject(change);
});

test('changed items are checked against the total', async () => {
  const shop = await openWorkspace();
  const order = await makeOrder(shop);
  const path = `/api/orders/${order.id}`;
  const items = [{ name: 'Pizza', quantity: 3, unitPrice: 45.9 }];
  const refused = await shop.api.patch(path, { items });
  expect(refused).toMatchObject({ status: 400, body: { code: 'total_mismatch', expectedTotal: 137.7 } });
  expect((await shop.api.patch(path, { deliveryFee: 5 })).body.expectedTotal).toBe(96.8);
  expect((await shop.api.patch(path, { total: 1 })).status).toBe(400);
  expect(await shop.events('order.updated')).toEqual([]);
  const changed = await shop.api.patch(path, { items, deliveryFee: 5, total: 142.7, notes: 'Hurry' });
  expect(changed.body).toMatchObject({ total: 142.7, deliveryFee: 5, notes: 'Hurry', items: [{ quantity: 3 }] });
  expect(await shop.events('order.updated')).toMatchObject([
    { previous: { total: 91.8, deliveryFee: null, notes: null, items: order.items } },
  ]);
});

test('a renamed order is found by its new name, and a malformed change is rejected', async () => {
  const shop = await openWorkspace();
  const order = await makeOrder(shop);
  await shop.api.patch(`/api/orders/${order.id}`, { clientName: 'Ana' });
  expect((await shop.api.get('/api/orders?search=ana')).body.total).toBe(1);
  expect((await shop.api.get('/api/orders?search=maria')).body.total).toBe(0);
  const refused = await shop.api.patch(`/api/orders/${order.id}`, { status: 'LOST', clientName: '', notes: 7 });
  expect(refused.status).toBe(400);
  expect(faultsOf(refused).sort()).toEqual(['body.clientName', 'body.notes', 'body.status']);
});

test('a change based on an older state is rejected', async () => {
  const shop = await openWorkspace();
  const order = await makeOrder(shop);
  const { headers } = await shop.api.get(`/api/orders/${order.id}`);
  const stale = { headers: { 'if-match': headers.get('etag') ?? '' } };
  const changed = await shop.api.patch(`/api/orders/${order.id}`, { notes: 'A', notifyClient: true }, stale);
  expect(changed.status).toBe(200);
  expect((await shop.api.patch(`/api/orders/${order.id}`, { notes: 'B' }, stale)).status).toBe(412);
  expect((await shop.api.delete(`/api/orders/${order.id}`, stale)).status).toBe(412);
  const fresh = { headers: { 'if-match': changed.headers.get('etag') ?? '' } };
  expect((await shop.api.patch(`/api/orders/${order.id}`, { notes: 'B' }, fresh)).status).toBe(200);
});

test('of two concurrent changes based on the same state one succeeds', async () => {
  const shop = await openWorkspace();
  const order = await makeOrder(shop);
  const { headers } = await shop.api.get(`/api/orders/${order.id}`);
  const seen = { headers: { 'if-match': headers.get('etag') ?? '' } };
  const changes = Array.from({ length: 8 }, (_, index) =>
    shop.api.patch(`/api/orders/${order.id}`, { notes: `N${index}` }, seen),
  );
  const statuses = (await Promise.all(changes)).map((answer) => answer.status);
  expect(statuses.sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
});

test.each([
  ['pt', 'Olá, Maria José! Seu pedido nº 1 saiu para entrega.'],
  ['en', 'Hello, Maria José! Your order no. 1 is out for delivery.'],
  ['es', '¡Hola, Maria José! Tu pedido n.º 1 está en camino.'],
])('the client is notified in the agent’s language: %s', async (language, text) => {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop);
  await channel.customerSays(maria, 'Oi');
  const order = await makeOrder(shop, {}, { language });
  const path = `/api/orders/${order.id}`;
  const change = { status: 'OUT_FOR_DELIVERY', notifyClient: true };
  const told = await shop.api.patch(path, change);
  expect(told.body.notification).toEqual({ status: 'SENT', reason: null, messageId: expect.stringMatching(/^msg_/) });
  expect(await channel.phoneShows(maria)).toMatchObject([{ content: text }, { content: 'Oi' }]);
  expect((await shop.api.get(path)).body).toEqual(told.body);
  expect(await shop.events('message.sent')).toMatchObject([{ data: { author: 'SYSTEM', content: text } }]);
  const quiet = await shop.api.patch(path, { status: 'COMPLETED' });
  expect(quiet.body.notification).toBeNull();
  expect(await channel.phoneShows(maria)).toHaveLength(2);
});

test('an order is changed even if the notification fails', async () => {
  const shop = await openWorkspace();
  const order = await makeOrder(shop);
  const path = `/api/orders/${order.id}`;
  const unknown = await shop.api.patch(path, { status: 'PREPARING', notifyClient: true });
  expect(unknown).toMatchObject({
    status: 200,
    body: { status: 'PREPARING', notification: { status: 'SKIPPED', reason: 'no_conversation', messageId: null } },
  });
  const channel = await pairChannel(shop);
  await channel.customerSays(maria, 'Oi');
  await shop.api.post(`/api/channels/${channel.id}/deactivate`);
  const failed = await shop.api.patch(path, { status: 'COMPLETED', notifyClient: true });
  expect(failed).toMatchObject({ status: 200, body: { status: 'COMPLETED', notification: { status: 'FAILED' } } });
  expect(await shop.events('message.sent')).toEqual([]);
});

test('everything that depends on the customer’s number follows when a wrong number is corrected', async () => {
  const shop = await openWorkspace();
  const { api } = shop;
  const channel = await pairChannel(shop);
  const [wrong, right] = ['+5511980000001', '+5511980000002'];
  for (const phone of [wrong, right]) await channel.customerSays(phone, 'Oi');
  const order = await makeOrder(shop, { clientPhone: wrong });
  const path = `/api/orders/${order.id}`;
  for (const clientPhone of ['11 9', 'not a number', null]) {
    expect(faultsOf(await api.patch(path, { clientPhone }))).toEqual(['body.clientPhone']);
  }
  const told = await api.patch(path, { clientPhone: '(11) 98000-0002', status: 'PREPARING', notifyClient: true });
  expect(told.body).toMatchObject({ clientPhone: right, notification: { status: 'SENT' } });
  expect(await channel.phoneShows(wrong)).toHaveLength(1);
  expect(await channel.phoneShows(right)).toHaveLength(2);
  expect(await shop.events('order.updated')).toMatchObject([
    { data: { clientPhone: right }, previous: { clientPhone: wrong } },
  ]);
  const countOf = async (phone: string) => [
    (await api.get(`/api/contacts/${encodeURIComponent(phone)}`)).body.orders.count,
    (await api.get(`/api/orders?search=${phone.slice(-4)}`)).body.total,
  ];
  expect([await countOf(wrong), await countOf(right)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
