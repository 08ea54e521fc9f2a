import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { faultsOf, makeAgent, maria, pizzas } from '../../support/shop/sales.ts';
import { openWithNina } from '../cloud/hidden-customer.ts';

const joao = '+5521998765432';
const hidden = { clientName: 'Nina', clientPhone: undefined };

async function openWithOrder() {
  const shop = await openWithNina();
  const { body: order } = await shop.api.post(
    '/api/orders',
    pizzas(shop.agentId, { ...hidden, contactId: shop.contactId }),
  );
  return { ...shop, order, path: `/api/orders/${order.id}`, owner: await signIn(shop.shop) };
}

test('an order is created for a customer who hides the number, by id, and shows no number anywhere', async () => {
  const { api, shop, owner, order, contactId, conversationId } = await openWithOrder();
  expect(order).toMatchObject({ contactId, clientPhone: null, clientName: 'Nina', number: 1 });
  expect(await shop.events('order.created')).toMatchObject([{ data: { contactId, clientPhone: null } }]);
  expect((await api.get('/api/orders?search=nina')).body.data).toEqual([order]);
  const { body: board } = await owner.get('/owner/orders/board');
  expect(board.columns[0].orders).toEqual([order]);
  expect((await owner.get(`/owner/orders/${order.id}/conversation`)).body).toEqual({ conversationId });
  expect((await owner.get('/owner/search?q=nina')).body.data).toContainEqual(
    expect.objectContaining({ kind: 'order', id: order.id, conversationId }),
  );
  const csv = await owner.get('/owner/orders/export?acknowledged=true');
  expect(csv.body).toContain(`"Nina",,"${contactId}","2 × Pizza"`);
  expect((await api.get(`/api/contacts/${contactId}`)).body.orders).toEqual({ count: 1, total: 91.8 });
  expect((await api.get('/api/contacts?filter=buyer')).body.data).toMatchObject([{ id: contactId }]);
});

test('orders are listed, counted and summed by customer', async () => {
  const { api, agentId, contactId, order } = await openWithOrder();
  await api.post('/api/orders', pizzas(agentId));
  expect((await api.get(`/api/orders?contactId=${contactId}`)).body).toMatchObject({ total: 1, data: [order] });
  expect((await api.get(`/api/orders?contactId=${contactId}&search=pizza`)).body.total).toBe(0);
  expect((await api.get('/api/orders?contactId=ct_gone')).body.total).toBe(0);
  expect((await api.get(`/api/orders/overview?contactId=${contactId}`)).body.total).toBe(1);
});

test('a body names one customer: neither, two different ones and an unknown one are refused', async () => {
  const { api, agentId, contactId } = await openWithNina();
  await api.post('/api/contacts', { phone: maria, name: 'Maria' });
  const refusal = async (fields: object) => {
    const answer = await api.post('/api/orders', pizzas(agentId, { ...hidden, ...fields }));
    return [answer.status, faultsOf(answer)];
  };
  expect(await refusal({})).toEqual([400, ['body.clientPhone']]);
  expect(await refusal({ contactId, clientPhone: maria })).toEqual([400, ['body.clientPhone']]);
  expect(await refusal({ contactId, clientPhone: joao })).toEqual([400, ['body.clientPhone']]);
  expect(await refusal({ contactId: 'ct_gone' })).toEqual([400, ['body.contactId']]);
  // A refused order creates no contact and uses up no number.
  expect((await api.get('/api/contacts')).body.total).toBe(2);
  expect((await api.post('/api/orders', pizzas(agentId))).body.number).toBe(1);
});

test('an order is given to another customer by id or by number, and keeps one', async () => {
  const { api, agentId, contactId } = await openWithNina();
  const { body: order } = await api.post('/api/orders', pizzas(agentId));
  const path = `/api/orders/${order.id}`;
  const change = async (body: object) => (await api.patch(path, body)).body;
  expect(await change({ contactId })).toMatchObject({ contactId, clientPhone: null, clientName: 'Maria José' });
  expect((await change({ contactId })).updatedAt).toBe((await api.get(path)).body.updatedAt);
  expect((await api.get(`/api/contacts/${order.contactId}`)).body.orders.count).toBe(0);
  const back = await change({ clientPhone: '011 98765-4321' });
  expect(back).toMatchObject({ contactId: order.contactId, clientPhone: maria });
  for (const body of [{ contactId: null }, { clientPhone: null }])
    expect((await api.patch(path, body)).status).toBe(400);
  expect((await api.patch(path, { contactId: 'ct_gone' })).status).toBe(404);
  expect((await api.patch(path, { contactId, clientPhone: maria })).status).toBe(400);
});

test('a customer who hides the number is notified in her conversation', async () => {
  const { api, path, hears } = await openWithOrder();
  const { body } = await api.patch(path, { status: 'PREPARING', notifyClient: true });
  expect(body.notification).toMatchObject({ status: 'SENT' });
  expect(await hears()).toEqual(['Olá, Nina! Seu pedido nº 1 está sendo preparado.']);
});

test('a number that the vendor reveals shows in every order at once, and finds them', async () => {
  const { api, path, owner, says } = await openWithOrder();
  expect((await api.get('/api/orders?search=98765')).body.total).toBe(0);
  await says('Meu número', maria);
  expect((await api.get(path)).body).toMatchObject({ clientPhone: maria });
  expect((await api.get('/api/orders?search=98765')).body.data).toMatchObject([{ clientPhone: maria }]);
  expect((await owner.get('/owner/orders/board')).body.columns[0].orders).toMatchObject([{ clientPhone: maria }]);
});

test('two contacts of one person are joined with their orders and counts', async () => {
  const { api, path, owner, agentId, contactId } = await openWithOrder();
  const { body: other } = await api.post('/api/orders', pizzas(agentId));
  await owner.post('/owner/contacts/merge', { keep: other.contactId, merge: contactId });
  expect((await api.get(path)).body).toMatchObject({ contactId: other.contactId, clientPhone: maria });
  expect((await api.get(`/api/contacts/${other.contactId}`)).body.orders.count).toBe(2);
  expect((await api.get('/api/contacts?filter=buyer')).body.total).toBe(1);
});

test('the books keep the orders of a deleted person, which can still be changed', async () => {
  const { api, path, owner, order, contactId } = await openWithOrder();
  const { body: second } = await api.post('/api/orders', pizzas(order.aiAgentId, { ...hidden, contactId }));
  expect((await owner.post('/owner/contacts/delete', { ids: [contactId] })).body).toMatchObject({ deleted: 1 });
  expect((await api.get(path)).body).toEqual({ ...order, contactId: null });
  expect((await api.get('/api/orders')).body.total).toBe(2);
  const { body } = await api.patch(path, { status: 'PREPARING', notifyClient: true });
  expect(body).toMatchObject({ status: 'PREPARING', notification: { status: 'SKIPPED', reason: 'no_contact' } });
  expect((await owner.get(`/owner/orders/${second.id}/conversation`)).body).toEqual({ conversationId: null });
  expect((await api.patch(path, { clientPhone: maria })).body).toMatchObject({ clientPhone: maria });
});

test('an unknown number makes a contact with the name on the order', async () => {
  const { api } = await openWorkspace();
  const { body } = await api.post('/api/orders', pizzas(await makeAgent(api)));
  expect((await api.get(`/api/contacts/${body.contactId}`)).body).toMatchObject({ phone: maria, name: 'Maria José' });
});
