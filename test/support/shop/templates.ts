import { type Client, startApp, type TestApp, type TestAppOptions } from '../server/app.ts';
import { pairChannel, type SimulatedChannel } from './shop.ts';

/** A shop with one channel, by default a cloud one, and functions that act as the vendor's reviewers. */
export interface TemplateShop {
  shop: TestApp;
  api: Client;
  channel: SimulatedChannel;
  /** `/api/channels/{id}/chat-templates` */
  path: string;
  /** Creates or changes a template at the vendor. */
  atPlatform(name: string, fields?: object): ReturnType<Client['put']>;
  deleteAtPlatform(name: string, language?: string): ReturnType<Client['delete']>;
}

export async function openTemplates(
  options: TestAppOptions & { provider?: '<QR_PROVIDER>' | 'CLOUD_API' } = {},
): Promise<TemplateShop> {
  const { provider = 'CLOUD_API', ...rest } = options;
  const shop = await startApp(rest);
  const channel = await pairChannel(shop, provider);
  const base = `/api/simulator/channels/${channel.id}/templates`;
  return {
    shop,
    api: shop.api,
    channel,
    path: `/api/channels/${channel.id}/chat-templates`,
    atPlatform: (name, fields = {}) => shop.api.put(`${base}/${name}`, fields),
    deleteAtPlatform: (name, language = 'en_US') => shop.api.delete(`${base}/${name}?language=${language}`),
  };
}

/** A template with a placeholder in its body. */
export const orderReady = (more: object = {}) => ({
  name: 'order_ready',
  category: 'UTILITY',
  language: 'pt_BR',
  components: [{ type: 'BODY', text: 'Olá {{1}}, o pedido {{2}} saiu.', example: { body_text: [['Ana', '4711']] } }],
  ...more,
});
