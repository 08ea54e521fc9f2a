import { expect, it } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { addCard, openPipeline, titlesOf } from './support.ts';

const stages = '/api/crm/stages';

it('adds a new stage to the end of its pipeline', async () => {
  const { api } = await openWorkspace();
  const { id } = await openPipeline(api);
  const created = await api.post(stages, { pipelineId: id, name: ' Delivery ', color: '#00AAff' });
  expect(created).toMatchObject({
    status: 201,
    body: { pipelineId: id, name: 'Delivery', color: '#00AAff', position: 5, isWon: false, isLost: false },
  });
  expect((await openPipeline(api)).stages.at(-1)).toEqual(created.body);
});

it('rejects a name that is taken in the pipeline, in any case, but not one of another pipeline', async () => {
  const { api } = await openWorkspace();
  const { id, stageIds } = await openPipeline(api);
  const taken = { status: 422, body: { code: 'stage_name_taken', errors: [{ field: 'body.name' }] } };
  expect(await api.post(stages, { pipelineId: id, name: 'NOVO', color: '#112233' })).toMatchObject(taken);
  expect(await api.patch(`${stages}/${stageIds[1]}`, { name: 'novo' })).toMatchObject(taken);
  const { body: other } = await api.post('/api/crm/pipelines', { name: 'Repairs' });
  const made = await api.post(stages, { pipelineId: other.id, name: 'Delivery', color: '#112233' });
  expect(made.status).toBe(201);
  expect((await api.post(stages, { pipelineId: id, name: 'Delivery', color: '#112233' })).status).toBe(201);
});

it('rejects an invalid colour, an unknown pipeline and names out of bounds', async () => {
  const { api } = await openWorkspace();
  const { id, stageIds } = await openPipeline(api);
  const badColor = { status: 422, body: { code: 'invalid_color', errors: [{ field: 'body.color' }] } };
  expect(await api.post(stages, { pipelineId: id, name: 'X', color: 'red' })).toMatchObject(badColor);
  expect(await api.patch(`${stages}/${stageIds[0]}`, { color: '#12' })).toMatchObject(badColor);
  expect(await api.post(stages, { pipelineId: 'nothing', name: 'X', color: '#112233' })).toMatchObject({
    status: 404,
    body: { code: 'unknown_reference', errors: [{ field: 'body.pipelineId' }] },
  });
  for (const name of ['', '   ', 'x'.repeat(61)]) {
    expect((await api.post(stages, { pipelineId: id, name, color: '#112233' })).status).toBe(400);
    expect((await api.patch(`${stages}/${stageIds[0]}`, { name })).status).toBe(400);
  }
});

it('rejects the 31st stage of a pipeline', async () => {
  const { api } = await openWorkspace();
  const { id } = await openPipeline(api);
  for (let index = 5; index < 30; index++) {
    expect((await api.post(stages, { pipelineId: id, name: `S${index}`, color: '#112233' })).status).toBe(201);
  }
  const answer = await api.post(stages, { pipelineId: id, name: 'One more', color: '#112233' });
  expect(answer).toMatchObject({ status: 422, body: { code: 'too_many' } });
});

it('changes name and colour, and rejects a stale If-Match', async () => {
  const { api } = await openWorkspace();
  const { stageIds } = await openPipeline(api);
  const path = `${stages}/${stageIds[0]}`;
  const first = await api.patch(path, { name: 'Inbox' });
  expect(first).toMatchObject({ status: 200, body: { name: 'Inbox', color: '#64748b' } });
  const second = await api.patch(path, { name: 'INBOX', color: '#000000' });
  expect(second).toMatchObject({ status: 200, body: { name: 'INBOX', color: '#000000' } });
  const headers = { 'if-match': first.headers.get('etag') ?? '' };
  expect((await api.patch(path, { name: 'Late' }, { headers })).status).toBe(412);
});

it('reorders all stages of a pipeline or none', async () => {
  const { api } = await openWorkspace();
  const { id, stageIds } = await openPipeline(api);
  const reversed = stageIds.toReversed();
  expect((await api.post(`${stages}/reorder`, { pipelineId: id, stageIds: reversed })).status).toBe(204);
  const after = await openPipeline(api);
  expect(after.stageIds).toEqual(reversed);
  expect(after.stages.map((stage: { position: number }) => stage.position)).toEqual([0, 1, 2, 3, 4]);
  const [first = '', ...rest] = stageIds;
  const { body: other } = await api.post('/api/crm/pipelines', { name: 'Repairs' });
  const foreign = other.stages[0].id;
  for (const wrong of [
    rest,
    [first, first, ...rest.slice(1)],
    [...stageIds, first],
    [foreign, ...rest],
    ['x', ...rest],
    [],
  ]) {
    const answer = await api.post(`${stages}/reorder`, { pipelineId: id, stageIds: wrong });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'body.stageIds' }] } });
  }
  expect((await openPipeline(api)).stageIds).toEqual(reversed);
  expect((await api.post(`${stages}/reorder`, { pipelineId: 'nothing', stageIds })).status).toBe(404);
});

it('deletes an empty stage and closes the gap', async () => {
  const { api } = await openWorkspace();
  const { stageIds } = await openPipeline(api);
  expect((await api.delete(`${stages}/${stageIds[1]}`)).status).toBe(204);
  expect((await api.delete(`${stages}/${stageIds[1]}`)).status).toBe(404);
  const after = await openPipeline(api);
  expect(after.stageIds).toEqual(stageIds.filter((id) => id !== stageIds[1]));
  expect(after.stages.map((stage: { position: number }) => stage.position)).toEqual([0, 1, 2, 3]);
});

it('does not delete a stage with cards or the last one of a pipeline', async () => {
  const { api } = await openWorkspace();
  const { id, stageIds } = await openPipeline(api);
  const [first, ...others] = stageIds;
  await addCard(api, id, first);
  await addCard(api, id, first);
  const refused = await api.delete(`${stages}/${first}`);
  expect(refused).toMatchObject({ status: 400, body: { code: 'stage_not_empty', count: 2 } });
  for (const stage of others) expect((await api.delete(`${stages}/${stage}`)).status).toBe(204);
  expect(await api.delete(`${stages}/${first}`)).toMatchObject({ status: 400, body: { code: 'last_stage' } });
});

it('moves the cards of a deleted stage to the end of another in their order, each with an event', async () => {
  const shop = await openWorkspace();
  const { api } = shop;
  const { id, stageIds } = await openPipeline(api);
  const [first, second] = stageIds;
  await addCard(api, id, second, { title: 'there', value: 1 });
  const moving = Array.from({ length: 205 }, (_, index) => `M${index}`);
  for (const title of moving) await addCard(api, id, first, { title, value: 2 });
  expect((await api.delete(`${stages}/${first}?moveCardsTo=${second}`)).status).toBe(204);
  const pages = [0, 100, 200].map((offset) => api.get(`${stages}/${second}/cards?limit=100&offset=${offset}`));
  const titles = (await Promise.all(pages)).flatMap(({ body }) =>
    body.data.map((card: { title: string }) => card.title),
  );
  expect(titles).toEqual(['there', ...moving]);
  const { body: board } = await api.get(`/api/crm/pipelines/${id}/board`);
  expect(board.stages[0]).toMatchObject({ id: second, count: 206, total: 411 });
  const moved = await shop.events('crm.card.moved');
  expect(moved.map((event) => event.data.title)).toEqual(moving);
  expect(moved[0]).toMatchObject({ data: { stageId: second }, previous: { stageId: first } });
  const timeline = await api.get(`/api/crm/events?pipelineId=${id}&filter=moves`);
  expect(timeline.body).toMatchObject({ total: 205, data: { 0: { fromStage: { id: first, name: 'Novo' } } } });
});

it('rejects the stage itself, a stage of another pipeline and an unknown stage as receiver of the cards', async () => {
  const { api } = await openWorkspace();
  const { id, stageIds } = await openPipeline(api);
  const { body: other } = await api.post('/api/crm/pipelines', { name: 'Repairs' });
  await addCard(api, id, stageIds[0], { title: 'stays' });
  const handTo = (target: string | undefined) => api.delete(`${stages}/${stageIds[0]}?moveCardsTo=${target}`);
  expect(await handTo(stageIds[0])).toMatchObject({ status: 400, body: { errors: [{ field: 'query.moveCardsTo' }] } });
  expect(await handTo(other.stages[0].id)).toMatchObject({ status: 400, body: { code: 'move_between_pipelines' } });
  expect(await handTo('nothing')).toMatchObject({ status: 404, body: { code: 'unknown_reference' } });
  expect(await titlesOf(api, stageIds[0])).toEqual(['stays']);
});
