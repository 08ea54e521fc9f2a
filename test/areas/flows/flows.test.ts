import { expect, test } from 'vitest';
import { faultsOf } from '../../support/shop/sales.ts';
import { must, openFlows, openShop, question, say } from './support.ts';

test('a flow is created as DRAFT, with defaults filled in for its trigger and steps', async () => {
  const { api, agentId, draft, create } = await openShop();
  const created = await api.post('/api/flows', draft());
  expect(created).toMatchObject({
    status: 201,
    body: {
      aiAgentId: agentId,
      name: 'Boas-vindas',
      trigger: { type: 'keyword', words: ['oi'], match: 'contains' },
      steps: [{ id: 'hello', type: 'message', config: { text: 'Olá!' }, next: null }],
      status: 'DRAFT',
      active: false,
      problems: [],
      version: 1,
    },
  });
  expect(created.body.id).toMatch(/^flow_/);
  const read = await api.get(`/api/flows/${created.body.id}`);
  expect(read.body).toEqual(created.body);
  expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
  const second = await create({ name: 'Outro' });
  const { body: list } = await api.get(`/api/flows?aiAgentId=${agentId}`);
  expect(list.data.map((flow: { id: string }) => flow.id)).toEqual([created.body.id, second.id]);
});

test('the flow operations reject a missing or unknown agent and flows of another workspace', async () => {
  const { api, otherWorkspace, agentId, create, draft } = await openShop();
  expect(faultsOf(await api.get('/api/flows'))).toEqual(['query.aiAgentId']);
  expect(await api.get('/api/flows?aiAgentId=agent_x')).toMatchObject({
    status: 400,
    body: { code: 'unknown_reference' },
  });
  const unknown = await api.post('/api/flows', draft({ aiAgentId: 'agent_x' }));
  expect(unknown).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
  expect(faultsOf(unknown)).toEqual(['body.aiAgentId']);
  const { id } = await create();
  const other = await otherWorkspace();
  for (const answer of [
    await other.get(`/api/flows/${id}`),
    await other.patch(`/api/flows/${id}`, { name: 'x' }),
    await other.patch(`/api/flows/${id}/toggle`, {}),
    await other.delete(`/api/flows/${id}`),
    await other.get(`/api/flows/${id}/runs`),
    await other.post(`/api/flows/${id}/runs`, { conversationId: 'x' }),
    await other.post(`/api/flows/${id}/test`, {}),
    await other.get(`/api/flows/overview?aiAgentId=${agentId}`),
  ]) {
    expect(answer.status).toBe(404);
  }
});

test('change and deletion reject a stale If-Match', async () => {
  const { api, create } = await openShop();
  const { id } = await create();
  const etag = (await api.get(`/api/flows/${id}`)).headers.get('etag') ?? '';
  const options = { headers: { 'if-match': etag } };
  expect((await api.patch(`/api/flows/${id}`, { name: 'Neu' }, options)).status).toBe(200);
  expect((await api.patch(`/api/flows/${id}`, { name: 'Alt' }, options)).status).toBe(412);
  expect((await api.delete(`/api/flows/${id}`, options)).status).toBe(412);
  expect((await api.get(`/api/flows/${id}`)).body.name).toBe('Neu');
});

test('deleting a flow ends its runs', async () => {
  const { api, launch, says, heard } = await openFlows();
  const path = await launch([question('a', 'name', 'b'), say('b', 'Prazer')]);
  await says('oi');
  expect((await api.delete(path)).body).toMatchObject({ deleted: true });
  expect((await api.get(path)).status).toBe(404);
  expect((await api.delete(path)).status).toBe(404);
  await says('Maria');
  expect(await heard()).toEqual(['name?']);
});

test('the flows of an agent are listed as options on its channels and deleted with it', async () => {
  const { api, agentId, launch, channel, rest } = await openFlows();
  const path = await launch([say('a', 'x')]);
  const { body } = await api.get(`/api/ai-agents/${agentId}/channel-flow-options`);
  expect(body.data).toMatchObject([
    { channelId: channel.id, flows: [{ name: 'Fluxo', status: 'ACTIVE', active: true }] },
  ]);
  await must(api.delete(`/api/ai-agents/${agentId}`));
  await rest();
  expect((await api.get(path)).status).toBe(404);
});
