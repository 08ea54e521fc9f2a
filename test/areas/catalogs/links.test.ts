import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { openCatalog } from './support.ts';

/** A cloud channel without a linked catalog. */
async function openUnlinked() {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop, 'CLOUD_API');
  const path = `/api/channels/${channel.id}/platform-catalog`;
  const list = async () => (await shop.api.get(`/api/platform-catalogs?channelId=${channel.id}`)).body.data;
  const [main, season] = await list();
  return { ...shop, shop, channel, path, list, main, season };
}

describe('linking a catalog', () => {
  test('shows it as linked and is idempotent', async () => {
    const { api, path, list, main, channel, shop } = await openUnlinked();
    expect(main).toEqual({ id: expect.any(String), name: 'Main catalog', productCount: 0, linked: false });
    for (const _time of [1, 2]) {
      const linked = await api.put(path, { catalogId: main.id });
      expect(linked).toMatchObject({
        status: 200,
        body: { channelId: channel.id, catalog: { ...main, linked: true } },
      });
    }
    expect((await list()).map((entry: { linked: boolean }) => entry.linked)).toEqual([true, false]);
    expect((await shop.events()).map((event) => event.type)).toEqual(['channel.connected']);
  });

  test('requires a confirmation if another one is linked', async () => {
    const { api, path, list, main, season } = await openUnlinked();
    await api.put(path, { catalogId: main.id });
    for (const confirmReplace of [undefined, false]) {
      const refused = await api.put(path, { catalogId: season.id, confirmReplace });
      expect(refused).toMatchObject({ status: 409, body: { code: 'catalog_linked', linkedCatalogId: main.id } });
    }
    expect((await list())[0].linked).toBe(true);
    expect((await api.put(path, { catalogId: season.id, confirmReplace: true })).status).toBe(200);
    expect((await list()).map((entry: { linked: boolean }) => entry.linked)).toEqual([false, true]);
  });

  test('is undone by unlinking, which is idempotent', async () => {
    const { api, path, list, main, channel } = await openUnlinked();
    await api.put(path, { catalogId: main.id });
    for (const _time of [1, 2]) {
      expect(await api.delete(path)).toMatchObject({ status: 200, body: { channelId: channel.id, catalog: null } });
    }
    expect((await list()).every((entry: { linked: boolean }) => !entry.linked)).toBe(true);
  });

  test.each([
    [{}, 'body.catalogId'],
    [{ catalogId: '' }, 'body.catalogId'],
    [{ catalogId: 'x'.repeat(129) }, 'body.catalogId'],
    [{ catalogId: 'unknown' }, 'body.catalogId'],
    [{ catalogId: '1', confirmReplace: 'yes' }, 'body.confirmReplace'],
  ])('returns 400 for %j', async (body, field) => {
    const { api, path } = await openUnlinked();
    expect(await api.put(path, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  test('leaves the old one linked if the vendor fails', async () => {
    const { api, path, list, main, season, channel } = await openUnlinked();
    await api.put(path, { catalogId: main.id });
    await channel.faults({ failCalls: { reason: 'provider_failed' } });
    expect(await api.put(path, { catalogId: season.id, confirmReplace: true })).toMatchObject({ status: 502 });
    expect((await list()).map((entry: { linked: boolean }) => entry.linked)).toEqual([true, false]);
  });
});

describe('a channel', () => {
  test('without catalogs at its vendor returns 400 in every operation', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const { id } = await pairChannel(shop);
    const agentId = await makeAgent(api);
    const path = `/api/channels/${id}/platform-catalog`;
    const answers = [
      await api.get(`/api/platform-catalogs?channelId=${id}`),
      await api.get(`/api/platform-catalogs/products?channelId=${id}&sourceAiAgentId=${agentId}`),
      await api.put(path, { catalogId: '1' }),
      await api.delete(path),
      await api.post(`${path}/sync`, { sourceAiAgentId: agentId }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { code: 'channel_unsupported' } });
  });

  test('returns 503 if unreachable, 409 if deactivated, 502 if the vendor fails', async () => {
    const open = await openCatalog();
    const { api, channel, path } = open;
    const ask = async () => [
      (await api.get(`/api/platform-catalogs?channelId=${channel.id}`)).status,
      (await open.compare()).status,
      (await api.put(path, { catalogId: open.catalogIds[1], confirmReplace: true })).status,
      (await open.startSync()).status,
      (await api.delete(path)).status,
    ];
    await channel.faults({ failCalls: { reason: 'provider_failed', times: 5 } });
    expect(await ask()).toEqual([502, 502, 502, 502, 502]);
    await channel.faults({ dropped: true });
    expect(await ask()).toEqual([503, 503, 503, 503, 503]);
    await api.post(`/api/channels/${channel.id}/deactivate`);
    expect(await ask()).toEqual([409, 409, 409, 409, 409]);
  });

  test('returns 400 in the list and 404 elsewhere if unknown', async () => {
    const { api, agentId, channel, compare } = await openCatalog();
    const list = await api.get('/api/platform-catalogs?channelId=ch_x');
    expect(list).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'query.channelId', code: 'unknown_reference' }] },
    });
    expect((await api.get('/api/platform-catalogs')).status).toBe(400);
    expect((await compare()).status).toBe(200);
    const products = '/api/platform-catalogs/products';
    for (const [query, field] of [
      [`channelId=ch_x&sourceAiAgentId=${agentId}`, 'query.channelId'],
      [`channelId=${channel.id}&sourceAiAgentId=agent_x`, 'query.sourceAiAgentId'],
    ]) {
      expect(await api.get(`${products}?${query}`)).toMatchObject({ status: 404, body: { errors: [{ field }] } });
    }
    expect((await api.get(`${products}?channelId=${channel.id}`)).status).toBe(400);
    expect((await api.put('/api/channels/ch_x/platform-catalog', { catalogId: '1' })).status).toBe(404);
    expect((await api.delete('/api/channels/ch_x/platform-catalog')).status).toBe(404);
  });

  test('of another workspace returns the same as an unknown one', async () => {
    const { shop, channel, agentId, path, catalogIds, addItem, sync } = await openCatalog();
    await addItem('Pizza');
    const { id } = await sync();
    const other = await shop.otherWorkspace();
    const answers = [
      await other.put(path, { catalogId: catalogIds[1], confirmReplace: true }),
      await other.delete(path),
      await other.post(`${path}/sync`, { sourceAiAgentId: agentId }),
      await other.get(`/api/platform-catalog-syncs/${id}`),
      await other.post(`/api/platform-catalog-syncs/${id}/retry`),
      await other.get(`/api/platform-catalogs/products?channelId=${channel.id}&sourceAiAgentId=${agentId}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
    expect((await other.get(`/api/platform-catalogs?channelId=${channel.id}`)).status).toBe(400);
    const mine = await other.post('/api/channels', { name: 'Mine', provider: 'CLOUD_API' });
    const foreign = `/api/platform-catalogs/products?channelId=${mine.body.id}&sourceAiAgentId=${agentId}`;
    expect((await other.get(foreign)).status).toBe(404);
  });
});
