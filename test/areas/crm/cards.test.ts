import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { addCard, openPipeline, titlesOf } from './support.ts';

describe('creating a card', () => {
  it('adds it to the end of its stage and emits an event', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const { id, stageIds } = await openPipeline(api);
    await addCard(api, id, stageIds[0], { title: 'First' });
    const { status, body } = await api.post('/api/crm/cards', {
      pipelineId: id,
      stageId: stageIds[0],
      title: '  Wedding cake ',
      value: 1234.56,
      contactPhone: '(11) 98765-4321',
      contactName: 'Ana',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      pipelineId: id,
      stageId: stageIds[0],
      title: 'Wedding cake',
      value: 1234.56,
      contactPhone: '+5511987654321',
      contactName: 'Ana',
      conversationId: null,
      leadId: null,
      source: 'API',
      commentCount: 0,
    });
    expect(await titlesOf(api, stageIds[0])).toEqual(['First', 'Wedding cake']);
    const events = await shop.events('crm.card.created');
    expect(events[1]).toMatchObject({ source: 'API', data: body, previous: null });
    const { body: timeline } = await api.get(`/api/crm/events?pipelineId=${id}`);
    expect(timeline).toMatchObject({ total: 2, page: 1, limit: 20, hasMore: false });
    expect(timeline.data[0]).toMatchObject({
      pipelineId: id,
      cardId: body.id,
      cardTitle: 'Wedding cake',
      type: 'CREATED',
      actor: { source: 'API', name: 'test' },
      fromStage: null,
      toStage: { id: stageIds[0], name: 'Novo' },
      comment: null,
      createdAt: body.createdAt,
    });
  });

  it('links a conversation of this workspace and rejects any other', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const channel = await pairChannel(shop);
    const { conversationId } = await channel.customerSays('+5511987654321', 'Oi');
    const { id, stageIds } = await openPipeline(api);
    expect(await addCard(api, id, stageIds[0], { conversationId })).toMatchObject({ conversationId });
    const other = await shop.otherWorkspace();
    const own = await openPipeline(other);
    const draft = { pipelineId: own.id, stageId: own.stageIds[0], title: 'Deal' };
    const refused = await other.post('/api/crm/cards', { ...draft, conversationId });
    expect(refused).toMatchObject({
      status: 404,
      body: { code: 'unknown_reference', errors: [{ field: 'body.conversationId' }] },
    });
    expect((await other.post('/api/crm/cards', { ...draft, conversationId: null, leadId: null })).status).toBe(201);
  });

  it('links a lead of this workspace and rejects any other', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const { body: agent } = await api.post('/api/ai-agents', { name: 'Bia' });
    const { body: lead } = await api.post('/api/leads', { aiAgentId: agent.id, phone: '+5511987654321' });
    const { id, stageIds } = await openPipeline(api);
    expect(await addCard(api, id, stageIds[0], { leadId: lead.id })).toMatchObject({ leadId: lead.id });
    const other = await shop.otherWorkspace();
    const own = await openPipeline(other);
    const draft = { pipelineId: own.id, stageId: own.stageIds[0], title: 'Deal', leadId: lead.id };
    expect(await other.post('/api/crm/cards', draft)).toMatchObject({
      status: 404,
      body: { code: 'unknown_reference', errors: [{ field: 'body.leadId' }] },
    });
  });

  it('rejects unknown pipelines and stages, a stage of another pipeline and invalid values, without a trace', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const { id, stageIds } = await openPipeline(api);
    const { body: other } = await api.post('/api/crm/pipelines', { name: 'Repairs' });
    const draft = { pipelineId: id, stageId: stageIds[0], title: 'Deal' };
    const send = (more: object) => api.post('/api/crm/cards', { ...draft, ...more });
    for (const field of ['pipelineId', 'stageId']) {
      expect(await send({ [field]: 'nothing' })).toMatchObject({
        status: 404,
        body: { code: 'unknown_reference', errors: [{ field: `body.${field}` }] },
      });
    }
    const misplaced = await send({ stageId: other.stages[0].id });
    expect(misplaced).toMatchObject({ status: 422, body: { code: 'stage_not_in_pipeline' } });
    const wrong: [string, unknown][] = [
      ['title', ' '],
      ['title', 'x'.repeat(201)],
      ['value', -1],
      ['value', 1.005],
      ['value', '5'],
      ['value', 1e12],
      ['contactPhone', 'hello'],
      ['contactPhone', '1'.repeat(31)],
      ['color', 'red'],
    ];
    for (const [field, value] of wrong) {
      expect(await send({ [field]: value })).toMatchObject({
        status: 400,
        body: { errors: [{ field: `body.${field}` }] },
      });
    }
    expect(await shop.events('crm.card.created')).toEqual([]);
    expect((await api.get(`/api/crm/events?pipelineId=${id}`)).body.total).toBe(0);
    expect((await api.get(`/api/crm/pipelines/${id}/board`)).body.stages[0]).toMatchObject({ count: 0, total: 0 });
  });
});

describe('changing a card', () => {
  it('changes given fields, updates the total of its stage, and emits the previous values', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const { id, stageIds } = await openPipeline(api);
    const card = await addCard(api, id, stageIds[0], { value: 10, contactName: 'Ana' });
    const path = `/api/crm/cards/${card.id}`;
    const changed = await api.patch(path, { title: 'Cake', value: 30.3, contactName: 'Ana' });
    expect(changed).toMatchObject({ status: 200, body: { title: 'Cake', value: 30.3, contactName: 'Ana' } });
    const totalOf = async () => (await api.get(`/api/crm/pipelines/${id}/board`)).body.stages[0].total;
    expect(await totalOf()).toBe(30.3);
    const [event] = await shop.events('crm.card.updated');
    expect(event).toMatchObject({ data: changed.body });
    expect(event?.previous).toEqual({ title: 'Deal', value: 10 });
    expect((await api.patch(path, { value: null, contactName: null })).body).toMatchObject({
      value: null,
      contactName: null,
    });
    expect(await totalOf()).toBe(0);
    const { body } = await api.get(`/api/crm/events?pipelineId=${id}&filter=changes`);
    expect(body.data.map((entry: { changes: unknown }) => entry.changes)).toEqual([
      [
        { field: 'value', from: 30.3, to: null },
        { field: 'contactName', from: 'Ana', to: null },
      ],
      [
        { field: 'title', from: 'Deal', to: 'Cake' },
        { field: 'value', from: 10, to: 30.3 },
      ],
    ]);
  });

  it('writes nothing for unchanged values', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const { id, stageIds } = await openPipeline(api);
    const card = await addCard(api, id, stageIds[0], { value: 10 });
    for (const body of [{}, { title: 'Deal', value: 10 }]) {
      const answer = await api.patch(`/api/crm/cards/${card.id}`, body);
      expect(answer).toMatchObject({ status: 200, body: card });
    }
    expect(await shop.events('crm.card.updated')).toEqual([]);
  });

  it('rejects invalid values, unknown fields, an unknown card and a stale If-Match', async () => {
    const { api } = await openWorkspace();
    const { id, stageIds } = await openPipeline(api);
    const created = await api.post('/api/crm/cards', { pipelineId: id, stageId: stageIds[0], title: 'Deal' });
    const path = `/api/crm/cards/${created.body.id}`;
    for (const body of [{ title: '' }, { title: null }, { value: 0.001 }, { stageId: stageIds[1] }]) {
      expect((await api.patch(path, body)).status).toBe(400);
    }
    expect((await api.patch('/api/crm/cards/nothing', { title: 'X' })).status).toBe(404);
    const headers = { 'if-match': created.headers.get('etag') ?? '' };
    expect((await api.patch(path, { title: 'X' }, { headers })).status).toBe(200);
    expect((await api.patch(path, { title: 'Y' }, { headers })).status).toBe(412);
  });
});

it('adds comments to the timeline and counts them', async () => {
  const shop = await openWorkspace();
  const { api } = shop;
  const { id, stageIds } = await openPipeline(api);
  const card = await addCard(api, id, stageIds[0]);
  const path = `/api/crm/cards/${card.id}/comments`;
  const { status, body } = await api.post(path, { body: 'Calls back on Monday' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ type: 'COMMENTED', cardId: card.id, comment: 'Calls back on Monday' });
  const timeline = await api.get(`/api/crm/events?pipelineId=${id}&filter=comments`);
  expect(timeline.body).toMatchObject({ total: 1, data: [body] });
  const [event] = await shop.events('crm.card.updated');
  expect(event).toMatchObject({ data: { commentCount: 1 }, previous: { commentCount: 0 } });
  for (const text of ['', '  ', 'x'.repeat(1001)]) expect((await api.post(path, { body: text })).status).toBe(400);
  expect((await api.post('/api/crm/cards/nothing/comments', { body: 'X' })).status).toBe(404);
});

it('keeps the history of a deleted card, title included', async () => {
  const shop = await openWorkspace();
  const { api } = shop;
  const { id, stageIds } = await openPipeline(api);
  const card = await addCard(api, id, stageIds[0], { title: 'Cake', value: 5 });
  await addCard(api, id, stageIds[0], { title: 'Stays', value: 1 });
  const path = `/api/crm/cards/${card.id}`;
  await api.post(`${path}/comments`, { body: 'No budget' });
  expect((await api.delete(path)).status).toBe(204);
  expect((await api.delete(path)).status).toBe(404);
  const { body: board } = await api.get(`/api/crm/pipelines/${id}/board`);
  expect(board.stages[0]).toMatchObject({ count: 1, total: 1, cards: [{ title: 'Stays' }] });
  const { body } = await api.get(`/api/crm/events?pipelineId=${id}&filter=${card.id}`);
  expect(body.data.map((event: { type: string }) => event.type)).toEqual(['DELETED', 'COMMENTED', 'CREATED']);
  expect(body.data[0]).toMatchObject({ cardTitle: 'Cake', fromStage: { id: stageIds[0] }, toStage: null });
  const [event] = await shop.events('crm.card.deleted');
  expect(event).toMatchObject({ data: { id: card.id, title: 'Cake', commentCount: 1 } });
});

it('filters the timeline and pages through it', async () => {
  const { api } = await openWorkspace();
  const { id, stageIds } = await openPipeline(api);
  const card = await addCard(api, id, stageIds[0]);
  const other = await addCard(api, id, stageIds[0], { title: 'Other' });
  await api.patch(`/api/crm/cards/${card.id}`, { title: 'Renamed' });
  await api.post(`/api/crm/cards/${card.id}/comments`, { body: 'Hi' });
  await api.post(`/api/crm/cards/${card.id}/move`, { toStageId: stageIds[1] });
  await api.delete(`/api/crm/cards/${other.id}`);
  const read = async (filter: string) => {
    const { body } = await api.get(`/api/crm/events?pipelineId=${id}&filter=${filter}`);
    return body.data.map((event: { type: string }) => event.type);
  };
  const all = ['DELETED', 'MOVED', 'COMMENTED', 'UPDATED', 'CREATED', 'CREATED'];
  expect(await read('all')).toEqual(all);
  expect(await read('')).toEqual(all);
  expect(await read('comments')).toEqual(['COMMENTED']);
  expect(await read('moves')).toEqual(['MOVED']);
  expect(await read('changes')).toEqual(['UPDATED']);
  expect(await read('created')).toEqual(['CREATED', 'CREATED']);
  expect(await read('deleted')).toEqual(['DELETED']);
  expect(await read(other.id)).toEqual(['DELETED', 'CREATED']);
  const page = await api.get(`/api/crm/events?pipelineId=${id}&page=2&limit=4`);
  expect(page.body).toMatchObject({ page: 2, limit: 4, total: 6, hasMore: false });
  expect(page.body.data).toHaveLength(2);
  expect((await api.get(`/api/crm/events?pipelineId=${id}&filter=Moves`)).status).toBe(400);
  expect((await api.get('/api/crm/events')).status).toBe(400);
  expect((await api.get('/api/crm/events?pipelineId=nothing')).status).toBe(404);
});
