import { describe, expect, test } from 'vitest';
import { insertCatalogItem } from '../../../server/areas/agents/index.ts';
import { newId } from '../../../server/platform/ids.ts';
import { eventually } from '../../support/server/app.ts';
import { joao } from '../../support/shop/conversation.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { orderReady } from '../../support/shop/templates.ts';
import type { Harness, OpenedChannel } from './conformance-support.ts';

/** A template of the channel, approved if there is a review. */
async function makeTemplate(far: OpenedChannel) {
  const { api } = far.shop;
  const made = await api.post(`/api/channels/${far.channelId}/chat-templates`, orderReady());
  expect(made.status).toBe(201);
  const at = `/api/chat-templates/${made.body.id}`;
  await far.reviewTemplate?.('order_ready');
  await eventually(async () => (await api.get(at)).body.status === 'APPROVED');
  return { at, made: made.body };
}

/** Templates, which every channel has, and catalogs, which only CLOUD_API has. */
export function describeTemplates(name: string, harness: Harness): void {
  const isCloud = harness.declares.provider === 'CLOUD_API';

  describe(`${name}: templates`, () => {
    test('are created, sent with values to someone who has never written, counted, and deleted', async () => {
      const far = await harness.open();
      const { api } = far.shop;
      const { at, made } = await makeTemplate(far);
      expect(made).toMatchObject({ local: !isCloud, variables: ['1', '2'] });
      const template = { name: 'order_ready', language: 'pt_BR', variables: ['João', '4711'] };
      const started = await api.post('/api/conversations/new', {
        channelId: far.channelId,
        phoneNumber: joao,
        template,
      });
      const content = 'Olá João, o pedido 4711 saiu.';
      expect(started).toMatchObject({ status: 201, body: { message: { content, error: null } } });
      await eventually(async () => (await far.phoneShows(joao)).length === 1);
      await eventually(async () => {
        await far.shop.settle();
        const { body } = await api.get(`/api/chat-templates/stats?channelId=${far.channelId}`);
        return body.sends === 1 && body.delivered === 1;
      });
      expect((await api.delete(at)).status).toBe(204);
      expect((await api.get(at)).status).toBe(404);
      const refused = await api.post(`/api/conversations/${started.body.id}/messages`, { template });
      expect(refused).toMatchObject({ status: 409, body: { code: 'template_unusable' } });
      expect(await far.phoneShows(joao)).toHaveLength(1);
    });

    test.runIf(isCloud)('are synced: missing ones are marked as gone, and a repeat changes nothing', async () => {
      const far = await harness.open();
      const { api } = far.shop;
      const { at } = await makeTemplate(far);
      const path = `/api/channels/${far.channelId}/chat-templates/sync`;
      const sync = async () => {
        expect((await api.post(path)).status).toBe(200);
        return eventually(async () => {
          const { body } = await api.get(path);
          return body.finishedAt && body;
        });
      };
      expect(await sync()).toMatchObject({ status: 'SUCCEEDED', gone: 0 });
      expect(await sync()).toMatchObject({ status: 'SUCCEEDED', added: 0, updated: 0, gone: 0 });
      expect((await api.get(at)).body.status).toBe('APPROVED');
    });
  });

  describe.runIf(isCloud)(`${name}: catalogs`, () => {
    test('are linked and receive the items of an agent once', async () => {
      const far = await harness.open();
      const { api, app, workspace } = far.shop;
      const path = `/api/channels/${far.channelId}/platform-catalog`;
      const { body: listed } = await api.get(`/api/platform-catalogs?channelId=${far.channelId}`);
      const catalogId = listed.data[0].id;
      expect((await api.put(path, { catalogId, confirmReplace: true })).status).toBe(200);
      const agentId = await makeAgent(api);
      await app.platform.write(({ db, now }) =>
        insertCatalogItem(
          db,
          {
            id: newId('item'),
            workspace_id: workspace.id,
            agent_id: agentId,
            name: 'Pizza',
            description: 'Grande',
            image_url: 'https://example.com/pizza.jpg',
            price_cents: 4590,
            position: 0,
          },
          now,
        ),
      );
      const sync = async () => {
        const begun = await api.post(`${path}/sync`, { sourceAiAgentId: agentId });
        expect(begun.status).toBe(202);
        return eventually(async () => {
          const { body } = await api.get(`/api/platform-catalog-syncs/${begun.body.id}`);
          return body.finishedAt && body;
        });
      };
      expect(await sync()).toMatchObject({ status: 'SUCCEEDED', created: 1, errors: [] });
      expect(await sync()).toMatchObject({ status: 'SUCCEEDED', created: 0, updated: 0, unchanged: 1 });
      const query = `channelId=${far.channelId}&sourceAiAgentId=${agentId}&search=pizza`;
      const { body: products } = await api.get(`/api/platform-catalogs/products?${query}`);
      expect(products.data).toMatchObject([{ product: { name: 'Pizza', price: 45.9 }, differences: [] }]);
      expect(await api.delete(path)).toMatchObject({ status: 200, body: { catalog: null } });
    });
  });
}
