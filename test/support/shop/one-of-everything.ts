import { startSink } from '../../doubles/webhook-sink.ts';
import { makePhoto } from '../files/samples.ts';
import { type Answer, type Client, eventually, type TestApp } from '../server/app.ts';
import { orderReady } from './templates.ts';

/** Kinds of resources that an identifier can name. */
export type Kind =
  | 'agent'
  | 'agentSource'
  | 'appointment'
  | 'base'
  | 'baseSource'
  | 'binding'
  | 'campaign'
  | 'card'
  | 'catalog'
  | 'catalogSync'
  | 'channel'
  | 'cloudChannel'
  | 'contact'
  | 'conversation'
  | 'conversationStage'
  | 'delivery'
  | 'endpoint'
  | 'faq'
  | 'flow'
  | 'installation'
  | 'item'
  | 'lead'
  | 'log'
  | 'mediaFile'
  | 'mediaUrl'
  | 'message'
  | 'note'
  | 'order'
  | 'otherAgent'
  | 'phone'
  | 'pipeline'
  | 'providerMessage'
  | 'quickReply'
  | 'simulatedMedia'
  | 'stage'
  | 'syncJob'
  | 'template'
  | 'templateName';

/** The identifier of one resource of each kind, all in one workspace. */
export type Everything = Record<Kind, string>;

/** Returns the body of a response that must be a success. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
async function made(answer: Promise<Answer>): Promise<any> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`Not made: ${status} ${JSON.stringify(body)}`);
  return body;
}

/**
 * Creates one resource of each kind in the client's workspace through the API; resolves when all background work is
 * done. `name` and `phone` distinguish two filled workspaces.
 */
export async function makeOneOfEverything(
  shop: Pick<TestApp, 'settle'>,
  api: Client,
  name: string,
  phone: string,
): Promise<Everything> {
  const agent = await made(api.post('/api/ai-agents', { name }));
  const everything = {
    phone,
    agent: agent.id,
    templateName: `${name.toLowerCase()}_ready`,
    otherAgent: (await made(api.post('/api/ai-agents', { name: `${name} II` }))).id,
    ...(await makeChats(api, name, phone, agent.id)),
  };
  const sales = await makeSales(api, everything);
  const all = {
    ...everything,
    ...(await makeAgentParts(api, everything.agent)),
    ...sales,
    ...(await makeWork(api, everything.agent, sales.stage)),
    ...(await makeCloudParts(api, everything)),
    ...(await makeLibrary(api, name)),
    ...(await makeWebhook(shop, api, everything.agent)),
  };
  await shop.settle();
  return all;
}

async function makeChats(api: Client, name: string, phone: string, agent: string) {
  const channel = await made(api.post('/api/channels', { name, provider: '<QR_PROVIDER>' }));
  await made(api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: agent }));
  const simulator = `/api/simulator/channels/${channel.id}`;
  const { qr } = await made(api.get(`/api/channels/${channel.id}/qr`));
  await made(api.post(`${simulator}/scan`, { qr }));
  const sent = await made(api.post(`${simulator}/messages`, { from: phone, name, content: `${name} asks` }));
  const conversation = await eventually(async () => (await api.get('/api/conversations')).body.data[0]);
  const messages = await made(api.get(`/api/conversations/${conversation.id}/messages`));
  const { id: conversationStage } = await made(api.post('/api/conversation-stages', { name, color: '#112233' }));
  await made(api.patch(`/api/conversations/${conversation.id}`, { stageId: conversationStage, status: 'HANDED_OFF' }));
  const photo = await makePhoto();
  return {
    channel: channel.id as string,
    conversation: conversation.id as string,
    message: messages.data[0].id as string,
    note: (await made(api.post(`/api/conversations/${conversation.id}/notes`, { text: 'Prefers the window' }))).id,
    providerMessage: sent.providerMessageId as string,
    simulatedMedia: (await made(api.upload(`${simulator}/media`, photo, 'a.jpg'))).mediaId as string,
    mediaUrl: (await made(api.upload(`/api/conversations/${conversation.id}/upload-media`, photo, 'a.jpg'))).url,
    conversationStage: conversationStage as string,
  };
}

async function makeAgentParts(api: Client, agentId: string) {
  const at = `/api/ai-agents/${agentId}`;
  const base = await made(api.post('/api/knowledge-bases', { name: 'Manual' }));
  const text = { name: 'Entrega', content: 'Entregamos em todo o bairro até as 22 horas.' };
  await made(api.put(`${at}/knowledge-bases`, { baseIds: [base.id] }));
  return {
    faq: (await made(api.post(`${at}/faq`, { question: 'Abre hoje?', answer: 'Sim' }))).id as string,
    item: (await made(api.post(`${at}/catalog-items`, { name: 'Pizza', price: 45.9 }))).id as string,
    base: base.id as string,
    baseSource: (await made(api.post(`/api/knowledge-bases/${base.id}/sources/text`, text))).id as string,
    agentSource: (await made(api.post(`${at}/knowledge/text`, text))).id as string,
  };
}

async function makeSales(api: Client, { agent, phone }: { agent: string; phone: string }) {
  const lead = await made(api.post('/api/leads', { aiAgentId: agent, phone, name: 'Lia' }));
  const items = [{ name: 'Pizza', quantity: 1, unitPrice: 45.9 }];
  const client = { aiAgentId: agent, clientName: 'Lia', clientPhone: phone };
  const order = await made(api.post('/api/orders', { ...client, items, total: 45.9 }));
  const times = { startTime: '2030-01-02T10:00:00.000Z', endTime: '2030-01-02T11:00:00.000Z' };
  const appointment = await made(api.post('/api/appointments', { ...client, title: 'Corte', ...times }));
  const pipeline = await made(api.post('/api/crm/pipelines', { name: 'Vendas' }));
  const board = await made(api.get(`/api/crm/pipelines/${pipeline.id}/board`));
  const stage = board.stages[0].id as string;
  const card = await made(api.post('/api/crm/cards', { pipelineId: pipeline.id, stageId: stage, title: 'Festa' }));
  return {
    lead: lead.id as string,
    contact: order.contactId as string,
    order: order.id as string,
    appointment: appointment.id as string,
    pipeline: pipeline.id as string,
    stage,
    card: card.id as string,
  };
}

async function makeCloudParts(api: Client, { agent, templateName }: { agent: string; templateName: string }) {
  const { id } = await made(api.post('/api/channels', { name: 'Cloud', provider: 'CLOUD_API' }));
  const template = await made(api.post(`/api/channels/${id}/chat-templates`, orderReady({ name: templateName })));
  const catalogs = await made(api.get(`/api/platform-catalogs?channelId=${id}`));
  const catalog = catalogs.data[0].id as string;
  await made(api.put(`/api/channels/${id}/platform-catalog`, { catalogId: catalog }));
  const sync = await made(api.post(`/api/channels/${id}/platform-catalog/sync`, { sourceAiAgentId: agent }));
  const draft = { name: 'Natal', channelId: id, channelTemplateId: template.id, audienceSource: 'CSV' };
  const campaign = await made(api.post('/api/marketing-campaigns', draft));
  await made(api.put(`/api/marketing-campaigns/${campaign.id}/audience`, { rows: [{ phone: '+5511980000001' }] }));
  return {
    cloudChannel: id as string,
    template: template.id as string,
    catalog,
    catalogSync: sync.id as string,
    campaign: campaign.id as string,
  };
}

/** Creates an inactive flow, and a binding to the lead captured later. */
async function makeWork(api: Client, agentId: string, stageId: string) {
  const steps = [{ id: 'hello', type: 'message', config: { text: 'Olá!' }, next: null }];
  const trigger = { type: 'manual' };
  const flow = await made(api.post('/api/flows', { aiAgentId: agentId, name: 'Boas-vindas', trigger, steps }));
  await made(api.patch(`/api/flows/${flow.id}/toggle`, { active: true }));
  const installation = await made(api.post('/api/integrations', { connector: 'crm', credentials: {} }));
  const config = { stageId, title: '{{data.phone}}' };
  const draft = { installationId: installation.id, eventName: 'lead.captured', action: 'create_card', config };
  const binding = await made(api.post('/api/integrations/bindings', draft));
  return { flow: flow.id as string, installation: installation.id as string, binding: binding.id as string };
}

async function makeLibrary(api: Client, name: string) {
  const file = { name, url: 'https://shop.example/a.png', contentType: 'image/png', kind: 'IMAGE' };
  // The caller chooses the id of a library file: one used in no other workspace.
  const draft = { id: `file_${name.toLowerCase().padEnd(26, '0')}`, ...file, sizeBytes: 1, usageCount: 0 };
  return {
    mediaFile: (await made(api.post('/api/media-library', draft))).id as string,
    quickReply: (await made(api.post('/api/quick-replies', { shortcut: '/oi', content: 'Olá' }))).id as string,
  };
}

async function makeWebhook(shop: Pick<TestApp, 'settle'>, api: Client, agentId: string) {
  const sink = await startSink();
  const endpoint = await made(api.post('/api/developers/webhooks', { url: sink.url, events: ['lead.captured'] }));
  await made(api.post('/api/leads', { aiAgentId: agentId, phone: '+5511980000002' }));
  await shop.settle();
  const newest = async (path: string, isThere: (entry: { status?: string }) => boolean = () => true) =>
    eventually(async () => (await api.get(path)).body.data.find(isThere));
  const delivery = await newest('/api/developers/deliveries', ({ status }) => status === 'DELIVERED');
  const job = await eventually(async () => (await api.get('/api/integrations/sync-jobs')).body.jobs[0]);
  return {
    syncJob: job.id as string,
    endpoint: endpoint.id as string,
    delivery: delivery.id as string,
    log: (await newest('/api/developers/logs')).id as string,
  };
}
