import { expect, test } from 'vitest';
import { readCsv } from '../../../server/platform/text/csv.ts';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';
import { makeAgent, maria, pizzas } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const hourMs = 3_600_000;

async function openShop() {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const owner = await signIn(shop);
  const agent = await makeAgent(shop.api);
  const place = async (more: object = {}): Promise<string> =>
    (await shop.api.post('/api/orders', pizzas(agent, { paymentStatus: 'PAID', ...more }))).body.id;
  const column = async (status: string) => {
    const { body } = await owner.get('/owner/orders/board');
    return body.columns.find((one: { status: string }) => one.status === status);
  };
  return { ...shop, clock, owner, agent, place, column };
}

const idsOf = ({ orders }: { orders: { id: string }[] }): string[] => orders.map(({ id }) => id);

test('the board has each order in the column of its status, the longest unchanged first', async () => {
  const { api, clock, place, column } = await openShop();
  const first = await place();
  clock.advance(60_000);
  const second = await place();
  clock.advance(60_000);
  await api.patch(`/api/orders/${first}`, { notes: 'No onions' });
  const preparing = await column('PREPARING');
  expect(idsOf(preparing)).toEqual([second, first]);
  expect(preparing).toMatchObject({ count: 2, total: 183.6, newestFirst: false });
  expect(preparing.next).toEqual(['READY_FOR_PICKUP', 'OUT_FOR_DELIVERY', 'COMPLETED', 'CANCELLED']);
  await api.patch(`/api/orders/${second}`, { status: 'OUT_FOR_DELIVERY' });
  expect(idsOf(await column('PREPARING'))).toEqual([first]);
  expect(idsOf(await column('OUT_FOR_DELIVERY'))).toEqual([second]);
});

test('the board keeps open orders, and of the finished ones those of today', async () => {
  const { api, clock, place, column } = await openShop();
  const open = await place();
  const done = await place();
  await api.patch(`/api/orders/${done}`, { status: 'COMPLETED' });
  expect(idsOf(await column('COMPLETED'))).toEqual([done]);
  clock.advance(24 * hourMs);
  expect(await column('COMPLETED')).toMatchObject({ count: 0, total: 0, orders: [] });
  expect(idsOf(await column('PREPARING'))).toEqual([open]);
});

test('the orders to prepare are counted', async () => {
  const { api, owner, place } = await openShop();
  const id = await place();
  await place({ paymentStatus: 'PENDING' });
  expect((await owner.get('/owner/orders/to-prepare')).body).toEqual({ count: 1 });
  await api.patch(`/api/orders/${id}`, { status: 'COMPLETED' });
  expect((await owner.get('/owner/orders/to-prepare')).body).toEqual({ count: 0 });
});

test('an order leads to the latest conversation with its customer', async () => {
  const { owner, place, ...shop } = await openShop();
  const id = await place();
  expect((await owner.get(`/owner/orders/${id}/conversation`)).body).toEqual({ conversationId: null });
  const { conversationId } = await (await pairChannel(shop)).customerSays(maria, 'Oi');
  expect((await owner.get(`/owner/orders/${id}/conversation`)).body).toEqual({ conversationId });
  expect((await owner.get('/owner/orders/ord_x/conversation')).status).toBe(404);
});

test('orders are exported as the list filters them, acknowledged and recorded', async () => {
  const { owner, place, events } = await openShop();
  await place();
  await place({ clientName: '=Bia', paymentStatus: 'PENDING', notes: 'Ring' });
  const refused = await owner.get('/owner/orders/export');
  expect(refused).toMatchObject({ status: 428, body: { code: 'acknowledgement_required', rows: 2 } });
  const exported = await owner.get('/owner/orders/export?acknowledged=true&status=AWAITING_PAYMENT');
  expect(exported.status).toBe(200);
  const { header, rows } = readCsv(exported.body);
  const cells = Object.fromEntries(header.map((name, index) => [name, rows[0]?.cells[index]]));
  expect(rows).toHaveLength(1);
  expect(cells).toMatchObject({
    number: '2',
    clientName: '=Bia',
    clientPhone: maria,
    items: '2 × Pizza',
    total: '91.8',
  });
  expect(exported.body).toContain("'=Bia");
  expect(await events('orders.exported')).toMatchObject([
    { data: { rows: 1, filters: { status: ['AWAITING_PAYMENT'] } } },
  ]);
});

test('the console knows the currency of the shop', async () => {
  const { owner } = await openShop();
  expect((await owner.get('/owner/session')).body.currency).toBe('BRL');
});
