import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { openConversation } from '../../support/shop/conversation.ts';

const path = '/api/conversation-stages';
const lead = { name: 'Lead', color: '#1e88e5' };

test('stages are created, listed in order of creation, changed and deleted', async () => {
  const { api } = await openWorkspace();
  const made = await api.post(path, { name: '  Lead ', color: '#1E88e5' });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^cst_/),
    name: 'Lead',
    color: '#1E88e5',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const { body: second } = await api.post(path, { name: 'Won', color: '#00aa00' });
  expect((await api.get(path)).body).toEqual({ data: [made.body, second] });
  const changed = await api.patch(`${path}/${made.body.id}`, { color: '#ffffff' });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ name: 'Lead', color: '#ffffff' });
  const gone = await api.delete(`${path}/${second.id}`);
  expect(gone.status).toBe(200);
  expect(gone.body).toEqual({ id: second.id, deleted: true });
  expect((await api.get(path)).body).toEqual({ data: [changed.body] });
});

test('a name is taken in any case, except by its own stage', async () => {
  const { api } = await openWorkspace();
  const { body: stage } = await api.post(path, { ...lead, name: 'Orçamento' });
  const { body: other } = await api.post(path, { ...lead, name: 'Other' });
  const refused = await api.post(path, { ...lead, name: 'ORÇAMENTO' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  expect((await api.patch(`${path}/${other.id}`, { name: 'orçamento' })).status).toBe(409);
  expect((await api.patch(`${path}/${stage.id}`, { name: 'ORÇAMENTO' })).body.name).toBe('ORÇAMENTO');
});

test.each(['', 'blue', '#12345', '#12345g', '1e88e5', '#1e88e5ff'])('rejects the colour %j', async (color) => {
  const { api } = await openWorkspace();
  const refused = await api.post(path, { ...lead, color });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ code: 'invalid_color', errors: [{ field: 'body.color' }] });
  expect((await api.get(path)).body.data).toEqual([]);
  const { body: stage } = await api.post(path, lead);
  expect((await api.patch(`${path}/${stage.id}`, { color })).status).toBe(400);
});

test.each([
  [{ color: '#1e88e5' }, 'body.name'],
  [{ name: '   ', color: '#1e88e5' }, 'body.name'],
  [{ name: 'x'.repeat(41), color: '#1e88e5' }, 'body.name'],
  [{ name: 'Lead' }, 'body.color'],
  [{ name: 'Lead', color: 5 }, 'body.color'],
  [{ ...lead, order: 1 }, 'body.order'],
])('rejects the body %j', async (body, field) => {
  const { api } = await openWorkspace();
  const refused = await api.post(path, body);
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toMatchObject([{ field }]);
});

test('a stage that holds conversations is not deleted and reports how many', async () => {
  const { api, path: conversation } = await openConversation();
  const { body: stage } = await api.post(path, lead);
  await api.patch(conversation, { stageId: stage.id });
  const refused = await api.delete(`${path}/${stage.id}`);
  expect(refused).toMatchObject({ status: 409, body: { code: 'stage_in_use', count: 1 } });
  await api.patch(conversation, { stageId: null });
  expect((await api.delete(`${path}/${stage.id}`)).status).toBe(200);
});

test.each([null, ''])('stageId %j removes a conversation from its stage', async (nothing) => {
  const { api, path: conversation } = await openConversation();
  const { body: stage } = await api.post(path, lead);
  expect((await api.patch(conversation, { stageId: stage.id })).body.stageId).toBe(stage.id);
  expect(await api.patch(conversation, { stageId: nothing })).toMatchObject({ status: 200, body: { stageId: null } });
});

test('an unknown stage returns 404', async () => {
  const { api } = await openWorkspace();
  expect((await api.patch(`${path}/cst_x`, { name: 'A' })).status).toBe(404);
  expect((await api.delete(`${path}/cst_x`)).status).toBe(404);
});

test('rejects a stale If-Match on change and deletion', async () => {
  const { api } = await openWorkspace();
  const made = await api.post(path, lead);
  const headers = { 'if-match': made.headers.get('etag') as string };
  const at = `${path}/${made.body.id}`;
  expect((await api.patch(at, { name: 'Next' }, { headers })).status).toBe(200);
  expect((await api.patch(at, { name: 'Again' }, { headers })).status).toBe(412);
  expect((await api.delete(at, { headers })).status).toBe(412);
  expect((await api.get(path)).body.data).toMatchObject([{ name: 'Next' }]);
});

test('a workspace has at most 50 stages', async () => {
  const { api } = await openWorkspace();
  for (let index = 0; index < 50; index++) await api.post(path, { ...lead, name: `Stage ${index}` });
  expect(await api.post(path, lead)).toMatchObject({ status: 422, body: { code: 'too_many' } });
  expect((await api.get(path)).body.data).toHaveLength(50);
});
