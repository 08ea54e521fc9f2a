import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { addCard, openPipeline } from './support.ts';

const nowhere = 'pipe_01h455vb4pex5vsknk084sn02q';

describe('the default pipeline', () => {
  it('is created by the first list with five stages in the workspace’s language', async () => {
    const { api } = await openWorkspace();
    const { status, body } = await api.get('/api/crm/pipelines');
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1);
    const [pipeline] = body.data;
    expect(pipeline).toMatchObject({ name: 'Vendas', isDefault: true });
    const names = pipeline.stages.map((stage: { name: string }) => stage.name);
    expect(names).toEqual(['Novo', 'Qualificado', 'Proposta', 'Ganho', 'Perdido']);
    expect(pipeline.stages.map((stage: { position: number }) => stage.position)).toEqual([0, 1, 2, 3, 4]);
    expect(pipeline.stages.map((stage: { isWon: boolean }) => stage.isWon)).toEqual([false, false, false, true, false]);
    expect(pipeline.stages.map((stage: { isLost: boolean }) => stage.isLost)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    for (const { color } of pipeline.stages) expect(color).toMatch(/^#[0-9a-f]{6}$/);
    expect((await api.get('/api/crm/pipelines')).body).toEqual(body);
  });

  it.each([
    ['en', 'Sales', 'Won'],
    ['es', 'Ventas', 'Ganado'],
  ] as const)('has names in %s if the workspace uses it', async (language, name, won) => {
    const { api, app } = await openWorkspace();
    await app.platform.write(({ db }) => db.updateTable('workspaces').set({ language }).execute());
    const { body } = await api.get('/api/crm/pipelines');
    expect(body.data[0]).toMatchObject({ name, stages: { 3: { name: won } } });
  });

  it('is created once by simultaneous first lists', async () => {
    const { api } = await openWorkspace();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/api/crm/pipelines')));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.data).toHaveLength(1);
  });

  it('is created even after another pipeline, and is listed first', async () => {
    const { api } = await openWorkspace();
    await api.post('/api/crm/pipelines', { name: 'Repairs' });
    const { body } = await api.get('/api/crm/pipelines');
    expect(body.data.map((pipeline: { name: string }) => pipeline.name)).toEqual(['Vendas', 'Repairs']);
  });

  it('cannot be deleted', async () => {
    const { api } = await openWorkspace();
    const pipeline = await openPipeline(api);
    const answer = await api.delete(`/api/crm/pipelines/${pipeline.id}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'default_pipeline' } });
  });
});

describe('a further pipeline', () => {
  it('is created with five stages, renamed and deleted', async () => {
    const { api } = await openWorkspace();
    const created = await api.post('/api/crm/pipelines', { name: '  Repairs ' });
    expect(created).toMatchObject({ status: 201, body: { name: 'Repairs', isDefault: false } });
    expect(created.body.stages).toHaveLength(5);
    const path = `/api/crm/pipelines/${created.body.id}`;
    const renamed = await api.patch(path, { name: 'Workshop' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Workshop' } });
    expect((await api.patch(path, { name: ' ' })).status).toBe(400);
    expect((await api.patch(path, {})).status).toBe(400);
    expect((await api.delete(path)).status).toBe(204);
    for (const answer of [
      await api.delete(path),
      await api.get(`${path}/board`),
      await api.patch(path, { name: 'X' }),
    ]) {
      expect(answer.status).toBe(404);
    }
    const stage = created.body.stages[0].id;
    expect((await api.patch(`/api/crm/stages/${stage}`, { name: 'X' })).status).toBe(404);
  });

  it('cannot be deleted while it holds cards; its timeline can be read afterwards', async () => {
    const { api } = await openWorkspace();
    const { body: pipeline } = await api.post('/api/crm/pipelines', { name: 'Repairs' });
    const card = await addCard(api, pipeline.id, pipeline.stages[0].id, { title: 'Phone' });
    const refused = await api.delete(`/api/crm/pipelines/${pipeline.id}`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'pipeline_not_empty', count: 1 } });
    await api.delete(`/api/crm/cards/${card.id}`);
    expect((await api.delete(`/api/crm/pipelines/${pipeline.id}`)).status).toBe(204);
    const { status, body } = await api.get(`/api/crm/events?pipelineId=${pipeline.id}`);
    expect(status).toBe(200);
    expect(body.data.map((event: { type: string }) => event.type)).toEqual(['DELETED', 'CREATED']);
    expect(body.data[0]).toMatchObject({ cardTitle: 'Phone', fromStage: { name: 'Novo' } });
  });

  it('is rejected as the 51st of the workspace', async () => {
    const { api } = await openWorkspace();
    const made = [];
    for (let index = 0; index < 50; index++) made.push(await api.post('/api/crm/pipelines', { name: `P${index}` }));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    const answer = await api.post('/api/crm/pipelines', { name: 'One more' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'too_many' } });
  });
});

describe('the board', () => {
  it('shows each stage with count, total and its first 50 cards', async () => {
    const { api } = await openWorkspace();
    const { id, stageIds } = await openPipeline(api);
    for (let index = 0; index < 52; index++) await addCard(api, id, stageIds[0], { title: `C${index}`, value: 1.1 });
    await addCard(api, id, stageIds[3], { title: 'Won', value: 0.2 });
    await addCard(api, id, stageIds[3], { title: 'Free' });
    const { status, body } = await api.get(`/api/crm/pipelines/${id}/board`);
    expect(status).toBe(200);
    expect(body.pipeline).toMatchObject({ id, name: 'Vendas', isDefault: true });
    const [first, second, , won] = body.stages;
    expect(Object.keys(first).sort()).toEqual(
      ['id', 'name', 'color', 'position', 'isWon', 'isLost', 'count', 'total', 'cards', 'hasMore'].sort(),
    );
    expect(first).toMatchObject({ id: stageIds[0], count: 52, total: 57.2, hasMore: true });
    expect(first.cards.map((card: { title: string }) => card.title)).toEqual(
      Array.from({ length: 50 }, (_, index) => `C${index}`),
    );
    expect(second).toMatchObject({ count: 0, total: 0, cards: [], hasMore: false });
    expect(won).toMatchObject({ count: 2, total: 0.2, isWon: true, hasMore: false });
    expect(won.cards[1]).toMatchObject({ title: 'Free', value: null });
  });

  it('pages through a stage by offset', async () => {
    const { api } = await openWorkspace();
    const { id, stageIds } = await openPipeline(api);
    for (const title of ['A', 'B', 'C']) await addCard(api, id, stageIds[0], { title });
    const path = `/api/crm/stages/${stageIds[0]}/cards`;
    const page = await api.get(`${path}?offset=1&limit=1`);
    expect(page).toMatchObject({ status: 200, body: { offset: 1, limit: 1, total: 3, hasMore: true } });
    expect(page.body.data).toMatchObject([{ title: 'B' }]);
    expect((await api.get(`${path}?offset=2`)).body).toMatchObject({
      limit: 20,
      hasMore: false,
      data: [{ title: 'C' }],
    });
    expect((await api.get(`${path}?offset=9`)).body).toMatchObject({ hasMore: false, data: [] });
    expect((await api.get(`${path}?offset=-1&limit=0`)).body).toMatchObject({ offset: 0, limit: 1 });
    expect((await api.get(`${path}?offset=x`)).status).toBe(400);
    expect((await api.get('/api/crm/stages/nothing/cards')).status).toBe(404);
  });
});

it('neither shows nor changes pipelines, stages, cards or timeline of another workspace', async () => {
  const shop = await openWorkspace();
  const { api } = shop;
  const other = await shop.otherWorkspace();
  const { id, stageIds, stages } = await openPipeline(api);
  const card = await addCard(api, id, stageIds[0]);
  const own = await openPipeline(other);
  expect(own.id).not.toBe(id);
  const draft = { pipelineId: own.id, stageId: own.stageIds[0], title: 'Deal' };
  const theirs = await addCard(other, own.id, own.stageIds[0]);
  const answers = await Promise.all([
    other.patch(`/api/crm/pipelines/${id}`, { name: 'X' }),
    other.delete(`/api/crm/pipelines/${id}`),
    other.get(`/api/crm/pipelines/${id}/board`),
    other.post('/api/crm/stages', { pipelineId: id, name: 'X', color: '#112233' }),
    other.patch(`/api/crm/stages/${stageIds[0]}`, { name: 'X' }),
    other.delete(`/api/crm/stages/${stageIds[1]}`),
    other.get(`/api/crm/stages/${stageIds[0]}/cards`),
    other.post('/api/crm/stages/reorder', { pipelineId: id, stageIds }),
    other.delete(`/api/crm/stages/${own.stageIds[0]}?moveCardsTo=${stageIds[1]}`),
    other.post('/api/crm/cards', { ...draft, pipelineId: id }),
    other.post('/api/crm/cards', { ...draft, stageId: stageIds[0] }),
    other.patch(`/api/crm/cards/${card.id}`, { title: 'X' }),
    other.delete(`/api/crm/cards/${card.id}`),
    other.post(`/api/crm/cards/${card.id}/comments`, { body: 'X' }),
    other.post(`/api/crm/cards/${card.id}/move`, { toStageId: own.stageIds[0] }),
    other.post(`/api/crm/cards/${theirs.id}/move`, { toStageId: stageIds[0] }),
    other.post(`/api/crm/cards/${theirs.id}/move`, { toStageId: own.stageIds[0], beforeCardId: card.id }),
    other.get(`/api/crm/events?pipelineId=${id}`),
    other.get(`/api/crm/reports?pipelineId=${id}`),
    api.get(`/api/crm/events?pipelineId=${nowhere}`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect((await openPipeline(api)).stages).toEqual(stages);
  expect((await api.get(`/api/crm/pipelines/${id}/board`)).body.stages[0].cards).toEqual([card]);
});

it('requires its scopes', async () => {
  const shop = await openWorkspace();
  const { id, stageIds } = await openPipeline(shop.api);
  const reader = await shop.withScopes('crm.read');
  const analyst = await shop.withScopes('analytics.read');
  const writer = await shop.withScopes('crm.cards.write');
  expect((await reader.get('/api/crm/pipelines')).status).toBe(200);
  expect((await analyst.get(`/api/crm/reports?pipelineId=${id}`)).status).toBe(200);
  const refused = await Promise.all([
    reader.post('/api/crm/cards', { pipelineId: id, stageId: stageIds[0], title: 'X' }),
    reader.get(`/api/crm/reports?pipelineId=${id}`),
    writer.post('/api/crm/pipelines', { name: 'X' }),
    writer.get(`/api/crm/events?pipelineId=${id}`),
    analyst.get(`/api/crm/pipelines/${id}/board`),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});
