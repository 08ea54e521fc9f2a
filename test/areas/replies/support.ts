import type { Provides } from '../../../server/platform/wiring.ts';
import { type Client, startApp, type TestApp, type TestAppOptions } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { maria } from '../../support/shop/conversation.ts';
import { pairChannel, type SimulatedChannel } from '../../support/shop/shop.ts';
import { makeTestGate } from '../agents/support.ts';

/** A Saturday evening in São Paulo: the pizzeria is open. */
const saturdayEvening = '2026-11-21T23:00:00.000Z';

export interface AnsweringShop {
  shop: TestApp;
  api: Client;
  clock: ManualClock;
  channel: SimulatedChannel;
  agentId: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  agent(): Promise<any>;
  /** Sends a customer's message and returns the replies to it, oldest first. */
  ask(text: string, from?: string): Promise<string[]>;
  /** Sends a customer's message; resolves once its turn has begun, without waiting for the reply. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  say(text: string, from?: string): Promise<any>;
  /** Waits until everything due has run. */
  settle(): Promise<void>;
  /** The agent's messages to a customer, oldest first. */
  heard(from?: string): Promise<string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  conversation(from?: string): Promise<any>;
}

export interface ShopOptions extends TestAppOptions {
  start?: string;
  templateId?: string;
  /** Fields of the agent in addition to the template. */
  draft?: object;
  behavior?: object;
  items?: object[];
  /** Prices of services, by name. */
  prices?: Record<string, number>;
  provider?: '<QR_PROVIDER>' | 'CLOUD_API';
  /** Extensions of the test in addition to the product's areas. */
  provides?: Provides;
}

/** A shop with a published agent on its channel, which replies at once unless `behavior` sets a debounce. */
export async function openAnsweringShop(options: ShopOptions = {}): Promise<AnsweringShop> {
  const { start, templateId, draft, behavior, items, prices, provider, provides = {}, ...rest } = options;
  const clock = new ManualClock(start ?? saturdayEvening);
  const shop = await startApp({
    clock,
    areas: [...makeTestGate().areas, { name: 'shop', title: 'Shop', provides }],
    ...rest,
  });
  const { api, app } = shop;
  const channel = await pairChannel(shop, provider);
  const made = await api.post('/api/ai-agents', {
    name: 'Bia',
    language: 'pt',
    ...(templateId ? { templateId } : {}),
    ...draft,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const path = `/api/ai-agents/${made.body.id}`;
  await api.patch(path, { behavior: { ...made.body.behavior, debounceMs: 0, ...behavior } });
  if (prices) {
    const services = made.body.services.map((service: { name: string }) => ({
      ...service,
      price: prices[service.name] ?? null,
    }));
    await api.patch(path, { services });
  }
  for (const item of items ?? []) {
    const added = await api.post(`${path}/catalog-items`, item);
    if (added.status !== 201) throw new Error(JSON.stringify(added.body));
  }
  const published = await api.post(`${path}/publish`);
  if (published.status !== 200) throw new Error(JSON.stringify(published.body));
  await api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: made.body.id });

  const settle = async () => {
    for (let round = 0; round < 2; round++) {
      await shop.settle();
      await app.platform.services.replySender.idle();
    }
    await shop.settle();
  };
  const heard = async (from = maria) =>
    (await channel.phoneShows(from))
      .filter(({ fromCustomer }) => !fromCustomer)
      .map(({ content }) => content)
      .reverse();
  return {
    shop,
    api,
    clock,
    channel,
    agentId: made.body.id,
    settle,
    heard,
    agent: async () => (await api.get(path)).body,
    async say(text, from = maria) {
      const said = await channel.customerSays(from, text);
      // A clock that moves before its turn begins would move the turn too.
      await app.platform.dispatcher.idle();
      return said;
    },
    async ask(text, from = maria) {
      const before = (await heard(from)).length;
      await channel.customerSays(from, text);
      await settle();
      return (await heard(from)).slice(before);
    },
    async conversation(from = maria) {
      const { body } = await api.get(`/api/conversations?search=${encodeURIComponent(from)}`);
      return body.data[0];
    },
  };
}

const faqs = [
  { question: 'Tem estacionamento?', answer: 'Sim, na rua de trás.' },
  { question: 'Aceitam cachorro?', answer: 'Sim, na varanda.' },
];

/** A shop whose agent knows two answers. */
export const openFaqShop = (behavior: object = {}, more: object = {}) =>
  openAnsweringShop({ draft: { faqs, greetingMessage: 'Oi!' }, behavior, ...more });

/** The states and outcomes of all turns, in order. */
export const turnsOf = ({ shop }: AnsweringShop) =>
  shop.app.platform.database.read.selectFrom('reply_turns').select(['state', 'outcome']).orderBy('id').execute();
