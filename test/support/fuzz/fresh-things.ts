import { clearLanguageModel, saveLanguageModel } from '../../../server/platform/language-model.ts';
import type { ChatServer } from '../../doubles/chat-server/chat-server.ts';
import { startLanguageModel } from '../../doubles/language-model.ts';
import { type Answer, eventually, type TestApp } from '../server/app.ts';
import { bind, install, newestJob } from '../shop/integrations.ts';
import { orderReady } from '../shop/templates.ts';

/** Fresh resources in a known state, created through the API. */

export interface Shop extends Pick<TestApp, 'api' | 'app' | 'workspace'> {
  /** The vendor's side of live channels. */
  chat: ChatServer;
}

/** The body of a response that must be successful. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
export async function must(answer: Promise<Answer>): Promise<any> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`A recipe was refused: ${status} ${JSON.stringify(body)}`);
  return body;
}

let count = 0;
export const freshName = (word: string): string => `${word}_${count++}`;
export const freshPhone = (): string => `+55119${String(70_000_000 + count++)}`;

export const freshAgent = async ({ api }: Shop, fields: object = {}): Promise<string> =>
  (await must(api.post('/api/ai-agents', { name: freshName('Bia'), ...fields }))).id;

/** An agent that passes its tests unchanged. */
export const freshGoodAgent = (shop: Shop) => freshAgent(shop, { templateId: 'pizzeria-pt', language: 'pt' });

/** Creates a simulated cloud channel, which connects by itself. */
export const freshCloud = async ({ api }: Shop): Promise<string> =>
  (await must(api.post('/api/channels', { name: freshName('Cloud'), provider: 'CLOUD_API' }))).id;

export async function freshUnpaired({ api }: Shop) {
  const { id } = await must(api.post('/api/channels', { name: freshName('Shop'), provider: '<QR_PROVIDER>' }));
  const { qr } = await must(api.get(`/api/channels/${id}/qr`));
  return { id: id as string, qr: qr as string };
}

export async function freshPaired(shop: Shop): Promise<string> {
  const { id, qr } = await freshUnpaired(shop);
  await must(shop.api.post(`/api/simulator/channels/${id}/scan`, { qr }));
  await eventually(async () => (await must(shop.api.get(`/api/channels/${id}`))).status === 'CONNECTED');
  return id;
}

/** Creates a channel paired with a phone of the chat server. */
export async function freshLive(shop: Shop): Promise<string> {
  const { api, chat } = shop;
  const path = `/api/channels/${(await freshUnpaired(shop)).id}`;
  await must(api.put(`${path}/driver`, { driver: 'live' }));
  const { qr } = await eventually(async () => {
    const shown = await must(api.get(`${path}/qr`));
    return shown.qr && shown;
  }, 30_000);
  chat.scan(qr);
  await eventually(async () => (await must(api.get(path))).status === 'CONNECTED', 30_000);
  return path;
}

export const freshTemplate = ({ api }: Shop, channelId: string, fields: object = {}) =>
  must(api.post(`/api/channels/${channelId}/chat-templates`, orderReady({ name: freshName('ready'), ...fields })));

export async function freshPipeline({ api }: Shop) {
  const { id } = await must(api.post('/api/crm/pipelines', { name: freshName('Vendas') }));
  const board = await must(api.get(`/api/crm/pipelines/${id}/board`));
  return { id: id as string, stageIds: board.stages.map((stage: { id: string }) => stage.id) as string[] };
}

/** Posts a draft; returns the path of the created resource. */
export const made = async ({ api }: Shop, path: string, draft: object): Promise<string> =>
  `${path}/${(await must(api.post(path, draft))).id}`;

/** Creates a conversation of an unpublished agent, without a person in it. */
export async function freshConversation(shop: Shop): Promise<{ id: string; aiAgentId: string }> {
  const { api } = shop;
  const aiAgentId = await freshAgent(shop);
  const channel = await freshPaired(shop);
  await must(api.put(`/api/channels/${channel}/ai-agent`, { aiAgentId }));
  await must(api.post(`/api/simulator/channels/${channel}/messages`, { from: freshPhone(), content: 'Oi' }));
  const id = await eventually(async () => (await must(api.get(`/api/conversations?channelId=${channel}`))).data[0]?.id);
  return { id, aiAgentId };
}

/** Creates an inactive flow with a manual trigger and returns its path. */
export function freshFlow(shop: Shop, aiAgentId: string): Promise<string> {
  const steps = [{ id: 'hello', type: 'message', config: { text: 'Olá!' }, next: null }];
  return made(shop, '/api/flows', { aiAgentId, name: freshName('Fluxo'), trigger: { type: 'manual' }, steps });
}

/** Creates a campaign to three people, as a draft or started. */
export async function freshCampaign(shop: Shop, started: boolean): Promise<string> {
  const { api } = shop;
  const channelId = await freshCloud(shop);
  const component = { type: 'BODY', text: 'Hoje tem pizza!' };
  const template = await freshTemplate(shop, channelId, { category: 'MARKETING', components: [component] });
  const draft = { name: freshName('Natal'), channelId, channelTemplateId: template.id, audienceSource: 'CSV' };
  // Slow, so that it is still running at the next request.
  const { id } = await must(api.post('/api/marketing-campaigns', { ...draft, sendIntervalMs: 60_000 }));
  const path = `/api/marketing-campaigns/${id}`;
  const rows = Array.from({ length: 3 }, () => ({ phone: freshPhone() }));
  await must(api.put(`${path}/audience`, { rows }));
  if (started) await must(api.post(`${path}/start`, {}));
  return path;
}

/**
 * Creates a conversation on the channel of a published agent; `waitFor` waits for the effect of the customer's words.
 */
export async function answered<T>(
  shop: Shop,
  says: string,
  waitFor: (conversation: string) => Promise<T | null | undefined>,
): Promise<T> {
  const { api, app } = shop;
  await app.platform.write(({ db }) => clearLanguageModel(db));
  const agent = await freshGoodAgent(shop);
  const { behavior } = await must(api.get(`/api/ai-agents/${agent}`));
  await must(api.patch(`/api/ai-agents/${agent}`, { behavior: { ...behavior, debounceMs: 0 } }));
  await must(api.post(`/api/ai-agents/${agent}/publish`));
  const channel = await freshPaired(shop);
  await must(api.put(`/api/channels/${channel}/ai-agent`, { aiAgentId: agent }));
  const from = freshPhone();
  await must(api.post(`/api/simulator/channels/${channel}/messages`, { from, content: says }));
  return eventually(async () => {
    const { data } = await must(api.get(`/api/conversations?channelId=${channel}`));
    return data[0] && (await waitFor(data[0].id));
  }, 30_000);
}

/** Returns the path of the trace of the agent's reply, once it exists. */
export const traceOf =
  ({ api }: Shop) =>
  async (conversation: string): Promise<string | null> => {
    const { data } = await must(api.get(`/api/conversations/${conversation}/messages`));
    const reply = data.find((message: { author: string }) => message.author === 'AGENT');
    return reply ? `/api/conversations/${conversation}/messages/${reply.id}/trace` : null;
  };

export const handoffOf =
  ({ api }: Shop) =>
  async (conversation: string): Promise<string | null> => {
    const { status } = await must(api.get(`/api/conversations/${conversation}`));
    return status === 'HANDED_OFF' ? `/api/conversations/${conversation}/handoff` : null;
  };

/** A catalog sync with the vendor in which an item failed. */
export async function failedSync(shop: Shop): Promise<string> {
  const { api } = shop;
  const channel = await freshCloud(shop);
  const agent = await freshAgent(shop);
  // The simulated vendor rejects an item with this name.
  await must(api.post(`/api/ai-agents/${agent}/catalog-items`, { name: 'Refused drink', price: 9 }));
  const { data } = await must(api.get(`/api/platform-catalogs?channelId=${channel}`));
  await must(api.put(`/api/channels/${channel}/platform-catalog`, { catalogId: data[0].id }));
  const { id } = await must(api.post(`/api/channels/${channel}/platform-catalog/sync`, { sourceAiAgentId: agent }));
  await eventually(async () => (await must(api.get(`/api/platform-catalog-syncs/${id}`))).finishedAt, 30_000);
  return id;
}

/** A sync job that cannot succeed: its target was deleted. */
export async function failedJob(shop: Shop): Promise<string> {
  const { api } = shop;
  const agent = await freshAgent(shop);
  const { id: pipeline, stageIds } = await freshPipeline(shop);
  const installation = await install(api, 'crm');
  const config = { stageId: stageIds[0], title: '{{data.title}}' };
  const binding = await bind(api, installation.id, 'appointment.created', 'create_card', config);
  await must(api.delete(`/api/crm/pipelines/${pipeline}`));
  const times = { startTime: '2031-01-02T10:00:00.000Z', endTime: '2031-01-02T11:00:00.000Z' };
  await must(api.post('/api/appointments', { aiAgentId: agent, title: 'Corte', ...times }));
  return (await newestJob({ api }, binding.id, 'FAILED')).id;
}

/** Configures a language model that responds with this. */
export async function withModel({ app: { platform } }: Shop, answer: object): Promise<void> {
  const model = await startLanguageModel(JSON.stringify(answer));
  const draft = { baseUrl: model.baseUrl, model: 'tiny-1', key: null };
  await platform.write(({ db }) => saveLanguageModel(db, platform.secrets, draft));
}
