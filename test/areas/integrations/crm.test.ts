import { expect, test } from 'vitest';
import { eventually, openWorkspace, type TestApp } from '../../support/server/app.ts';
import { bind, expectDisconnects, install, jobsOf, newestJob, retryJob } from '../../support/shop/integrations.ts';
import { maria } from '../../support/shop/sales.ts';
import { emit } from '../../support/shop/webhooks.ts';

async function start() {
  const app = await openWorkspace();
  const installation = await install(app.api, 'crm');
  const pipeline = (await app.api.post('/api/crm/pipelines', { name: 'Vendas' })).body;
  const targets = (query: string) =>
    app.api.get(`/api/integrations/${installation.id}/targets?action=create_card${query}`);
  return { ...app, installation, pipeline, targets };
}

const cardsIn = async ({ api }: TestApp, stageId: string) =>
  (await api.get(`/api/crm/stages/${stageId}/cards`)).body.data;

test('pipelines and their stages are listed as targets, paginated', async () => {
  const { targets, pipeline } = await start();
  const all = (await targets('')).body;
  expect(all.data).toContainEqual({ id: pipeline.id, name: 'Vendas', kind: 'pipeline', hasChildren: true });
  expect(all.nextCursor).toBeNull();
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const page = (await targets(`&targetId=${pipeline.id}&limit=2${cursor && `&cursor=${cursor}`}`)).body;
    names.push(...page.data.map((stage: { name: string }) => stage.name));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(names).toEqual(pipeline.stages.map((stage: { name: string }) => stage.name));
  expect((await targets('&targetId=pipe_x')).status).toBe(404);
});

test('an order creates one card, which the next event moves, with the usual card events', async () => {
  const app = await start();
  const { api, installation, pipeline } = app;
  const [first, second] = pipeline.stages;
  const config = { stageId: first.id, title: 'Pedido {{data.number}}', value: '{{data.total}}' };
  const making = await bind(api, installation.id, 'order.created', 'create_card', config);
  const moving = await bind(api, installation.id, 'payment.succeeded', 'move_card', { stageId: second.id });
  const order = { id: 'ord_1', number: 12, total: 91.8, clientName: 'Maria', clientPhone: maria };
  await emit(app, 'order.created', order);
  const job = await newestJob(app, making.id, 'SUCCEEDED');
  const [card] = await cardsIn(app, first.id);
  expect(card).toMatchObject({
    id: job.reference,
    title: 'Pedido 12',
    value: 91.8,
    contactPhone: maria,
    contactName: 'Maria',
  });

  await emit(app, 'payment.succeeded', order);
  await newestJob(app, moving.id, 'SUCCEEDED');
  expect(await cardsIn(app, first.id)).toEqual([]);
  expect((await cardsIn(app, second.id))[0].id).toBe(card.id);
  const events = await app.events('crm.card.created', 'crm.card.moved');
  expect(events.map(({ type, source, actorId }) => [type, source, actorId])).toEqual([
    ['crm.card.created', 'SYSTEM', making.id],
    ['crm.card.moved', 'SYSTEM', moving.id],
  ]);
  await expectDisconnects(app, installation.id);
});

test('a contact is tagged, and created if missing', async () => {
  const app = await start();
  const binding = await bind(app.api, app.installation.id, 'lead.captured', 'tag_contact', { tag: 'lead' });
  await emit(app, 'lead.captured', { id: 'lead_1', phone: maria, name: 'Maria' });
  await newestJob(app, binding.id, 'SUCCEEDED');
  const { body } = await app.api.get(`/api/contacts/${encodeURIComponent(maria)}`);
  expect(body).toMatchObject({ name: 'Maria', tags: [{ name: 'lead' }] });
});

test('a customer whose number an event hides is found by id, and a deleted one is refused', async () => {
  const app = await start();
  const { api, installation, pipeline } = app;
  const [first, second] = pipeline.stages;
  await api.post('/api/contacts', { phone: maria });
  const { id: contactId } = (await api.get(`/api/contacts/${maria}`)).body;
  const config = { stageId: first.id, title: 'Bolo' };
  const making = await bind(api, installation.id, 'order.created', 'create_card', config);
  const moving = await bind(api, installation.id, 'lead.captured', 'move_card', { stageId: second.id });
  await emit(app, 'order.created', { id: 'ord_1', contactId, clientPhone: null });
  await newestJob(app, making.id, 'SUCCEEDED');
  expect(await cardsIn(app, first.id)).toMatchObject([{ contactId }]);
  await emit(app, 'lead.captured', { id: 'lead_1', contactId, phone: null });
  await newestJob(app, moving.id, 'SUCCEEDED');
  expect(await cardsIn(app, second.id)).toMatchObject([{ contactId }]);
  await emit(app, 'lead.captured', { id: 'lead_2', contactId: 'ct_gone', phone: null });
  expect((await newestJob(app, moving.id, 'FAILED')).error.code).toBe('refused');
});

test('an impossible action fails without any change, and succeeds by a retry once it is possible', async () => {
  const app = await start();
  const { api, installation, pipeline } = app;
  const stage = pipeline.stages[1];
  const moving = await bind(api, installation.id, 'lead.captured', 'move_card', { stageId: stage.id });
  await emit(app, 'lead.captured', { id: 'lead_1', phone: maria });
  const failed = await newestJob(app, moving.id, 'FAILED', 1);
  expect(failed.error).toMatchObject({ code: 'refused', message: `${maria} has no card in the pipeline` });
  const draft = { pipelineId: pipeline.id, stageId: pipeline.stages[0].id, title: 'Bolo', contactPhone: maria };
  await api.post('/api/crm/cards', draft);
  await retryJob(app, failed);
  expect(await cardsIn(app, stage.id)).toHaveLength(1);

  const tagging = await bind(api, installation.id, 'order.created', 'tag_contact', { tag: 'x' });
  await emit(app, 'order.created', { id: 'ord_1', clientPhone: 'not a number' });
  expect((await newestJob(app, tagging.id, 'FAILED')).error.code).toBe('refused');
});

test('a card created by a binding triggers no CRM binding', async () => {
  const app = await start();
  const { api, installation, pipeline } = app;
  const stageId = pipeline.stages[0].id;
  const echo = await bind(api, installation.id, 'crm.card.created', 'create_card', { stageId, title: 'Echo' });
  const draft = { pipelineId: pipeline.id, stageId, title: 'Bolo' };
  await api.post('/api/crm/cards', draft);
  await newestJob(app, echo.id, 'SUCCEEDED');
  await eventually(async () => (await cardsIn(app, stageId)).length === 2);
  await app.settle();
  expect(await jobsOf(api, echo.id)).toHaveLength(1);
  expect(await cardsIn(app, stageId)).toHaveLength(2);
});
