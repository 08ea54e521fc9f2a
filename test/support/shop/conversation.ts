import { type Client, startApp, type TestApp, type TestAppOptions } from '../server/app.ts';
import { pairChannel, type SimulatedChannel } from './shop.ts';

export const maria = '+5511987654321';
export const joao = '+5521998765432';

/** A shop with one channel, on which Maria has written "Oi". */
export interface OpenConversation {
  shop: TestApp;
  api: Client;
  channel: SimulatedChannel;
  /** Maria's message. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  received: any;
  /** `/api/conversations/{id}` */
  path: string;
}

export async function openConversation(
  options: TestAppOptions & { provider?: '<QR_PROVIDER>' | 'CLOUD_API' } = {},
): Promise<OpenConversation> {
  const { provider, ...rest } = options;
  const shop = await startApp(rest);
  const channel = await pairChannel(shop, provider);
  const received = await channel.customerSays(maria, 'Oi', { name: 'Maria' });
  return { shop, api: shop.api, channel, received, path: `/api/conversations/${received.conversationId}` };
}

/** Returns the kinds of the events that `act` causes, in order. */
export async function eventsOf(shop: TestApp, act: () => Promise<unknown>): Promise<string[]> {
  const before = (await shop.events()).length;
  await act();
  return (await shop.events()).slice(before).map((event) => event.type);
}
