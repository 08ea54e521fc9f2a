import { type GraphServer, startGraphServer } from '../../doubles/graph-server/graph-server.ts';
import { startApp, type TestApp, type TestAppOptions } from '../../support/server/app.ts';

/** A shop with one live cloud channel, and the vendor's double. */
export interface CloudShop {
  shop: TestApp;
  graph: GraphServer;
  channelId: string;
}

/** The credentials that an owner copies from the app dashboard. */
export const credentialsOf = ({ account }: GraphServer) => account;

/** Opens a channel and sets the credentials of the vendor's double, like an owner. */
export async function openCloudShop(options: TestAppOptions = {}): Promise<CloudShop> {
  const graph = await startGraphServer();
  const { clock, env, ...rest } = options;
  if (clock) graph.now = () => clock.now();
  const shop = await startApp({ ...rest, ...(clock && { clock }), env: { ...graph.env, ...env } });
  graph.webhooks.target = shop.api.url;
  const { body: channel } = await shop.api.post('/api/channels', { name: 'Cloud', provider: 'CLOUD_API' });
  const given = await shop.api.put(`/api/channels/${channel.id}/credentials`, credentialsOf(graph));
  if (given.status !== 200) throw new Error(`No credentials: ${JSON.stringify(given.body)}`);
  graph.webhooks.target = `${shop.api.url}/webhooks/cloud/${channel.id}`;
  return { shop, graph, channelId: channel.id };
}
