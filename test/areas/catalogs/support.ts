import { insertCatalogItem } from '../../../server/areas/agents/index.ts';
import { newId } from '../../../server/platform/ids.ts';
import { type Client, eventually, startApp, type TestApp, type TestAppOptions } from '../../support/server/app.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { pairChannel, type SimulatedChannel } from '../../support/shop/shop.ts';

/** A cloud channel whose main catalog is linked, and an agent without items. */
export interface CatalogShop {
  shop: TestApp;
  api: Client;
  channel: SimulatedChannel;
  agentId: string;
  /** The two catalogs of the vendor; the first is linked. */
  catalogIds: [string, string];
  /** `/api/channels/{id}/platform-catalog` */
  path: string;
  addItem(name: string, fields?: object): Promise<string>;
  changeItem(id: string, changes: object): Promise<unknown>;
  startSync(): ReturnType<Client['post']>;
  /** Runs a sync and returns it once it has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  sync(): Promise<any>;
  /** The sync once it has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  ended(id: string): Promise<any>;
  /** The comparison of the vendor's products with the agent's items. */
  compare(query?: string): ReturnType<Client['get']>;
}

export async function openCatalog(options: TestAppOptions = {}): Promise<CatalogShop> {
  const shop = await startApp(options);
  const { api, workspace } = shop;
  const { platform } = shop.app;
  const channel = await pairChannel(shop, 'CLOUD_API');
  const agentId = await makeAgent(api);
  const path = `/api/channels/${channel.id}/platform-catalog`;
  const { body: listed } = await api.get(`/api/platform-catalogs?channelId=${channel.id}`);
  const catalogIds = listed.data.map((entry: { id: string }) => entry.id) as [string, string];
  await api.put(path, { catalogId: catalogIds[0] });
  let position = 0;
  const startSync = () => api.post(`${path}/sync`, { sourceAiAgentId: agentId });
  const ended = (id: string) =>
    eventually(async () => {
      const { body } = await api.get(`/api/platform-catalog-syncs/${id}`);
      return body.finishedAt && body;
    });
  return {
    shop,
    api,
    channel,
    agentId,
    catalogIds,
    path,
    startSync,
    ended,
    async addItem(name, fields = {}) {
      const draft = { id: newId('item'), workspace_id: workspace.id, agent_id: agentId, name, price_cents: 4590 };
      const place = { position: position++ };
      const row = await platform.write(({ db, now }) => insertCatalogItem(db, { ...draft, ...place, ...fields }, now));
      return row.id;
    },
    changeItem: (id, changes) =>
      platform.write(({ db }) => db.updateTable('catalog_items').set(changes).where('id', '=', id).execute()),
    async sync() {
      const { body } = await startSync();
      return ended(body.id);
    },
    compare: (query = '') =>
      api.get(`/api/platform-catalogs/products?channelId=${channel.id}&sourceAiAgentId=${agentId}&${query}`),
  };
}
