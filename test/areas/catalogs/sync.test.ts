import { describe, expect, test } from 'vitest';
import { eventually, openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { openCatalog } from './support.ts';

describe('a sync', () => {
  test('is queued, creates the products and emits an event at its end', async () => {
    const { shop, addItem, startSync, ended, compare, channel, agentId, catalogIds } = await openCatalog();
    await addItem('Pizza', { description: 'Grande', image_url: 'https://example.com/p.jpg' });
    await addItem('Suco', { price_cents: 850, active: 0 });
    const begun = await startSync();
    expect(begun).toMatchObject({
      status: 202,
      body: {
        id: expect.stringMatching(/^sync_/),
        channelId: channel.id,
        catalogId: catalogIds[0],
        sourceAiAgentId: agentId,
        status: 'PENDING',
        progress: 0,
        total: 2,
        finishedAt: null,
      },
    });
    const done = await ended(begun.body.id);
    const counts = { total: 2, created: 2, updated: 0, unchanged: 0, failed: 0, errors: [], error: null };
    expect(done).toMatchObject({ ...counts, status: 'SUCCEEDED', progress: 100, startedAt: expect.any(String) });
    expect(await shop.events('catalog.synced')).toMatchObject([{ source: 'SYSTEM', data: done }]);
    const { body } = await compare();
    expect(body.data.map((entry: { differences: string[] }) => entry.differences)).toEqual([[], []]);
    expect(body.data[0].product).toMatchObject({ name: 'Pizza', price: 45.9, description: 'Grande', available: true });
    expect(body.data[1].product).toMatchObject({ name: 'Suco', price: 8.5, available: false });
  });

  test('changes nothing when repeated, and later only what differs', async () => {
    const { shop, addItem, changeItem, sync } = await openCatalog();
    const pizza = await addItem('Pizza');
    await addItem('Suco');
    await sync();
    expect(await sync()).toMatchObject({ status: 'SUCCEEDED', created: 0, updated: 0, unchanged: 2 });
    await changeItem(pizza, { price_cents: 4790 });
    expect(await sync()).toMatchObject({ status: 'SUCCEEDED', created: 0, updated: 1, unchanged: 1 });
    expect(await shop.events('catalog.synced')).toHaveLength(3);
  });

  test('never deletes a product whose item was deleted', async () => {
    const { shop, addItem, sync, compare } = await openCatalog();
    const pizza = await addItem('Pizza');
    await addItem('Suco');
    await sync();
    await shop.app.platform.write(({ db }) => db.deleteFrom('catalog_items').where('id', '=', pizza).execute());
    expect(await sync()).toMatchObject({ status: 'SUCCEEDED', total: 1 });
    const { body } = await compare();
    expect(body.data[1]).toMatchObject({ item: null, product: { retailerId: pizza }, differences: ['missing_here'] });
  });

  test('of an agent without items succeeds at once', async () => {
    const { sync } = await openCatalog();
    expect(await sync()).toMatchObject({ status: 'SUCCEEDED', total: 0, progress: 100 });
  });

  test('of more items than one batch includes them all', async () => {
    const { addItem, sync, compare } = await openCatalog();
    for (let number = 1; number <= 120; number++) await addItem(`Item ${number}`);
    expect(await sync()).toMatchObject({ status: 'SUCCEEDED', total: 120, created: 120 });
    const { body } = await compare('limit=50&page=3');
    expect(body).toMatchObject({ total: 120, page: 3, hasMore: false });
    expect(body.data).toHaveLength(20);
  });

  test('returns 409 while one runs and without a linked catalog', async () => {
    const { api, path, channel, addItem, startSync, ended } = await openCatalog();
    await addItem('Pizza');
    await channel.faults({ delayMs: 100 });
    const both = await Promise.all([startSync(), startSync()]);
    expect(both.map((answer) => answer.status).sort()).toEqual([202, 409]);
    const begun = both.find((answer) => answer.status === 202)?.body;
    const refused = await startSync();
    expect(refused).toMatchObject({ status: 409, body: { code: 'sync_running', syncId: begun.id } });
    expect((await api.post(`/api/platform-catalog-syncs/${begun.id}/retry`)).body.code).toBe('sync_running');
    expect(await ended(begun.id)).toMatchObject({ status: 'SUCCEEDED' });
    await api.delete(path);
    expect(await startSync()).toMatchObject({ status: 409, body: { code: 'catalog_not_linked' } });
  });

  test.each([
    [{}, 'body.sourceAiAgentId'],
    [{ sourceAiAgentId: '' }, 'body.sourceAiAgentId'],
    [{ sourceAiAgentId: 'agent_x' }, 'body.sourceAiAgentId'],
  ])('returns 400 for %j', async (body, field) => {
    const { api, path } = await openCatalog();
    expect(await api.post(`${path}/sync`, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

describe('a rejection by the vendor', () => {
  test('is reported by item, and a retry includes only these items', async () => {
    const { shop, api, addItem, changeItem, sync, ended } = await openCatalog();
    await addItem('Pizza');
    const bad = await addItem('Refused drink');
    const partial = await sync();
    expect(partial).toMatchObject({
      status: 'PARTIAL',
      created: 1,
      failed: 1,
      errors: [{ itemId: bad, name: 'Refused drink', message: expect.any(String) }],
    });
    expect(await shop.events('catalog.synced')).toEqual([]);
    await changeItem(bad, { name: 'Suco' });
    const again = await api.post(`/api/platform-catalog-syncs/${partial.id}/retry`);
    expect(again).toMatchObject({ status: 200, body: { id: partial.id, status: 'PENDING', progress: 50, failed: 0 } });
    expect(await ended(partial.id)).toMatchObject({ status: 'SUCCEEDED', created: 2, failed: 0, errors: [] });
    expect(await shop.events('catalog.synced')).toHaveLength(1);
    const none = await api.post(`/api/platform-catalog-syncs/${partial.id}/retry`);
    expect(none).toMatchObject({ status: 409, body: { code: 'not_retryable' } });
  });

  test('of all items leaves the sync FAILED', async () => {
    const { addItem, sync } = await openCatalog();
    await addItem('Refused');
    expect(await sync()).toMatchObject({ status: 'FAILED', failed: 1, error: null });
  });

  test('of the whole sync is reported and can be retried', async () => {
    const { api, channel, addItem, startSync, ended } = await openCatalog();
    await addItem('Pizza');
    await channel.faults({ delayMs: 150 });
    const { body: begun } = await startSync();
    await channel.faults({ failCalls: { reason: 'blocked_policy' } });
    expect(await ended(begun.id)).toMatchObject({
      status: 'FAILED',
      failed: 1,
      error: expect.stringContaining('blocked'),
    });
    expect((await api.post(`/api/platform-catalog-syncs/${begun.id}/retry`)).status).toBe(200);
    expect(await ended(begun.id)).toMatchObject({ status: 'SUCCEEDED', created: 1 });
  });

  test('that is temporary is retried automatically', async () => {
    const clock = new ManualClock();
    const { shop, api, channel, addItem, startSync, ended } = await openCatalog({ clock });
    await addItem('Pizza');
    await channel.faults({ delayMs: 150 });
    const { body: begun } = await startSync();
    await channel.faults({ failCalls: { reason: 'rate_limited' } });
    await shop.settle();
    expect((await api.get(`/api/platform-catalog-syncs/${begun.id}`)).body.status).toBe('RUNNING');
    clock.advance(2_000);
    expect(await ended(begun.id)).toMatchObject({ status: 'SUCCEEDED' });
  });
});

test('a sync interrupted by a stop completes after the next start', async () => {
  const { shop, channel, addItem, startSync } = await openCatalog();
  for (let number = 1; number <= 60; number++) await addItem(`Item ${number}`);
  await channel.faults({ delayMs: 200 });
  const { body: begun } = await startSync();
  await shop.app.stop();
  const again = await startApp({ home: shop.home });
  const done = await eventually(async () => {
    const { body } = await again.api.get(`/api/platform-catalog-syncs/${begun.id}`);
    return body.finishedAt && body;
  });
  expect(done).toMatchObject({ status: 'SUCCEEDED', total: 60, failed: 0 });
  expect(await again.events('catalog.synced')).toHaveLength(1);
});

describe('the comparison', () => {
  test('reports differences, finds by name, and lists products without an item last', async () => {
    const { api, channel, catalogIds, addItem, changeItem, sync, compare } = await openCatalog();
    const pizza = await addItem('Pizza de Açaí', { description: 'Doce', image_url: 'https://example.com/a.jpg' });
    await addItem('Suco');
    await sync();
    await changeItem(pizza, {
      name: 'Pizza de açaí grande',
      description: null,
      price_cents: 1,
      image_url: null,
      active: 0,
    });
    await addItem('Água');
    const { body } = await compare();
    expect(body.data).toMatchObject([
      {
        product: { retailerId: pizza, name: 'Pizza de Açaí', price: 45.9 },
        item: { id: pizza, name: 'Pizza de açaí grande', price: 0.01, active: false },
        differences: ['name', 'description', 'price', 'imageUrl', 'available'],
      },
      { item: { name: 'Suco' }, differences: [] },
      { product: null, item: { name: 'Água' }, differences: ['missing_there'] },
    ]);
    const found = (await compare('search=ACAI')).body;
    expect(found).toMatchObject({ total: 1, data: [{ item: { id: pizza } }] });
    const otherAgent = await makeAgent(api, { name: 'Leo' });
    const query = `channelId=${channel.id}&sourceAiAgentId=${otherAgent}&limit=1`;
    const foreign = (await api.get(`/api/platform-catalogs/products?${query}`)).body;
    expect(foreign).toMatchObject({ total: 2, hasMore: true, data: [{ item: null, differences: ['missing_here'] }] });
    const { body: listed } = await api.get(`/api/platform-catalogs?channelId=${channel.id}`);
    expect(listed.data).toMatchObject([{ id: catalogIds[0], productCount: 2 }, { productCount: 0 }]);
  });

  test('returns 409 without a linked catalog', async () => {
    const { api, path, compare } = await openCatalog();
    await api.delete(path);
    expect(await compare()).toMatchObject({ status: 409, body: { code: 'catalog_not_linked' } });
  });
});

test('returns 404 for an unknown sync', async () => {
  const { api } = await openWorkspace();
  expect((await api.get('/api/platform-catalog-syncs/sync_x')).status).toBe(404);
  expect((await api.post('/api/platform-catalog-syncs/sync_x/retry')).status).toBe(404);
});
