import { expect, test } from 'vitest';
import { saveLanguageModel } from '../../../server/platform/language-model.ts';
import { startLanguageModel } from '../../doubles/language-model.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { openTemplates, orderReady } from '../../support/shop/templates.ts';

async function configureModel(shop: TestApp, answer: string | number) {
  const model = await startLanguageModel(answer);
  const { platform } = shop.app;
  const draft = { baseUrl: model.baseUrl, model: 'tiny', key: null };
  await platform.write(({ db }) => saveLanguageModel(db, platform.secrets, draft));
  return model;
}

test('every role has a unique key and texts in three languages', async () => {
  const { api } = await startApp();
  const { status, body } = await api.get('/api/ai-agents/functions');
  expect(status).toBe(200);
  const roles = body.data.flatMap((sector: { roles: { key: string; name: object }[] }) => sector.roles);
  expect(roles.length).toBeGreaterThanOrEqual(8);
  expect(new Set(roles.map((role: { key: string }) => role.key)).size).toBe(roles.length);
  for (const role of roles) expect(Object.keys(role.name)).toEqual(['pt', 'en', 'es']);
});

test('every voice and preset of the catalog is a valid configuration', async () => {
  const { api } = await startApp();
  const id = await makeAgent(api);
  const { body } = await api.get('/api/ai-agents/voice-catalog');
  for (const voice of body.voices)
    expect((await api.patch(`/api/ai-agents/${id}`, { tone: voice.tone.pt })).status).toBe(200);
  for (const { behavior } of body.naturalness) {
    expect((await api.patch(`/api/ai-agents/${id}`, { behavior })).body.behavior).toMatchObject(behavior);
  }
  expect(body.models).toMatchObject([{ key: null, engine: 'local', isDefault: true }]);
});

test('the catalog lists the configured language model', async () => {
  const shop = await startApp();
  await configureModel(shop, '{}');
  const { body } = await shop.api.get('/api/ai-agents/voice-catalog');
  expect(body.models).toMatchObject([
    { engine: 'local', isDefault: false },
    { key: 'tiny', engine: 'openai_compatible', isDefault: true },
  ]);
});

test('a proposal contains only fields of the scope, changes nothing, and is a valid PATCH', async () => {
  const shop = await startApp();
  const { api } = shop;
  const id = await makeAgent(api, { tone: 'Cold' });
  const changes = {
    tone: 'Warm',
    rules: { items: [{ kind: 'must', text: 'Greet by name' }] },
    services: [{ name: 'Corte', durationMinutes: 40 }],
  };
  const model = await configureModel(shop, JSON.stringify({ changes, summary: 'Mais simpático.' }));
  const before = (await api.get(`/api/ai-agents/${id}`)).body;
  const proposed = await api.post(`/api/ai-agents/${id}/ai-adjust`, { instruction: 'Seja mais simpático' });
  expect(proposed.status).toBe(200);
  expect(proposed.body).toMatchObject({ summary: 'Mais simpático.', changes: { tone: 'Warm' } });
  expect((await api.get(`/api/ai-agents/${id}`)).body).toEqual(before);
  expect((await api.patch(`/api/ai-agents/${id}`, proposed.body.changes)).body).toMatchObject({
    tone: 'Warm',
    rules: [{ text: 'Greet by name' }],
    services: [{ name: 'Corte', durationMinutes: 40 }],
  });
  const { body: scope } = await api.get('/api/ai-agents/ai-adjust/scope');
  const asked = JSON.parse(model.requests[0]?.body.messages[1]?.content ?? '');
  expect(asked.request).toBe('Seja mais simpático');
  const fields = scope.data.map((entry: { field: string }) => entry.field);
  expect(Object.keys(asked.agent)).toEqual(['name', 'language', ...fields]);
});

test('a proposal is rejected without a model, and if the model returns an invalid one', async () => {
  const shop = await startApp();
  const { api } = shop;
  const path = `/api/ai-agents/${await makeAgent(api)}/ai-adjust`;
  const ask = () => api.post(path, { instruction: 'Fale menos' });
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'model_not_configured' } });
  const model = await configureModel(shop, 500);
  const outOfScope = { changes: { status: 'PUBLISHED' }, summary: '' };
  const invalid = { changes: { services: [{ name: 'Corte', price: -1 }] }, summary: '' };
  for (const answer of [500, 'Certo!', JSON.stringify(outOfScope), JSON.stringify(invalid)]) {
    model.answer = answer;
    expect(await ask()).toMatchObject({ status: 502, body: { code: 'model_failed' } });
  }
  expect((await api.post(path, { instruction: '  ' })).status).toBe(400);
});

test("the template options list the approved templates of the agent's channels", async () => {
  const { api, channel, path, atPlatform } = await openTemplates();
  const id = await makeAgent(api);
  const options = async (query = '') => (await api.get(`/api/ai-agents/${id}/channel-template-options${query}`)).body;
  expect(await options()).toEqual({ data: [] });
  await api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: id });
  const names = async (query = '') => {
    const { data } = await options(query);
    expect(data).toMatchObject([{ channelId: channel.id, channelName: 'Shop' }]);
    return data[0].templates.map((entry: { name: string }) => entry.name);
  };
  const hello = ['hello_world', 'hello_world', 'hello_world'];
  const { body: template } = await api.post(path, orderReady({ name: 'order_pending' }));
  expect(await names()).toEqual(hello);
  await atPlatform('order_pending', { language: 'pt_BR', status: 'APPROVED' });
  await expect.poll(() => names()).toEqual([...hello, 'order_pending']);
  expect(await names('?category=MARKETING')).toEqual([]);
  expect((await options('?category=UTILITY')).data[0].templates.at(-1)).toEqual({
    id: template.id,
    name: 'order_pending',
    language: 'pt_BR',
    category: 'UTILITY',
    variables: template.variables,
  });
  expect((await api.get(`/api/ai-agents/${id}/channel-template-options?category=OTHER`)).status).toBe(400);
});

test('an archived agent cannot be linked to a channel', async () => {
  const { api, channel } = await openTemplates();
  const id = await makeAgent(api);
  await api.post(`/api/ai-agents/${id}/archive`);
  const link = () => api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: id });
  expect(await link()).toMatchObject({ status: 409, body: { code: 'agent_archived' } });
  expect((await api.get(`/api/channels/${channel.id}`)).body.aiAgentId).toBeNull();
  await api.post(`/api/ai-agents/${id}/unarchive`);
  expect((await link()).body.aiAgentId).toBe(id);
});
