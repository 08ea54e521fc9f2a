import { makePdf } from '../../areas/knowledge/documents.ts';
import { drawMenu, row } from '../../areas/replies/draw-menu.ts';
import { implemented } from '../contract/contract.ts';
import { buildRequest, type Slot, slotsOf } from '../contract/references.ts';
import { sampleQuery } from '../contract/sample-body.ts';
import { makePhoto } from '../files/samples.ts';
import { install } from '../shop/integrations.ts';
import type { Everything } from '../shop/one-of-everything.ts';
import { orderReady } from '../shop/templates.ts';
import {
  answered,
  failedJob,
  failedSync,
  freshAgent,
  freshCampaign,
  freshCloud,
  freshConversation,
  freshFlow,
  freshGoodAgent,
  freshLive,
  freshName,
  freshPhone,
  freshPipeline,
  freshTemplate,
  freshUnpaired,
  handoffOf,
  made,
  must,
  type Shop,
  traceOf,
  withModel,
} from './fresh-things.ts';
import type { FuzzRequest } from './fuzz-requests.ts';

/** The parts of a request that a recipe sets; the samples provide the rest. */
interface Said {
  path?: string;
  query?: string;
  body?: object;
  file?: { bytes: Uint8Array; name: string };
}

type Recipe = (shop: Shop, known: Everything) => Promise<Said>;

const text: Recipe = async () => ({
  file: { bytes: Buffer.from(`Entregamos até as 22 horas: ${freshPhone()}.`), name: 'entrega.txt' },
});
const photo: Recipe = async () => ({ file: { bytes: await makePhoto(), name: 'a.jpg' } });
const acknowledged: Recipe = async () => ({ query: 'acknowledged=true' });
const at =
  (path: (shop: Shop) => Promise<string>): Recipe =>
  async (shop) => ({ path: await path(shop) });
/** A path below a published agent. */
const published = (word: string): Recipe =>
  at(async (shop) => {
    const path = `/api/ai-agents/${await freshGoodAgent(shop)}`;
    await must(shop.api.post(`${path}/publish`));
    return `${path}/${word}`;
  });
const onCloud = (path: (channelId: string) => string): Recipe => at(async (shop) => path(await freshCloud(shop)));
const campaign = (word: string, started: boolean): Recipe =>
  at(async (shop) => `${await freshCampaign(shop, started)}/${word}`);
const pipelineOf = async (shop: Shop): Promise<string> => `/api/crm/pipelines/${(await freshPipeline(shop)).id}`;

/**
 * Recipes for requests that one resource of each kind and the sample bodies do not cover. A recipe creates its own
 * resources, so it is independent of other requests.
 */
const recipes: Record<string, Recipe> = {
  'GET /api/contacts/export': acknowledged,
  'GET /api/leads/export': acknowledged,
  'POST /api/conversations/{id}/upload-media': photo,
  'POST /api/simulator/channels/{id}/media': photo,
  'POST /api/media-library/upload': photo,
  'POST /api/media-library/{id}/content': photo,
  'POST /api/marketing-campaigns/upload-media': photo,
  'POST /api/ai-agents/{id}/catalog-items/{itemId}/image': photo,
  'POST /api/knowledge-bases/{id}/sources/upload': text,
  'POST /api/ai-agents/{id}/knowledge/upload': text,
  'POST /api/ai-agents/{id}/upload-catalog': async () => ({
    file: { bytes: await makePdf((pdf) => pdf.text('Margherita ........ R$ 45,00')), name: 'menu.pdf' },
  }),
  'POST /api/ai-agents/{id}/upload-catalog-images': async () => ({
    file: { bytes: await drawMenu([row('PIZZAS', 36), row('Margherita ........ R$ 45,00')]), name: 'menu.png' },
  }),

  'POST /api/simulator/channels/{id}/scan': async (shop) => {
    const { id, qr } = await freshUnpaired(shop);
    return { path: `/api/simulator/channels/${id}/scan`, body: { qr } };
  },
  'POST /api/channels/{id}/logout': at(async (shop) => `${await freshLive(shop)}/logout`),
  'PUT /api/channels/{id}/driver': async (shop) => ({
    path: `/api/channels/${(await freshUnpaired(shop)).id}/driver`,
    body: { driver: 'live' },
  }),
  'GET /api/channels/{id}/credentials': at(async (shop) => {
    const path = `/api/channels/${await freshCloud(shop)}/credentials`;
    const account = {
      phoneNumberId: '1234567891',
      wabaId: '1234567891',
      accessToken: 'x'.repeat(40),
      appSecret: 'x'.repeat(32),
    };
    await must(shop.api.put(path, account));
    return path;
  }),
  'POST /api/channels/{channelId}/chat-templates': async (shop) => ({
    path: `/api/channels/${await freshCloud(shop)}/chat-templates`,
    body: orderReady({ name: freshName('ready') }),
  }),
  'POST /api/channels/{channelId}/chat-templates/media-handle': async (shop) => ({
    path: `/api/channels/${await freshCloud(shop)}/chat-templates/media-handle`,
    file: { bytes: await makePhoto(), name: 'a.jpg' },
  }),
  'POST /api/channels/{channelId}/chat-templates/sync': onCloud((id) => `/api/channels/${id}/chat-templates/sync`),
  'GET /api/channels/{id}/platform/templates': onCloud((id) => `/api/channels/${id}/platform/templates`),
  'GET /api/channels/{id}/business-verification': onCloud((id) => `/api/channels/${id}/business-verification`),
  'DELETE /api/simulator/channels/{id}/templates/{name}': at(async (shop) => {
    const channel = await freshCloud(shop);
    const { name, language } = await freshTemplate(shop, channel);
    return `/api/simulator/channels/${channel}/templates/${name}?language=${language}`;
  }),

  'PUT /api/channels/{channelId}/platform-catalog': async (shop) => {
    const id = await freshCloud(shop);
    const { data } = await must(shop.api.get(`/api/platform-catalogs?channelId=${id}`));
    return { path: `/api/channels/${id}/platform-catalog`, body: { catalogId: data[0].id } };
  },
  'POST /api/channels/{channelId}/platform-catalog/sync': async (shop) => {
    const id = await freshCloud(shop);
    const { data } = await must(shop.api.get(`/api/platform-catalogs?channelId=${id}`));
    await must(shop.api.put(`/api/channels/${id}/platform-catalog`, { catalogId: data[0].id }));
    return {
      path: `/api/channels/${id}/platform-catalog/sync`,
      body: { sourceAiAgentId: await freshAgent(shop) },
    };
  },
  'POST /api/platform-catalog-syncs/{id}/retry': at(
    async (shop) => `/api/platform-catalog-syncs/${await failedSync(shop)}/retry`,
  ),
  'GET /api/platform-catalogs': async (shop) => ({ query: `channelId=${await freshCloud(shop)}` }),
  'GET /api/platform-catalogs/products': async (shop) => {
    const [channel, agent] = [await freshCloud(shop), await freshAgent(shop)];
    const { data } = await must(shop.api.get(`/api/platform-catalogs?channelId=${channel}`));
    await must(shop.api.put(`/api/channels/${channel}/platform-catalog`, { catalogId: data[0].id }));
    return { query: `channelId=${channel}&sourceAiAgentId=${agent}` };
  },

  'PATCH /api/ai-agents/{id}/rules': async () => ({ body: { add: { kind: 'must', text: 'Greet by name' } } }),
  'PATCH /api/ai-agents/{id}/faq/reorder': async (shop) => {
    const path = `/api/ai-agents/${await freshAgent(shop)}/faq`;
    const { id } = await must(shop.api.post(path, { question: 'Abre hoje?', answer: 'Sim' }));
    return { path: `${path}/reorder`, body: { orderedIds: [id] } };
  },
  'POST /api/ai-agents/{id}/ai-adjust': async (shop) => {
    await withModel(shop, { changes: { tone: 'Warm' }, summary: 'Mais simpático.' });
    return { path: `/api/ai-agents/${await freshAgent(shop)}/ai-adjust`, body: { instruction: 'Seja simpático' } };
  },
  'POST /api/ai-agents/{id}/apply-template': async () => ({ body: { templateId: 'pizzeria-pt' } }),
  'POST /api/ai-agents/{id}/publish': at(async (shop) => `/api/ai-agents/${await freshGoodAgent(shop)}/publish`),
  'POST /api/ai-agents/{id}/unpublish': published('unpublish'),
  'POST /api/ai-agents/{id}/discard-changes': published('discard-changes'),
  'GET /api/ai-agents/{id}/published': published('published'),
  'POST /api/knowledge/search': async (_shop, { base }) => ({ body: { query: 'entrega', baseIds: [base] } }),
  'GET /api/conversations/{id}/messages/{messageId}/trace': at((shop) => answered(shop, 'Oi', traceOf(shop))),
  'GET /api/conversations/{id}/handoff': at((shop) => answered(shop, 'Quero falar com um atendente', handoffOf(shop))),

  'POST /api/conversations/{id}/reopen': at(async (shop) => {
    const path = `/api/conversations/${(await freshConversation(shop)).id}`;
    await must(shop.api.patch(path, { status: 'RESOLVED' }));
    return `${path}/reopen`;
  }),
  'POST /api/conversations/{id}/snooze': async () => ({
    body: { until: new Date(Date.now() + 3_600_000).toISOString() },
  }),

  'POST /api/contacts': async () => ({ body: { phone: freshPhone() } }),
  'POST /api/leads': async (shop) => ({ body: { aiAgentId: await freshAgent(shop), phone: freshPhone() } }),
  'PATCH /api/orders/{id}': async () => ({ body: { notes: 'Sem cebola' } }),
  'POST /api/appointments': async (shop) => ({ body: { aiAgentId: await freshAgent(shop), ...hour, title: 'Corte' } }),
  'POST /api/crm/stages/reorder': async (shop) => {
    const { id, stageIds } = await freshPipeline(shop);
    return { body: { pipelineId: id, stageIds: stageIds.toReversed() } };
  },
  'POST /api/flows/{id}/runs': async (shop) => {
    const { id: conversationId, aiAgentId } = await freshConversation(shop);
    const path = await freshFlow(shop, aiAgentId);
    await must(shop.api.patch(`${path}/toggle`, { active: true }));
    return { path: `${path}/runs`, body: { conversationId } };
  },

  'POST /api/marketing-campaigns/{id}/start': campaign('start', false),
  'POST /api/marketing-campaigns/{id}/pause': campaign('pause', true),
  'POST /api/marketing-campaigns/{id}/resume': at(async (shop) => {
    const path = await freshCampaign(shop, true);
    await must(shop.api.post(`${path}/pause`, {}));
    return `${path}/resume`;
  }),
  'POST /api/marketing-campaigns/{id}/cancel': campaign('cancel', true),
  'POST /api/marketing-campaigns/{id}/test': async (shop) => ({
    path: `${await freshCampaign(shop, false)}/test`,
    body: { phoneNumber: freshPhone() },
  }),
  'PUT /api/marketing-campaigns/sending-rules': async (shop) => ({
    body: await must(shop.api.get('/api/marketing-campaigns/sending-rules')),
  }),

  'POST /api/integrations/bindings': async (shop) => {
    const { id } = await install(shop.api, 'crm');
    const { stageIds } = await freshPipeline(shop);
    const config = { stageId: stageIds[0], title: '{{data.id}}' };
    return { body: { installationId: id, eventName: 'order.created', action: 'create_card', config } };
  },
  'POST /api/integrations/sync-jobs/{jobId}/retry': at(
    async (shop) => `/api/integrations/sync-jobs/${await failedJob(shop)}/retry`,
  ),

  'DELETE /api/ai-agents/{id}/knowledge/{sourceId}': at(async (shop) => {
    const path = `/api/ai-agents/${await freshAgent(shop)}/knowledge`;
    const { id } = await must(shop.api.post(`${path}/text`, { name: 'Entrega', content: 'Até as 22 horas.' }));
    return `${path}/${id}`;
  }),
  'DELETE /api/crm/pipelines/{id}': at(pipelineOf),
  'DELETE /api/crm/stages/{id}': at(async (shop) => `/api/crm/stages/${(await freshPipeline(shop)).stageIds[0]}`),
  'DELETE /api/conversation-stages/{id}': at((shop) =>
    made(shop, '/api/conversation-stages', { name: freshName('Etapa'), color: '#112233' }),
  ),
  'DELETE /api/ai-agents/{id}': at(async (shop) => `/api/ai-agents/${await freshAgent(shop)}`),
  'DELETE /api/knowledge-bases/{id}': at((shop) => made(shop, '/api/knowledge-bases', { name: freshName('Manual') })),
  'DELETE /api/flows/{id}': at(async (shop) => freshFlow(shop, await freshAgent(shop))),
  'DELETE /api/ai-agents/{id}/faq/{faqId}': at(async (shop) =>
    made(shop, `/api/ai-agents/${await freshAgent(shop)}/faq`, { question: 'Abre hoje?', answer: 'Sim' }),
  ),
};

const hour = { startTime: '2032-01-02T10:00:00.000Z', endTime: '2032-01-02T11:00:00.000Z' };

/** A request for which the operation must return 2xx, in a shop filled by `makeOneOfEverything`. */
export async function validRequest(shop: Shop, route: string, known: Everything): Promise<FuzzRequest> {
  const slots = slotsOf(route).filter((slot) => slot.isRequired);
  const values = slots.map((slot): [Slot, string] => [slot, known[slot.kind]]);
  const plain = buildRequest(route, values, sampleQuery(route).slice(1));
  const said = (await recipes[route]?.(shop, known)) ?? {};
  const path = said.query ? `${plain.path.split('?')[0]}?${said.query}` : (said.path ?? plain.path);
  const upload = implemented.get(route)?.upload;
  const json = said.body ?? plain.body;
  const file = said.file && { file: new Uint8Array(said.file.bytes), name: said.file.name, field: upload?.field ?? '' };
  const body = file ?? (json === undefined ? undefined : { json });
  return { route, method: plain.method, path, headers: {}, body: plain.method === 'GET' ? undefined : body };
}
