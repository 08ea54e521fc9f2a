import { maria } from '../support/shop/conversation.ts';
import { makeAgent } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { type ConsoleOptions, startConsole } from './support.ts';

/** A page that the browser does not trust, in English unless a test names another language. */
export const fromNetwork = { language: 'en', origin: 'network' } as const satisfies ConsoleOptions;

/** A console opened from the network, for a shop with a channel, an agent and a customer's message. */
export async function openFromNetwork(options: ConsoleOptions = {}) {
  const open = await startConsole({ ...fromNetwork, ...options });
  const channel = await pairChannel(open.shop);
  const agentId = await makeAgent(open.shop.api);
  const { conversationId } = await channel.customerSays(maria, 'Tem bolo?', { name: 'Maria' });
  const button = (name: string) => open.page.getByRole('button', { name, exact: true }).first();
  /** Messages on the customer's phone, oldest first. */
  const heard = async () => (await channel.phoneShows(maria)).map(({ content }) => content).reverse();
  return { ...open, channel, agentId, conversationId, button, heard };
}
