import { expect, test } from 'vitest';
import { makePdf, makePhoto } from '../../support/files/samples.ts';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { faultsOf, makeAgent, maria } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';

async function openItems() {
  const shop = await openWorkspace();
  const path = `/api/ai-agents/${await makeAgent(shop.api)}/catalog-items`;
  const names = async (query = '') =>
    (await shop.api.get(path + query)).body.data.map((item: { name: string }) => item.name);
  return { ...shop, path, names };
}

test('an item is created with defaults', async () => {
  const { api, path } = await openItems();
  const created = await api.post(path, { name: '  Pizza ', price: 45.9 });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^item_/),
    aiAgentId: path.split('/')[3],
    name: 'Pizza',
    description: null,
    price: 45.9,
    imageUrl: null,
    category: null,
    active: true,
    order: 0,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await api.post(path, { name: 'Cola', price: 0 })).body.order).toBe(1);
});

test('items are listed in order and in pages, and found regardless of accents and case', async () => {
  const { api, path, names } = await openItems();
  await api.post(path, { name: 'Pão de queijo', price: 5 });
  await api.post(path, { name: 'Café', price: 4, order: -1, category: 'Bebidas' });
  await api.post(path, { name: 'Bolo', price: 9, description: 'Com CHÁ mate', active: false });
  expect(await names()).toEqual(['Café', 'Pão de queijo', 'Bolo']);
  const { body } = await api.get(`${path}?page=2&limit=2`);
  expect(body).toMatchObject({ page: 2, limit: 2, total: 3, hasMore: false, data: [{ name: 'Bolo', active: false }] });
  expect(await names('?search=pao')).toEqual(['Pão de queijo']);
  expect(await names('?search=BEBIDAS')).toEqual(['Café']);
  expect(await names('?search=cha')).toEqual(['Bolo']);
});

test('all items of an agent are put on sale or taken off at once, and only those of the agent', async () => {
  const { api, path, names, otherWorkspace } = await openItems();
  for (const name of ['Pizza', 'Bolo']) await api.post(path, { name, price: 5, active: false });
  await api.post(path, { name: 'Café', price: 4 });
  const others = `/api/ai-agents/${await makeAgent(api)}/catalog-items`;
  await api.post(others, { name: 'Chá', price: 4, active: false });
  expect((await api.get(`${path}?active=false&limit=1`)).body).toMatchObject({ total: 2 });
  expect((await (await otherWorkspace()).put(`${path}/active`, { active: true })).status).toBe(404);
  expect((await api.put(`${path}/active`, { active: true })).body).toEqual({ changed: 2 });
  expect((await api.put(`${path}/active`, { active: true })).body).toEqual({ changed: 0 });
  expect(await names('?active=true')).toEqual(['Pizza', 'Bolo', 'Café']);
  expect((await api.get(others)).body.data[0].active).toBe(false);
  expect((await api.put(`${path}/active`, { active: false })).body).toEqual({ changed: 3 });
});

test('only the named items are put on sale, and only those of the agent', async () => {
  const { api, path, names } = await openItems();
  const others = `/api/ai-agents/${await makeAgent(api)}/catalog-items`;
  const add = async (to: string, name: string) => (await api.post(to, { name, price: 5, active: false })).body.id;
  const ids = [await add(path, 'Pizza'), await add(others, 'Chá'), 'item_none'];
  await add(path, 'Bolo');
  expect((await api.put(`${path}/active`, { active: true, ids })).body).toEqual({ changed: 1 });
  expect(await names('?active=true')).toEqual(['Pizza']);
  expect((await api.get(others)).body.data[0].active).toBe(false);
  expect(faultsOf(await api.put(`${path}/active`, { active: true, ids: [] }))).toEqual(['body.ids']);
});

test('an item after the largest position is added at the end', async () => {
  const { api, path, names } = await openItems();
  const last = Number.MAX_SAFE_INTEGER;
  expect((await api.post(path, { name: 'Pizza', price: 40, order: last })).body.order).toBe(last);
  expect((await api.post(path, { name: 'Cola', price: 4 })).body.order).toBe(last);
  expect((await api.post(path, { name: 'Café', price: 4 })).status).toBe(201);
  expect(await names()).toEqual(['Pizza', 'Cola', 'Café']);
});

test('a change replaces given fields, accepts category and image as text or object, and resets fields that are null', async () => {
  const { api, path } = await openItems();
  const { body: item } = await api.post(path, {
    name: 'Pizza',
    price: 45,
    category: { name: 'Salgadas' },
    imageUrl: { url: 'https://example.com/pizza.png' },
    description: 'Quatro queijos',
  });
  expect(item).toMatchObject({ category: 'Salgadas', imageUrl: 'https://example.com/pizza.png' });
  const changed = await api.patch(`${path}/${item.id}`, { price: 50.5, active: false, order: 7 });
  expect(changed.body).toMatchObject({ name: 'Pizza', price: 50.5, active: false, order: 7, category: 'Salgadas' });
  const reset = await api.patch(`${path}/${item.id}`, { category: null, imageUrl: null, description: '' });
  expect(reset.body).toMatchObject({ category: null, imageUrl: null, description: null, price: 50.5 });
  expect((await api.patch(`${path}/${item.id}`, {})).body).toEqual(reset.body);
});

test('a rejected item names its invalid fields', async () => {
  const { api, path, names } = await openItems();
  const refused = await api.post(path, {
    name: ' ',
    price: 1.234,
    description: 'x'.repeat(1001),
    imageUrl: 'ftp://example.com/a.png',
    category: 7,
    active: 'yes',
    order: 1.5,
  });
  expect(refused.status).toBe(400);
  expect(new Set(faultsOf(refused))).toEqual(
    new Set(['name', 'price', 'description', 'imageUrl', 'category', 'active', 'order'].map((name) => `body.${name}`)),
  );
  expect(faultsOf(await api.post(path, {})).sort()).toEqual(['body.name', 'body.price']);
  expect(await names()).toEqual([]);
});

test('an item is deleted', async () => {
  const { api, path, names } = await openItems();
  const { body: item, headers } = await api.post(path, { name: 'Pizza', price: 45 });
  await api.patch(`${path}/${item.id}`, { price: 46 });
  const stale = { headers: { 'if-match': headers.get('etag') ?? '' } };
  expect((await api.delete(`${path}/${item.id}`, stale)).status).toBe(412);
  expect((await api.delete(`${path}/${item.id}`)).status).toBe(204);
  expect((await api.delete(`${path}/${item.id}`)).status).toBe(404);
  expect((await api.patch(`${path}/${item.id}`, { price: 1 })).status).toBe(404);
  expect(await names()).toEqual([]);
});

test('an uploaded picture gets a link that anyone can open', async () => {
  const clock = new ManualClock();
  const { api } = await startApp({ clock });
  const path = `/api/ai-agents/${await makeAgent(api)}/catalog-items`;
  const { body: item } = await api.post(path, { name: 'Pizza', price: 45 });
  const pictured = await api.upload(`${path}/${item.id}/image`, await makePhoto(), 'pizza.jpg');
  expect([pictured.status, pictured.body.id]).toEqual([200, item.id]);
  clock.advance(400 * 24 * 3_600_000);
  const picture = await fetch(pictured.body.imageUrl);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const refused = await api.upload(`${path}/${item.id}/image`, makePdf(), 'menu.pdf');
  expect([refused.status, faultsOf(refused)]).toEqual([400, ['body.file']]);
  expect((await api.upload(`${path}/nothing/image`, await makePhoto(), 'pizza.jpg')).status).toBe(404);
  expect((await api.get(path)).body.data[0].imageUrl).toBe(pictured.body.imageUrl);
});

test('a link to an uploaded picture becomes permanent; one to a document or another workspace is rejected', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const { api } = shop;
  const path = `/api/ai-agents/${await makeAgent(api)}/catalog-items`;
  const channel = await pairChannel(shop);
  const { conversationId } = await channel.customerSays(maria, 'Oi');
  const upload = async (bytes: Buffer, name: string): Promise<string> =>
    (await api.upload(`/api/conversations/${conversationId}/upload-media`, bytes, name)).body.url;
  const imageUrl = await upload(await makePhoto(), 'pizza.jpg');
  const { body: item } = await api.post(path, { name: 'Pizza', price: 45, imageUrl });
  const document = await upload(makePdf(), 'menu.pdf');
  expect(faultsOf(await api.patch(`${path}/${item.id}`, { imageUrl: document }))).toEqual(['body.imageUrl']);
  const other = await shop.otherWorkspace();
  const theirs = `/api/ai-agents/${await makeAgent(other)}/catalog-items`;
  expect(faultsOf(await other.post(theirs, { name: 'Pizza', price: 45, imageUrl }))).toEqual(['body.imageUrl']);
  clock.advance(400 * 24 * 3_600_000);
  expect((await fetch(imageUrl)).status).toBe(404);
  expect((await fetch(item.imageUrl)).status).toBe(200);
});

test('an item is invisible to other agents and workspaces', async () => {
  const { api, path, otherWorkspace } = await openItems();
  const { body: item } = await api.post(path, { name: 'Pizza', price: 45 });
  const sibling = `/api/ai-agents/${await makeAgent(api)}/catalog-items`;
  const other = await otherWorkspace();
  expect((await api.get(sibling)).body.data).toEqual([]);
  expect((await other.get(path)).status).toBe(404);
  expect((await other.post(path, { name: 'Pizza', price: 1 })).status).toBe(404);
  for (const [client, base] of [[api, sibling] as const, [other, path] as const]) {
    expect((await client.patch(`${base}/${item.id}`, { price: 1 })).status).toBe(404);
    expect((await client.delete(`${base}/${item.id}`)).status).toBe(404);
  }
  expect((await api.get(path)).body.data).toEqual([item]);
});
