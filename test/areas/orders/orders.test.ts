import { expect, test } from 'vitest';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { faultsOf, makeAgent, maria, pizzas } from '../../support/shop/sales.ts';

test('an order is stored as given, numbered, and emits order.created', async () => {
  const { api, events } = await startApp({ clock: new ManualClock() });
  const agent = await makeAgent(api);
  const items = [
    { name: 'Pizza', quantity: 2, unitPrice: 45.9, catalogItemId: 'item_1', notes: 'no onions' },
    { name: 'Queijo', quantity: 0.335, unitPrice: 59.9 },
  ];
  const draft = pizzas(agent, {
    items,
    total: 119.37,
    deliveryFee: 7.5,
    clientEmail: 'maria@example.com',
    paymentMethod: 'PIX',
    address: 'Rua das Flores, 7',
    notes: 'Ring twice',
  });
  const created = await api.post('/api/orders', draft);
  expect(created.status).toBe(201);
  const at = '2026-11-21T12:00:00.000Z';
  expect(created.body).toEqual({
    ...draft,
    id: expect.stringMatching(/^ord_[0-9a-z]{26}$/),
    number: 1,
    contactId: expect.stringMatching(/^ct_[0-9a-z]{26}$/),
    clientPhone: maria,
    items: [items[0], { ...items[1], catalogItemId: null, notes: null }],
    paymentStatus: 'PENDING',
    status: 'AWAITING_PAYMENT',
    source: 'API',
    unconfirmed: null,
    notification: null,
    createdAt: at,
    updatedAt: at,
  });
  expect((await api.get(`/api/orders/${created.body.id}`)).body).toEqual(created.body);
  expect(await events('order.created', 'payment.succeeded')).toMatchObject([
    { type: 'order.created', source: 'API', data: created.body, previous: null },
  ]);
});

test('a paid order starts as PREPARING and emits payment.succeeded', async () => {
  const { api, events } = await openWorkspace();
  const agent = await makeAgent(api);
  const { body } = await api.post('/api/orders', pizzas(agent, { paymentStatus: 'PAID' }));
  expect(body).toMatchObject({ status: 'PREPARING', paymentStatus: 'PAID', deliveryFee: null, clientEmail: null });
  expect((await events()).slice(-2)).toMatchObject([
    { type: 'order.created' },
    { type: 'payment.succeeded', data: { id: body.id } },
  ]);
});

test('a repeat with the same key returns 200 with the first order', async () => {
  const { api, events } = await openWorkspace();
  const draft = pizzas(await makeAgent(api));
  const once = { headers: { 'idempotency-key': 'cart-17' } };
  const [first, second] = await Promise.all([
    api.post('/api/orders', draft, once),
    api.post('/api/orders', draft, once),
  ]);
  expect([first?.status, second?.status].sort()).toEqual([200, 201]);
  expect(second?.body).toEqual(first?.body);
  const other = await api.post('/api/orders', { ...draft, notes: 'x' }, once);
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  expect(await events('order.created')).toHaveLength(1);
});

test('a wrong total is rejected with the expected one', async () => {
  const { api, events } = await openWorkspace();
  const agent = await makeAgent(api);
  const refused = await api.post('/api/orders', pizzas(agent, { total: 91.81, deliveryFee: 5 }));
  expect(refused).toMatchObject({ status: 400, body: { code: 'total_mismatch', expectedTotal: 96.8 } });
  expect(faultsOf(refused)).toEqual(['body.total']);
  expect(await events('order.created')).toEqual([]);
});

test('a malformed order is rejected with every fault', async () => {
  const { api, events } = await openWorkspace();
  const refused = await api.post('/api/orders', {
    aiAgentId: '',
    clientName: '   ',
    clientPhone: '123',
    clientEmail: 'nobody',
    items: [
      { name: 'Pizza', quantity: 0, unitPrice: -1, size: 'L' },
      { quantity: 1.2345, unitPrice: 1.001 },
    ],
    total: 10_000_000,
    paymentMethod: 'pix',
    paymentStatus: 'REFUNDED',
    deliveryFee: -1,
    notes: 'x'.repeat(501),
  });
  expect(refused.status).toBe(400);
  expect(new Set(faultsOf(refused))).toEqual(
    new Set([
      'body.aiAgentId',
      'body.clientName',
      'body.clientPhone',
      'body.clientEmail',
      'body.items[0].quantity',
      'body.items[0].unitPrice',
      'body.items[0].size',
      'body.items[1].name',
      'body.items[1].quantity',
      'body.items[1].unitPrice',
      'body.total',
      'body.paymentMethod',
      'body.paymentStatus',
      'body.deliveryFee',
      'body.notes',
    ]),
  );
  const agent = await makeAgent(api);
  expect(faultsOf(await api.post('/api/orders', pizzas(agent, { clientPhone: 'not a number' })))).toEqual([
    'body.clientPhone',
  ]);
  for (const items of [[], Array(51).fill({ name: 'A', quantity: 1, unitPrice: 0 })]) {
    expect(faultsOf(await api.post('/api/orders', pizzas(agent, { items, total: 0 })))).toEqual(['body.items']);
  }
  expect(await events('order.created')).toEqual([]);
});

test('an agent of another workspace is rejected', async () => {
  const { api, otherWorkspace, events } = await openWorkspace();
  const foreign = await makeAgent(await otherWorkspace());
  const refused = await api.post('/api/orders', pizzas(foreign));
  expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
  expect(faultsOf(refused)).toEqual(['body.aiAgentId']);
  expect(await events()).toEqual([]);
});

test('the orders of each workspace are numbered without gaps, despite rejected ones in between', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  const agent = await makeAgent(api);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      api.post('/api/orders', pizzas(agent, index % 3 === 0 ? { total: 1 } : {})),
    ),
  );
  const taken = answers.filter((answer) => answer.status === 201);
  expect(taken).toHaveLength(33);
  const numbers = taken.map((answer) => answer.body.number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
  const other = await otherWorkspace();
  expect((await other.post('/api/orders', pizzas(await makeAgent(other)))).body.number).toBe(1);
});

test('a deleted order emits order.deleted and its number is not reused', async () => {
  const { api, events } = await openWorkspace();
  const agent = await makeAgent(api);
  const { body: order } = await api.post('/api/orders', pizzas(agent));
  const removed = await api.delete(`/api/orders/${order.id}`);
  expect(removed).toMatchObject({ status: 200, body: { id: order.id, deleted: true } });
  expect((await api.get(`/api/orders/${order.id}`)).status).toBe(404);
  expect((await api.delete(`/api/orders/${order.id}`)).status).toBe(404);
  expect((await api.get('/api/orders?search=maria')).body.total).toBe(0);
  expect(await events('order.deleted')).toMatchObject([{ data: order }]);
  expect((await api.post('/api/orders', pizzas(agent))).body.number).toBe(2);
});

test('orders are listed by filter, search and sort', async () => {
  const clock = new ManualClock('2026-11-21T02:30:00.000Z');
  const { api } = await startApp({ clock });
  const [agent, second] = [await makeAgent(api), await makeAgent(api, { name: 'Leo' })];
  const make = async (more: object) => {
    const created = await api.post('/api/orders', pizzas(agent, more));
    clock.advance(3_600_000);
    return created;
  };
  // 23:30 of the 20th in São Paulo, then 00:30 and 01:30 of the 21st.
  await make({ clientName: 'João' });
  await make({ clientName: 'Ana Lúcia', clientPhone: '+551133334444', paymentStatus: 'PAID' });
  await make({ clientName: 'Zé', aiAgentId: second, items: [{ name: 'Água', quantity: 1, unitPrice: 3 }], total: 3 });
  const numbers = async (query: string) => {
    const { status, body } = await api.get(`/api/orders?${query}`);
    return status === 200 ? body.data.map((order: { number: number }) => order.number) : body.errors[0].field;
  };
  expect(await numbers('')).toEqual([3, 2, 1]);
  expect(await numbers('sort=createdAt')).toEqual([1, 2, 3]);
  expect(await numbers('sort=total')).toEqual([3, 1, 2]);
  expect(await numbers('sort=-total')).toEqual([2, 1, 3]);
  expect(await numbers('sort=number')).toEqual([1, 2, 3]);
  expect(await numbers(`aiAgentId=${second}`)).toEqual([3]);
  expect(await numbers('status=PREPARING')).toEqual([2]);
  expect(await numbers('status=PREPARING,AWAITING_PAYMENT')).toEqual([3, 2, 1]);
  expect(await numbers('source=API')).toEqual([3, 2, 1]);
  expect(await numbers('source=BOT')).toEqual([]);
  expect(await numbers('search=joao')).toEqual([1]);
  expect(await numbers('search=LUC')).toEqual([2]);
  expect(await numbers('search=3333')).toEqual([2]);
  expect(await numbers(`search=${encodeURIComponent('+55 11 98765')}`)).toEqual([3, 1]);
  expect(await numbers(`search=${encodeURIComponent('#3')}`)).toEqual([3]);
  expect(await numbers(`search=${encodeURIComponent('!')}`)).toEqual([]);
  expect(await numbers('dateTo=2026-11-20')).toEqual([1]);
  expect(await numbers('dateFrom=2026-11-21&dateTo=2026-11-21')).toEqual([3, 2]);
  expect(await numbers('dateFrom=2026-11-21T03:30:00.000Z')).toEqual([3, 2]);
  expect(await numbers('limit=2&page=2')).toEqual([1]);
  expect((await api.get('/api/orders?limit=2')).body).toMatchObject({ page: 1, limit: 2, total: 3, hasMore: true });
  expect(await numbers('dateFrom=2026-11-22&dateTo=2026-11-21')).toBe('query.dateTo');
  expect(await numbers('dateFrom=yesterday')).toBe('query.dateFrom');
  expect(await numbers('status=LOST')).toBe('query.status');
  expect(await numbers('source=api')).toBe('query.source');
  expect(await numbers('sort=name')).toBe('query.sort');
  expect(await numbers('aiAgentId=nobody')).toBe('query.aiAgentId');
});

test('the overview has revenue, average ticket and the days of the workspace', async () => {
  const clock = new ManualClock('2026-11-21T02:30:00.000Z');
  const { api } = await startApp({ clock });
  const agent = await makeAgent(api);
  const empty = { total: 0, revenue: 0, averageTicket: null, days: [{ date: '2026-11-20', count: 0, revenue: 0 }] };
  expect((await api.get('/api/orders/overview')).body).toMatchObject(empty);
  await api.post('/api/orders', pizzas(agent, { paymentStatus: 'PAID' }));
  await api.post('/api/orders', pizzas(agent));
  clock.advance(2 * 86_400_000);
  await api.post('/api/orders', pizzas(agent, { paymentStatus: 'PAID', deliveryFee: 0.01, total: 91.81 }));
  const { body: lost } = await api.post('/api/orders', pizzas(agent, { paymentStatus: 'PAID' }));
  await api.patch(`/api/orders/${lost.id}`, { status: 'CANCELLED' });

  const byStatus = {
    AWAITING_PAYMENT: 1,
    PREPARING: 2,
    READY_FOR_PICKUP: 0,
    OUT_FOR_DELIVERY: 0,
    COMPLETED: 0,
    CANCELLED: 1,
  };
  expect((await api.get('/api/orders/overview')).body).toEqual({
    timezone: 'America/Sao_Paulo',
    total: 4,
    byStatus,
    revenue: 183.61,
    averageTicket: 91.81,
    days: [
      { date: '2026-11-20', count: 2, revenue: 91.8 },
      { date: '2026-11-21', count: 0, revenue: 0 },
      { date: '2026-11-22', count: 2, revenue: 91.81 },
    ],
  });
  expect((await api.get('/api/orders/stats')).body).toEqual({ total: 4, byStatus });
  const day = await api.get('/api/orders/overview?dateFrom=2026-11-22&dateTo=2026-11-22&status=PREPARING&search=maria');
  expect(day.body).toMatchObject({
    total: 1,
    revenue: 91.81,
    days: [{ date: '2026-11-22', count: 1, revenue: 91.81 }],
  });
  expect((await api.get(`/api/orders/overview?aiAgentId=${agent}`)).body.total).toBe(4);
  const refusals = ['aiAgentId=nobody', 'dateFrom=2026-11-22&dateTo=2026-11-21', 'status=LOST', 'dateTo=soon'];
  for (const query of refusals) expect((await api.get(`/api/orders/overview?${query}`)).status).toBe(400);
});

test('an order of another workspace can be neither read nor changed', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  const { body: order } = await api.post('/api/orders', pizzas(await makeAgent(api)));
  const other = await otherWorkspace();
  expect((await other.get('/api/orders')).body.total).toBe(0);
  expect((await other.get('/api/orders/overview')).body.total).toBe(0);
  expect((await other.get('/api/orders/stats')).body.total).toBe(0);
  expect((await other.get('/api/orders?search=maria')).body.total).toBe(0);
  expect((await other.get(`/api/orders/${order.id}`)).status).toBe(404);
  expect((await other.patch(`/api/orders/${order.id}`, { notes: 'Mine' })).status).toBe(404);
  expect((await other.delete(`/api/orders/${order.id}`)).status).toBe(404);
  expect((await api.get(`/api/orders/${order.id}`)).body).toEqual(order);
});

test('the counts require the analytics scope', async () => {
  const { withScopes } = await openWorkspace();
  expect((await (await withScopes('orders.read')).get('/api/orders/stats')).status).toBe(403);
  expect((await (await withScopes('analytics.read')).get('/api/orders/stats')).status).toBe(200);
});
