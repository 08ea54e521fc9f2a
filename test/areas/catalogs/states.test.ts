import { describe, expect, test } from 'vitest';
import { makeAgent } from '../../support/shop/sales.ts';
import { openCatalog } from './support.ts';

interface Entry {
  state: string;
  refusal: string | null;
  item: { name: string } | null;
  product: { name: string } | null;
}

const stateOf = ({ item, product, state }: Entry) => `${(item ?? product)?.name}: ${state}`;

describe('the comparison of a catalog', () => {
  test('tells the state of each item, why one was refused, and how many are in each state', async () => {
    const { shop, addItem, changeItem, sync, compare } = await openCatalog();
    const gone = await addItem('Bolo');
    const pizza = await addItem('Pizza');
    await addItem('Suco');
    await addItem('Refused drink');
    await sync();
    await shop.app.platform.write(({ db }) => db.deleteFrom('catalog_items').where('id', '=', gone).execute());
    await changeItem(pizza, { price_cents: 5000 });
    await addItem('Torta');
    const { body } = await compare();
    expect(body.data.map(stateOf)).toEqual([
      'Pizza: changed',
      'Suco: synced',
      'Refused drink: refused',
      'Torta: missing',
      'Bolo: only_there',
    ]);
    expect(body.data.map((entry: Entry) => entry.refusal)).toEqual([
      null,
      null,
      'The simulator refuses names with "refuse"',
      null,
      null,
    ]);
    const counts = { synced: 1, changed: 1, missing: 1, refused: 1, only_there: 1 };
    expect(body.counts).toEqual(counts);
    const { body: refused } = await compare('state=refused');
    expect(refused).toMatchObject({ total: 1, counts });
    expect(refused.data.map(stateOf)).toEqual(['Refused drink: refused']);
    expect((await compare('state=lost')).status).toBe(400);
  });

  test('shows a refused item as synced once it was mended and synced again', async () => {
    const { api, addItem, changeItem, sync, ended, compare } = await openCatalog();
    const bad = await addItem('Refused drink');
    const failed = await sync();
    await changeItem(bad, { name: 'Suco' });
    expect((await compare()).body.data.map(stateOf)).toEqual(['Suco: refused']);
    await api.post(`/api/platform-catalog-syncs/${failed.id}/retry`);
    await ended(failed.id);
    expect((await compare()).body.data.map(stateOf)).toEqual(['Suco: synced']);
  });
});

test('the newest sync of a channel is known, and a refusal counts for its own agent only', async () => {
  const { api, channel, path, addItem, sync, ended } = await openCatalog();
  expect((await api.get(`${path}/sync`)).status).toBe(404);
  await addItem('Refused drink');
  const first = await sync();
  expect((await api.get(`${path}/sync`)).body).toEqual(first);
  const other = await makeAgent(api);
  const { body: begun } = await api.post(`${path}/sync`, { sourceAiAgentId: other });
  const second = await ended(begun.id);
  expect((await api.get(`${path}/sync`)).body).toEqual(second);
  const list = `/api/platform-catalogs/products?channelId=${channel.id}&sourceAiAgentId=${first.sourceAiAgentId}`;
  expect((await api.get(list)).body.data.map(stateOf)).toEqual(['Refused drink: refused']);
});
