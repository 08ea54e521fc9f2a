import type { GraphCustomer } from '../../doubles/graph-server/graph-server-people.ts';
import type { Client, TestAppOptions } from '../../support/server/app.ts';
import { type CloudShop, credentialsOf, openCloudShop } from '../cloud/support.ts';

/** The vendor's address of somebody who hides the number. */
export const nina = { userId: 'BR.1502', username: '@nina', name: 'Nina' };
export const ninasPhone = '+5511970031502';

/** A live cloud shop, and what its customers do. Each resolves when the shop has handled it. */
export interface PeopleShop extends CloudShop {
  api: Client;
  says(from: GraphCustomer, text: string, more?: { numberId?: string }): Promise<void>;
  moves(before: GraphCustomer, after: GraphCustomer): Promise<void>;
  /** Resolves when every event of the vendor is handled. */
  handled(): Promise<void>;
}

export async function openPeopleShop(options: TestAppOptions = {}): Promise<PeopleShop> {
  const cloud = await openCloudShop(options);
  const { shop, graph } = cloud;
  const handled = async () => {
    await graph.webhooks.idle();
    await shop.settle();
  };
  return {
    ...cloud,
    api: shop.api,
    handled,
    async says(from, text, { numberId } = {}) {
      graph.messages.customerSends(from, 'text', { body: text }, {}, numberId);
      await handled();
    },
    async moves(before, after) {
      graph.messages.customerMoves(before, after);
      await handled();
    },
  };
}

/** Opens a channel for the shop's second number; returns the number's id at the vendor. */
export async function openSecondNumber({ shop, graph }: CloudShop, account: object = {}): Promise<string> {
  const { target } = graph.webhooks;
  const { body: channel } = await shop.api.post('/api/channels', { name: 'Second', provider: 'CLOUD_API' });
  const credentials = { ...credentialsOf(graph), phoneNumberId: graph.secondNumberId, ...account };
  await shop.api.put(`/api/channels/${channel.id}/credentials`, credentials);
  graph.webhooks.target = target;
  return graph.secondNumberId;
}

/** The contacts of a shop, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
export const contactsOf = async (api: Client): Promise<any[]> =>
  (await api.get('/api/contacts?limit=100')).body.data.toReversed();

/** The conversations of a shop, each with the texts of its messages, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
export async function conversationsOf(api: Client): Promise<any[]> {
  const { data } = (await api.get('/api/conversations?limit=100')).body;
  return Promise.all(
    data.map(async (conversation: { id: string }) => {
      const { body } = await api.get(`/api/conversations/${conversation.id}/messages?limit=100`);
      return { ...conversation, texts: body.data.map(({ content }: { content: string }) => content).toReversed() };
    }),
  );
}
