import { serveLoopback } from '../../support/environment/loopback.ts';
import { eventually } from '../../support/server/app.ts';
import type { Story } from '../story.ts';
import { ana } from './inbox.ts';

/** What the rules of the bakery's own work refuse. */
export async function recordRefusedWork(story: Story): Promise<void> {
  await recordRefusedPeople(story);
  await recordRefusedSales(story);
  await recordRefusedBoard(story);
  await recordRefusedKnowledge(story);
  await recordRefusedAgents(story);
}

async function recordRefusedPeople({ refuse, call, cast }: Story): Promise<void> {
  await refuse('contact_exists', 'POST /api/contacts', { body: { phone: ana.from, name: ana.name } });
  await refuse('lead_exists', 'POST /api/leads', { body: { aiAgentId: cast.agent, phone: '+5511965432109' } });
  await refuse('shortcut_taken', 'POST /api/quick-replies', { body: { shortcut: '/menu', content: 'Our menu' } });
  const file = {
    id: 'opening-hours',
    name: 'Opening hours',
    url: 'https://aurora.example/hours.png',
    contentType: 'image/png',
    kind: 'IMAGE',
    sizeBytes: 9_100,
    usageCount: 0,
  };
  await call('POST /api/media-library', { body: file });
  await refuse('id_taken', 'POST /api/media-library', { body: file });
  const stage = { name: 'Cakes to order', color: '#E8590C' };
  await refuse('name_taken', 'POST /api/conversation-stages', { body: stage });
  await refuse('invalid_color', 'POST /api/conversation-stages', { body: { name: 'Weddings', color: 'orange' } });
  await call('PATCH /api/conversations/{id}', {
    path: { id: cast.tomas },
    body: { stageId: cast.conversationStage },
  });
  await refuse('stage_in_use', 'DELETE /api/conversation-stages/{id}', {
    path: { id: cast.conversationStage },
  });
}

async function recordRefusedSales({ refuse, cast }: Story): Promise<void> {
  await refuse('total_mismatch', 'POST /api/orders', {
    body: {
      aiAgentId: cast.agent,
      clientName: ana.name,
      clientPhone: ana.from,
      items: [{ name: 'Sourdough loaf', quantity: 2, unitPrice: 24.5 }],
      total: 24.5,
    },
  });
  await refuse('invalid_transition', 'PATCH /api/orders/{id}', {
    path: { id: cast.order },
    body: { status: 'AWAITING_PAYMENT' },
  });
  await refuse('invalid_transition', 'POST /api/conversations/{id}/reopen', { path: { id: cast.tomas } });
  await refuse('slot_taken', 'POST /api/appointments', {
    body: {
      aiAgentId: cast.agent,
      title: 'Cake tasting',
      clientName: 'Marta Lima',
      startTime: '2026-11-24T17:15:00.000Z',
      endTime: '2026-11-24T17:45:00.000Z',
    },
  });
}

async function recordRefusedBoard({ refuse, call, cast }: Story): Promise<void> {
  const pipelineId = cast.pipeline;
  const board = async (id: string) => (await call('GET /api/crm/pipelines/{id}/board', { path: { id } })).stages;
  const other = await board(cast.otherPipeline);
  const [first] = await board(pipelineId);
  const { data: pipelines } = await call('GET /api/crm/pipelines');
  const standard = pipelines.find(({ isDefault }: { isDefault: boolean }) => isDefault);
  await refuse('default_pipeline', 'DELETE /api/crm/pipelines/{id}', { path: { id: standard.id } });
  await refuse('pipeline_not_empty', 'DELETE /api/crm/pipelines/{id}', { path: { id: pipelineId } });
  await refuse('stage_not_empty', 'DELETE /api/crm/stages/{id}', { path: { id: cast.stage } });
  for (const stage of other.slice(1)) await call('DELETE /api/crm/stages/{id}', { path: { id: stage.id } });
  await refuse('last_stage', 'DELETE /api/crm/stages/{id}', { path: { id: other[0].id } });
  await refuse('stage_name_taken', 'POST /api/crm/stages', {
    body: { pipelineId, name: first.name, color: '#E8590C' },
  });
  await refuse('stage_not_in_pipeline', 'POST /api/crm/cards', {
    body: { pipelineId, stageId: other[0].id, title: 'Wedding of Inês and Rui' },
  });
  const move = 'POST /api/crm/cards/{id}/move';
  const path = { id: cast.card };
  await refuse('move_between_pipelines', move, { path, body: { toStageId: other[0].id } });
  await refuse('not_neighbours', move, { path, body: { toStageId: cast.stage, beforeCardId: cast.card } });
}

async function recordRefusedKnowledge({ shop, refuse, keepProblem, cast, rename }: Story): Promise<void> {
  const path = { id: cast.base };
  const add = 'POST /api/knowledge-bases/{id}/sources/text';
  await refuse('content_taken', add, {
    path,
    body: {
      name: 'Keeping bread',
      content: 'Sourdough keeps four days in a cloth bag. Freeze it sliced, and toast the slices as they are.',
    },
  });
  await refuse('base_not_empty', 'DELETE /api/knowledge-bases/{id}', { path });
  const held = Promise.withResolvers<void>();
  const url = await serveLoopback(async (request, response) => {
    if (request.url !== '/robots.txt') await held.promise;
    response.end('<p>We open at half past six.</p>');
  });
  rename(url, 'https://news.aurora.example');
  const place = `/api/knowledge-bases/${cast.base}/sources`;
  const { body: source } = await shop.api.post(`${place}/url`, { url });
  await eventually(async () => (await shop.api.get(`${place}/${source.id}`)).body.status === 'INDEXING');
  const early = await shop.api.post(`${place}/${source.id}/reindex`);
  held.resolve();
  keepProblem('indexing_running', [early]);
  await refuse('url_taken', 'POST /api/knowledge-bases/{id}/sources/url', { path, body: { url } });
  await refuse('outbound_not_allowed', 'POST /api/knowledge-bases/{id}/sources/url', {
    path,
    body: { url: 'http://169.254.169.254/latest' },
  });
  await refuse('outbound_not_allowed', 'POST /api/developers/webhooks', {
    body: { url: 'http://169.254.169.254/latest', events: ['order.created'] },
  });
}

async function recordRefusedAgents({ refuse, call, cast }: Story): Promise<void> {
  const make = (name: string) => call('POST /api/ai-agents', { body: { name } });
  const lua = await make('Lua');
  await refuse('gate_failed', 'POST /api/ai-agents/{id}/publish', { path: { id: lua.id } });
  await call('POST /api/ai-agents/{id}/archive', { path: { id: lua.id } });
  await refuse('agent_archived', 'PUT /api/channels/{id}/ai-agent', {
    path: { id: cast.channel },
    body: { aiAgentId: lua.id },
  });
  await refuse('agent_has_data', 'DELETE /api/ai-agents/{id}', { path: { id: cast.agent } });
  await refuse('flow_run_active', 'POST /api/flows/{id}/runs', {
    path: { id: cast.flow },
    body: { conversationId: cast.ana },
  });
  await refuse('flow_not_active', 'POST /api/flows/{id}/runs', {
    path: { id: cast.spareFlow },
    body: { conversationId: cast.tomas },
  });
}
