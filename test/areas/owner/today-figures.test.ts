import { expect, test } from 'vitest';
import type { VendorEvent } from '../../../server/areas/channels/index.ts';
import { updateWorkspace } from '../../../server/platform/access/update-workspace.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';
import { haircut, makeAgent, maria, pizzas } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { openFaqShop } from '../replies/support.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const joao = '+5521998765432';

const readToday = async (shop: TestApp) => {
  await shop.settle();
  return (await (await signIn(shop)).get('/owner/today')).body;
};

const changePlace = ({ app, workspace }: TestApp, changes: { timezone?: string; country?: string }) =>
  app.platform.write(({ db, now }) => updateWorkspace(db, workspace.id, changes, { actor: systemActor, now }));

test('orders are counted by day, week and month of the shop, and summed without those that were cancelled', async () => {
  // Wednesday 30 September, 23:30 in São Paulo.
  const clock = new ManualClock('2026-10-01T02:30:00.000Z');
  const shop = await startApp({ clock });
  const agent = await makeAgent(shop.api);
  const sell = async (more: object = {}) => (await shop.api.post('/api/orders', pizzas(agent, more))).body;
  await sell();
  clock.advance(hourMs);
  await sell();
  clock.advance(dayMs);
  await sell();
  await sell({ paymentStatus: 'PAID' });
  const { id } = await sell();
  await shop.api.patch(`/api/orders/${id}`, { status: 'CANCELLED' });
  expect(await readToday(shop)).toMatchObject({
    date: '2026-10-02',
    currency: 'BRL',
    today: { sales: 183.6, orders: 3 },
    week: { from: '2026-09-28', sales: 367.2, orders: 5 },
    month: { from: '2026-10-01', sales: 275.4, orders: 4 },
    orders: { byStatus: { AWAITING_PAYMENT: 1, PREPARING: 1, COMPLETED: 0, CANCELLED: 1 }, late: 0 },
    days: [
      { date: '2026-09-28', orders: 0 },
      { date: '2026-09-29', orders: 0 },
      { date: '2026-09-30', orders: 1, sales: 91.8 },
      { date: '2026-10-01', orders: 1 },
      { date: '2026-10-02', orders: 3 },
    ],
  });
});

test('an order is late when the shop has not moved for an hour', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const agent = await makeAgent(shop.api);
  const { body: paid } = await shop.api.post('/api/orders', pizzas(agent, { paymentStatus: 'PAID' }));
  await shop.api.post('/api/orders', pizzas(agent));
  clock.advance(hourMs - 1);
  expect((await readToday(shop)).orders.late).toBe(0);
  clock.advance(1);
  expect((await readToday(shop)).orders.late).toBe(1);
  await shop.api.patch(`/api/orders/${paid.id}`, { status: 'OUT_FOR_DELIVERY' });
  expect((await readToday(shop)).orders.late).toBe(0);
  clock.advance(hourMs);
  expect((await readToday(shop)).orders.late).toBe(1);
  await shop.api.patch(`/api/orders/${paid.id}`, { status: 'COMPLETED' });
  expect((await readToday(shop)).orders.late).toBe(0);
});

test('on a day of 25 hours the appointments of all of them are today’s', async () => {
  // The clocks of Spain go back on 25 October 2026; it is 9:30 there.
  const shop = await startApp({ clock: new ManualClock('2026-10-25T08:30:00.000Z') });
  await changePlace(shop, { timezone: 'Europe/Madrid', country: 'ES' });
  const agent = await makeAgent(shop.api);
  const book = async (startTime: string, endTime: string, more: object = {}) =>
    (await shop.api.post('/api/appointments', haircut(agent, { startTime, endTime, ...more }))).body;
  await book('2026-10-24T23:30', '2026-10-25T00:00');
  await book('2026-10-25T00:00', '2026-10-25T00:30');
  const next = await book('2026-10-25T23:30', '2026-10-26T00:00');
  await book('2026-10-26T00:00', '2026-10-26T00:30');
  await book('2026-10-25T12:00', '2026-10-25T13:00', { status: 'CANCELLED' });
  expect(await readToday(shop)).toMatchObject({
    date: '2026-10-25',
    currency: 'EUR',
    appointments: { count: 2, next: { id: next.id, title: 'Corte', startTime: '2026-10-25T22:30:00.000Z' } },
  });
});

test('the shop is open until the hours of its agent say so', async () => {
  const clock = new ManualClock('2026-11-20T14:00:00.000Z');
  const shop = await startApp({ clock });
  const evening = [
    { from: '11:00', to: '14:00' },
    { from: '18:00', to: '02:00' },
  ];
  const days = { mon: [], tue: evening, wed: evening, thu: evening, fri: evening, sat: evening, sun: [] };
  await makeAgent(shop.api, {
    businessHours: { days, exceptions: [{ date: '2026-11-24', closed: true, ranges: [] }] },
  });
  const opening = async () => (await readToday(shop)).opening;
  // Friday, 11:00 in São Paulo.
  expect(await opening()).toEqual({ isOpen: true, changesAt: '2026-11-20T17:00:00.000Z' });
  clock.advance(3 * hourMs);
  expect(await opening()).toEqual({ isOpen: false, changesAt: '2026-11-20T21:00:00.000Z' });
  clock.advance(11 * hourMs);
  expect(await opening()).toEqual({ isOpen: true, changesAt: '2026-11-21T05:00:00.000Z' });
  // Sunday: closed until Wednesday, because Tuesday is an exception.
  clock.advance(38 * hourMs);
  expect(await opening()).toEqual({ isOpen: false, changesAt: '2026-11-25T14:00:00.000Z' });
});

test('whom an agent hands over waits for a person until one answers; the waits have a median', async () => {
  const shop = await openFaqShop();
  const { clock, say, settle, conversation } = shop;
  const minutes = (count: number) => clock.advance(count * 60_000);
  await say('quero falar com um atendente');
  await settle();
  const { id } = await conversation();
  minutes(12);
  expect(await readToday(shop.shop)).toMatchObject({
    waiting: {
      count: 1,
      longest: [{ conversationId: id, phone: maria, reason: 'ASKED', text: null }],
    },
    waits: { person: { count: 0, medianMs: null }, any: { count: 1 } },
  });
  await shop.api.post(`/api/conversations/${id}/messages`, { content: 'Oi, sou a Ana' });
  expect(await readToday(shop.shop)).toMatchObject({
    waiting: { count: 0 },
    waits: { person: { count: 1, medianMs: 12 * 60_000 } },
    today: { agentShare: 0, conversations: 1 },
  });
  // She writes again to the person who has the conversation.
  await say('Obrigada, e para quando?');
  minutes(2);
  expect((await readToday(shop.shop)).waiting).toMatchObject({
    count: 1,
    longest: [{ reason: 'ASKED', text: 'Obrigada, e para quando?' }],
  });
  await shop.api.post(`/api/conversations/${id}/messages`, { content: 'Para hoje' });
  const { waits } = await readToday(shop.shop);
  expect(waits.person).toEqual({ count: 2, medianMs: 7 * 60_000 });
});

test('nobody waits for a person in a conversation that the agent answers, that was resolved or given back', async () => {
  const { shop, api, say, settle, conversation } = await openFaqShop();
  await say('Tem estacionamento?');
  await settle();
  const first = await readToday(shop);
  expect(first).toMatchObject({ waiting: { count: 0 }, waits: { any: { count: 1 } }, today: { agentShare: 1 } });
  await say('quero falar com um atendente', joao);
  await settle();
  expect((await readToday(shop)).waiting.count).toBe(1);
  const path = `/api/conversations/${(await conversation(joao)).id}`;
  await api.patch(path, { status: 'ACTIVE' });
  expect((await readToday(shop)).waiting.count).toBe(0);
  await api.patch(path, { status: 'HANDED_OFF' });
  expect((await readToday(shop)).waiting.count).toBe(1);
  await api.patch(path, { status: 'RESOLVED' });
  expect(await readToday(shop)).toMatchObject({ waiting: { count: 0 }, waits: { person: { count: 0 } } });
});

test('in a shop without an agent everyone who writes waits for a person, the longest waiting first', async () => {
  const clock = new ManualClock('2026-11-20T14:00:00.000Z');
  const shop = await startApp({ clock });
  const channel = await pairChannel(shop);
  for (let index = 0; index < 6; index++) {
    await channel.customerSays(`+551198888000${index}`, 'Oi', { name: `Cliente ${index}` });
    await shop.settle();
    clock.advance(60_000);
  }
  await channel.customerSays('+5511988880000', 'Alguém?', { name: 'Cliente 0' });
  const { waiting } = await readToday(shop);
  expect(waiting.count).toBe(6);
  expect(waiting.longest.map(({ name }: { name: string }) => name)).toEqual([0, 1, 2, 3, 4].map((n) => `Cliente ${n}`));
  expect(waiting.longest[0]).toMatchObject({ since: '2026-11-20T14:00:00.000Z', text: 'Alguém?' });
});

test('yesterday’s waits do not count today', async () => {
  // 23:30 of the 20th in São Paulo.
  const clock = new ManualClock('2026-11-21T02:30:00.000Z');
  const shop = await startApp({ clock });
  const channel = await pairChannel(shop);
  const { conversationId } = await channel.customerSays(maria, 'Oi');
  await shop.settle();
  clock.advance(60_000);
  await shop.api.post(`/api/conversations/${conversationId}/messages`, { content: 'Oi!' });
  expect(await readToday(shop)).toMatchObject({
    date: '2026-11-20',
    waits: { person: { count: 1, medianMs: 60_000 } },
  });
  clock.advance(hourMs);
  expect(await readToday(shop)).toMatchObject({ date: '2026-11-21', waits: { person: { count: 0, medianMs: null } } });
});

test('a wait stays when the vendor reveals that two customers are one', async () => {
  const clock = new ManualClock('2026-11-20T14:00:00.000Z');
  const shop = await startApp({ clock });
  const { platform } = shop.app;
  const channel = await pairChannel(shop);
  const row = await platform.database.read
    .selectFrom('channels')
    .select(['id', 'workspace_id as workspaceId', 'provider', 'name'])
    .where('id', '=', channel.id)
    .executeTakeFirstOrThrow();
  const hidden = { addresses: [{ kind: 'lid' as const, value: '77001' }], name: null };
  const report = async (event: VendorEvent) => {
    await platform.services.channelHub.inbox.receive(row, [event]);
    await shop.settle();
  };
  const message = {
    kind: 'message',
    providerEventId: 'm1',
    providerMessageId: 'm1',
    type: 'TEXT',
    content: 'Oi',
  } as const;
  await report({ ...message, from: hidden, media: null, replyTo: null, at: clock.now().toISOString() });
  clock.advance(60_000);
  const { conversationId } = await channel.customerSays(maria, 'Oi de novo');
  expect((await readToday(shop)).waiting.count).toBe(2);
  const person = { addresses: [...hidden.addresses, { kind: 'phone' as const, value: maria }], name: null };
  const at = clock.now().toISOString();
  await report({ kind: 'identity', evidence: 'mapping', providerEventId: 'told', person, at });
  expect((await readToday(shop)).waiting).toMatchObject({
    count: 1,
    longest: [{ conversationId, since: '2026-11-20T14:00:00.000Z' }],
  });
});
