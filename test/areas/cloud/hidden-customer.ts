import { eventually, type TestAppOptions } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { makeTestGate } from '../agents/support.ts';
import { openCloudShop } from './support.ts';

export const nina = 'BR.1234567890';

/** A shop with an agent on its channel and one customer, Nina, who has written and hides her number. */
export async function openWithNina({ agent = {}, ...options }: TestAppOptions & { agent?: object } = {}) {
  const clock = new ManualClock();
  const { shop, graph, channelId } = await openCloudShop({ clock, areas: makeTestGate().areas, ...options });
  const { api } = shop;
  const rest = async () => {
    await graph.webhooks.idle();
    for (let round = 0; round < 3; round++) {
      await shop.settle();
      await shop.app.platform.services.intentMatcher.idle();
      await shop.app.platform.services.flowEngine.idle();
      await shop.app.platform.services.replySender.idle();
    }
    await shop.settle();
  };
  /** With her number, the vendor reveals it. */
  const says = async (text: string, phone?: string) => {
    graph.messages.customerSends({ userId: nina, name: 'Nina', ...(phone && { phone }) }, 'text', { body: text });
    await rest();
  };
  const agentId = await makeAgent(api, { language: 'pt', ...agent });
  await api.put(`/api/channels/${channelId}/ai-agent`, { aiAgentId: agentId });
  await says('Oi');
  const conversation = await eventually(async () => (await api.get('/api/conversations')).body.data[0]);
  const { body: contacts } = await api.get('/api/contacts');
  const hears = async (): Promise<string[]> => {
    const { body } = await api.get(`/api/conversations/${conversation.id}/messages?limit=100`);
    const outbound = body.data.filter(({ direction }: { direction: string }) => direction === 'OUTBOUND');
    return outbound.map(({ content }: { content: string }) => content).reverse();
  };
  return {
    ...{ shop, api, graph, clock, channelId, agentId, says, hears, rest },
    contactId: contacts.data[0].id as string,
    conversationId: conversation.id as string,
  };
}
