import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { openKnowledgeShop } from './support.ts';

test('bases are listed by name, and names are unique regardless of case and accents', async () => {
  const { api } = await openWorkspace();
  const created = await api.post('/api/knowledge-bases', {
    name: ' Política de trocas ',
    description: 'Tudo sobre trocas',
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^kb_/),
    name: 'Política de trocas',
    description: 'Tudo sobre trocas',
    sourceCount: 0,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const second = (await api.post('/api/knowledge-bases', { name: 'Entregas' })).body;
  expect(second.description).toBeNull();
  const taken = await api.post('/api/knowledge-bases', { name: 'POLITICA DE TROCAS' });
  expect([taken.status, taken.body.code]).toEqual([409, 'name_taken']);
  const list = await api.get('/api/knowledge-bases');
  expect(list.body.data.map((base: { name: string }) => base.name)).toEqual(['Entregas', 'Política de trocas']);

  const renamed = await api.patch(`/api/knowledge-bases/${second.id}`, { name: 'ENTREGAS', description: 'Prazos' });
  expect(renamed.body).toMatchObject({ name: 'ENTREGAS', description: 'Prazos' });
  const clash = await api.patch(`/api/knowledge-bases/${second.id}`, { name: 'politica de trocas' });
  expect([clash.status, clash.body.code]).toEqual([409, 'name_taken']);
  expect((await api.patch(`/api/knowledge-bases/${second.id}`, {})).body).toEqual(renamed.body);
  expect((await api.patch(`/api/knowledge-bases/${second.id}`, { description: '' })).body.description).toBeNull();

  expect((await api.delete(`/api/knowledge-bases/${second.id}`)).status).toBe(204);
  expect((await api.get(`/api/knowledge-bases/${second.id}`)).status).toBe(404);
  expect((await api.delete(`/api/knowledge-bases/${second.id}`)).status).toBe(404);
});

test.each([
  [{}, 'body.name'],
  [{ name: '   ' }, 'body.name'],
  [{ name: 'x'.repeat(81) }, 'body.name'],
  [{ name: 'x', description: 'y'.repeat(501) }, 'body.description'],
  [{ name: 'x', color: 'red' }, 'body.color'],
])('creating the base %j is rejected with the field name', async (body, field) => {
  const { api } = await openWorkspace();
  const answer = await api.post('/api/knowledge-bases', body);
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});

test('a base with sources cannot be deleted; an empty one can, even if agents read it', async () => {
  const shop = await openKnowledgeShop();
  const source = await shop.addText(shop.base, 'Trocas', 'Trocamos em até sete dias.');
  await shop.api.put(`/api/ai-agents/${shop.agentId}/knowledge-bases`, { baseIds: [shop.baseId] });
  const refused = await shop.api.delete(`/api/knowledge-bases/${shop.baseId}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'base_not_empty']);
  expect((await shop.api.get(`/api/knowledge-bases/${shop.baseId}`)).body.sourceCount).toBe(1);
  await shop.api.delete(`${shop.base.path}/${source.id}`);
  expect((await shop.api.delete(`/api/knowledge-bases/${shop.baseId}`)).status).toBe(204);
  const read = await shop.api.get(`/api/ai-agents/${shop.agentId}/knowledge-bases`);
  expect(read.body).toEqual({ aiAgentId: shop.agentId, baseIds: [], bases: [] });
});

test('setting the bases of an agent removes duplicates and rejects the whole set if one is unknown', async () => {
  const shop = await openKnowledgeShop();
  const path = `/api/ai-agents/${shop.agentId}/knowledge-bases`;
  const other = (await shop.api.post('/api/knowledge-bases', { name: 'Avisos' })).body;
  const foreign = (await (await shop.otherWorkspace()).post('/api/knowledge-bases', { name: 'Deles' })).body;
  const set = await shop.api.put(path, { baseIds: [shop.baseId, other.id, shop.baseId] });
  expect(set.status).toBe(200);
  expect(set.body.baseIds).toEqual([other.id, shop.baseId]);
  const refused = await shop.api.put(path, { baseIds: [other.id, foreign.id] });
  expect([refused.status, refused.body.code]).toEqual([422, 'unknown_reference']);
  expect(refused.body.errors[0].field).toBe('body.baseIds[1]');
  expect((await shop.api.get(path)).body).toEqual(set.body);
  expect((await shop.api.put(path, { baseIds: Array(21).fill(other.id) })).status).toBe(400);
  expect((await shop.api.put('/api/ai-agents/agent_none/knowledge-bases', { baseIds: [] })).status).toBe(404);
  expect((await shop.api.put(path, { baseIds: [] })).body.bases).toEqual([]);
});

test('the agents of a base are set as a whole, and only those who gain or lose it count as changed', async () => {
  const shop = await openKnowledgeShop();
  const path = `/api/knowledge-bases/${shop.baseId}/agents`;
  const { id: second } = (await shop.api.post('/api/ai-agents', { name: 'Bia' })).body;
  const basesOf = async (id: string) => (await shop.api.get(`/api/ai-agents/${id}/knowledge-bases`)).body.baseIds;
  const changedAt = async (id: string) => (await shop.api.get(`/api/ai-agents/${id}`)).body.updatedAt;
  expect((await shop.api.get(path)).body).toEqual({ baseId: shop.baseId, agentIds: [] });
  const set = await shop.api.put(path, { agentIds: [shop.agentId, shop.agentId] });
  expect(set.body).toEqual({ baseId: shop.baseId, agentIds: [shop.agentId] });
  expect(await basesOf(shop.agentId)).toEqual([shop.baseId]);
  const before = await changedAt(shop.agentId);
  await shop.api.put(path, { agentIds: [shop.agentId, second] });
  expect([await basesOf(second), await changedAt(shop.agentId)]).toEqual([[shop.baseId], before]);
  const { body: foreign } = await (await shop.otherWorkspace()).post('/api/ai-agents', { name: 'Deles' });
  const refused = await shop.api.put(path, { agentIds: [foreign.id] });
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'body.agentIds[0]']);
  expect((await shop.api.put(path, { agentIds: [] })).body.agentIds).toEqual([]);
  expect([await basesOf(shop.agentId), await basesOf(second)]).toEqual([[], []]);
});

test('no agent gets more bases than it may read', async () => {
  const shop = await openKnowledgeShop();
  for (let index = 0; index < 20; index++) {
    const { body: base } = await shop.api.post('/api/knowledge-bases', { name: `Base ${index}` });
    expect((await shop.api.put(`/api/knowledge-bases/${base.id}/agents`, { agentIds: [shop.agentId] })).status).toBe(
      200,
    );
  }
  const refused = await shop.api.put(`/api/knowledge-bases/${shop.baseId}/agents`, { agentIds: [shop.agentId] });
  expect([refused.status, refused.body.code]).toEqual([422, 'too_many']);
});

test('a base is invisible to another workspace', async () => {
  const shop = await openKnowledgeShop();
  const source = await shop.addText(shop.base, 'Trocas', 'Trocamos em até sete dias.');
  const other = await shop.otherWorkspace();
  const base = `/api/knowledge-bases/${shop.baseId}`;
  const answers = await Promise.all([
    other.get(base),
    other.patch(base, { name: 'Meu' }),
    other.delete(base),
    other.get(`${base}/sources`),
    other.get(`${base}/agents`),
    other.put(`${base}/agents`, { agentIds: [] }),
    other.post(`${base}/sources/text`, { name: 'a', content: 'b' }),
    other.upload(`${base}/sources/upload`, 'texto', 'a.txt'),
    other.post(`${base}/sources/url`, { url: 'http://127.0.0.1:9/' }),
    other.get(`${base}/sources/${source.id}`),
    other.get(`${base}/sources/${source.id}/chunks`),
    other.patch(`${base}/sources/${source.id}`, { enabled: false }),
    other.post(`${base}/sources/${source.id}/reindex`),
    other.delete(`${base}/sources/${source.id}`),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
  expect((await other.get('/api/knowledge-bases')).body.data).toEqual([]);
  expect((await shop.api.get(`${base}/sources/${source.id}`)).body).toEqual(source);
});
