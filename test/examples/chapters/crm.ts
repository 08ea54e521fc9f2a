import { type Story, seen } from '../story.ts';

/** Weddings and companies have a board of their own. */
export async function recordCrm(story: Story): Promise<void> {
  const { show, call, cast } = story;
  const pipeline = await show('POST /api/crm/pipelines', { body: { name: 'Events' } });
  const path = { id: pipeline.id };
  cast.pipeline = pipeline.id;
  await show('PATCH /api/crm/pipelines/{id}', { path, body: { name: 'Weddings and events' } });
  await show('GET /api/crm/pipelines');
  const stage = await show('POST /api/crm/stages', {
    body: { pipelineId: pipeline.id, name: 'Tasting', color: '#E8590C' },
  });
  await show('PATCH /api/crm/stages/{id}', { path: { id: stage.id }, body: { name: 'Tasting agreed' } });
  const { stages } = await call('GET /api/crm/pipelines/{id}/board', { path });
  const ids: string[] = stages.map(({ id }: { id: string }) => id);
  Object.assign(cast, { firstStage: ids[0], stage: stage.id });
  await show('POST /api/crm/stages/reorder', {
    body: { pipelineId: pipeline.id, stageIds: [ids[0], stage.id, ...ids.slice(1, -1)] },
  });
  await recordCards(story);
  await show('GET /api/crm/pipelines/{id}/board', { path });
  await show('GET /api/crm/stages/{id}/cards', { path: { id: stage.id }, query: { limit: 2 } });
  await show('GET /api/crm/events', { query: { pipelineId: pipeline.id, limit: 2 } });
  await show('GET /api/crm/reports', { query: { pipelineId: pipeline.id, from: '2026-11-21', to: '2026-11-22' } });
  const spare = await call('POST /api/crm/stages', {
    body: { pipelineId: pipeline.id, name: 'On hold', color: '#868E96' },
  });
  await show('DELETE /api/crm/stages/{id}', { path: { id: spare.id }, query: { moveCardsTo: stage.id } });
  const other = await call('POST /api/crm/pipelines', { body: { name: 'Christmas 2025' } });
  cast.otherPipeline = (await call('POST /api/crm/pipelines', { body: { name: 'Companies' } })).id;
  await show('DELETE /api/crm/pipelines/{id}', { path: { id: other.id } });
}

async function recordCards({ show, call, cast }: Story): Promise<void> {
  const place = { pipelineId: cast.pipeline, stageId: cast.firstStage };
  const card = await show('POST /api/crm/cards', {
    body: {
      ...place,
      title: 'Wedding of Beatriz and Caio',
      value: 3_200,
      contactPhone: '+5511965432109',
      contactName: 'Beatriz Rocha',
      leadId: cast.lead,
    },
  });
  cast.card = card.id;
  const other = await call('POST /api/crm/cards', { body: { ...place, title: 'Office breakfast', value: 480 } });
  const path = { id: card.id };
  await show('PATCH /api/crm/cards/{id}', { path, body: { value: 3_450 } });
  await show('POST /api/crm/cards/{id}/comments', { path, body: { body: 'Wants to taste lemon and almond.' } });
  await show('POST /api/crm/cards/{id}/move', { path, body: { toStageId: cast.stage } });
  await show('POST /api/crm/cards/{id}/confirm-entry', { path, body: seen });
  await show('DELETE /api/crm/cards/{id}', { path: { id: other.id } });
}
