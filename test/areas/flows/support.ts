import {
  type Answer,
  type Client,
  openWorkspace,
  startApp,
  type TestApp,
  type TestAppOptions,
} from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { pairChannel, type SimulatedChannel } from '../../support/shop/shop.ts';
import { makeTestGate } from '../agents/support.ts';

export const maria = '+5511987654321';
export const joao = '+5521998765432';
export const minuteMs = 60_000;
/** The text that a customer receives when a flow cannot continue. */
export const failed = 'Desculpe, não consegui concluir por aqui. Já chamei alguém da equipe para continuar com você.';
export const hourMs = 60 * minuteMs;

export const keyword = (...words: string[]) => ({ type: 'keyword', words });
export const say = (id: string, text: string, next: string | null = null) => ({
  id,
  type: 'message',
  config: { text },
  next,
});
export const step = (id: string, type: string, config: object, next: string | null = null) => ({
  id,
  type,
  config,
  next,
});
export const question = (id: string, variable: string, next: string | null = null, more: object = {}) => ({
  id,
  type: 'ask',
  config: { text: `${variable}?`, variable, ...more },
  next,
});

/** A shop with an agent on a simulated channel, with helpers to run flows on it. */
export interface FlowShop {
  shop: TestApp;
  api: Client;
  clock: ManualClock;
  channel: SimulatedChannel;
  agentId: string;
  /** Creates a flow and returns its path. */
  draft(steps: object[], trigger?: object, fields?: object): Promise<string>;
  /** Creates a flow, turns it on and returns its path. */
  launch(steps: object[], trigger?: object, fields?: object): Promise<string>;
  /** Sends a message from the customer and waits until everything due has run. */
  says(text: string, from?: string, more?: object): Promise<void>;
  /** The messages that the shop has sent to a customer, oldest first. */
  heard(phone?: string): Promise<string[]>;
  /** The runs of a flow, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  runs(path: string): Promise<any[]>;
  conversationId(phone?: string): Promise<string>;
  /** Advances the clock and waits until everything due has run. */
  pass(ms: number): Promise<void>;
  rest(): Promise<void>;
}

export async function openFlows(
  options: TestAppOptions & { provider?: '<QR_PROVIDER>' | 'CLOUD_API'; agent?: object; published?: boolean } = {},
): Promise<FlowShop> {
  const { provider, agent = {}, published = false, ...rest } = options;
  // A Saturday, nine in the morning in São Paulo.
  const clock = new ManualClock('2026-11-21T12:00:00.000Z');
  const shop = await startApp({ clock, areas: makeTestGate().areas, ...rest });
  const { api } = shop;
  const agentId = await makeAgent(api, agent);
  if (published) await must(api.post(`/api/ai-agents/${agentId}/publish`));
  const channel = await pairChannel(shop, provider);
  await must(api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: agentId }));
  const { platform } = shop.app;
  const settle = async () => {
    for (let round = 0; round < 3; round++) {
      await shop.settle();
      await platform.services.intentMatcher.idle();
      await platform.services.flowEngine.idle();
      await platform.services.replySender.idle();
    }
    await shop.settle();
  };
  const draft: FlowShop['draft'] = async (steps, trigger = keyword('oi'), fields = {}) => {
    const { body } = await must(
      api.post('/api/flows', { aiAgentId: agentId, name: 'Fluxo', trigger, steps, ...fields }),
    );
    return `/api/flows/${body.id}`;
  };
  return {
    shop,
    api,
    clock,
    channel,
    agentId,
    draft,
    rest: settle,
    async launch(...args) {
      const path = await draft(...args);
      await must(api.patch(`${path}/toggle`, { active: true }));
      return path;
    },
    async says(text, from = maria, more = { name: 'Maria Silva' }) {
      await channel.customerSays(from, text, more);
      await settle();
    },
    async heard(phone = maria) {
      const shown = (await channel.phoneShows(phone)).filter((message) => !message.fromCustomer).reverse();
      return shown.map((message) => message.content ?? message.type);
    },
    async runs(path) {
      const { body } = await must(api.get(`${path}/runs?limit=100`));
      return body.data.reverse();
    },
    async conversationId(phone = maria) {
      const { body } = await must(api.get('/api/conversations?limit=100'));
      return body.data.find((entry: { contact: { phone: string } }) => entry.contact.phone === phone)?.id;
    },
    async pass(ms) {
      clock.advance(ms);
      await settle();
    },
  };
}

/** Returns the response; throws if it is an error. */
export async function must(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** A shop with an agent, with helpers to create flows that do not run. */
export async function openShop(opened: Promise<TestApp> = openWorkspace()) {
  const shop = await opened;
  const agentId = await makeAgent(shop.api);
  const draft = (fields: object = {}) => ({
    aiAgentId: agentId,
    name: 'Boas-vindas',
    trigger: keyword('oi'),
    steps: [say('hello', 'Olá!')],
    ...fields,
  });
  const create = async (fields: object = {}) => (await must(shop.api.post('/api/flows', draft(fields)))).body;
  return { ...shop, agentId, draft, create };
}

/** A shop with an agent and its owner at the console. */
export async function openEditor() {
  const shop = await openShop(startApp());
  return { ...shop, owner: await signIn(shop) };
}
