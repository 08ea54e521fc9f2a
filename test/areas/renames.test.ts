import { expect, test } from 'vitest';
import { type Client, openWorkspace } from '../support/server/app.ts';
import { haircut, makeAgent, maria, pizzas } from '../support/shop/sales.ts';
import { openCampaigns, people } from './campaigns/support.ts';

/** The hits of a list's search, reduced to one field. */
const search = async (api: Client, path: string, text: string, field: string): Promise<string[]> => {
  const { status, body } = await api.get(`${path}?search=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  return body.data.map((entry: Record<string, string>) => entry[field]);
};

test('a contact is found by its latest name, whichever way it was set', async () => {
  const { api } = await openWorkspace();
  const path = `/api/contacts/${encodeURIComponent(maria)}`;
  const found = (text: string) => search(api, '/api/contacts', text, 'name');
  const bring = async (name: string) => {
    const { status } = await api.post('/api/contacts/import', { csv: `phone,name\n${maria},${name}` });
    expect(status).toBe(200);
  };
  await bring('Antiga');
  expect(await found('antiga')).toEqual(['Antiga']);
  expect((await api.patch(path, { name: 'Célia', email: 'velho@example.com' })).status).toBe(200);
  expect([await found('celia'), await found('antiga')]).toEqual([['Célia'], []]);
  expect((await api.patch(path, { email: 'nova@example.com' })).status).toBe(200);
  expect([await found('nova'), await found('velho')]).toEqual([['Célia'], []]);
  await api.patch(path, { name: null });
  expect(await found('celia')).toEqual([]);
  await bring('Beatriz');
  expect(await found('beatriz')).toEqual(['Beatriz']);
});

test('a lead, an order and an appointment are found only by their new names', async () => {
  const { api } = await openWorkspace();
  const agent = await makeAgent(api);
  const rows = [
    ['/api/leads', { aiAgentId: agent, phone: maria, name: 'Antiga' }, 'name'],
    ['/api/orders', pizzas(agent, { clientName: 'Antiga' }), 'clientName'],
    ['/api/appointments', haircut(agent, { title: 'Antiga' }), 'title'],
  ] as const;
  for (const [path, draft, field] of rows) {
    const { body } = await api.post(path, draft);
    expect(await search(api, path, 'antiga', field)).toEqual(['Antiga']);
    expect((await api.patch(`${path}/${body.id}`, { [field]: 'Célia' })).status).toBe(200);
    expect([await search(api, path, 'celia', field), await search(api, path, 'antiga', field)]).toEqual([
      ['Célia'],
      [],
    ]);
  }
});

test('a campaign is found only by its new name', async () => {
  const { api, draft } = await openCampaigns();
  const path = await draft(people(1), { name: 'Antiga' });
  const found = (text: string) => search(api, '/api/marketing-campaigns', text, 'name');
  expect(await found('antiga')).toEqual(['Antiga']);
  const { name: _name, ...rest } = (await api.get(path)).body;
  const { channelId, channelTemplateId, audienceSource } = rest;
  const renamed = await api.put(path, { name: 'Célia', channelId, channelTemplateId, audienceSource });
  expect(renamed.status).toBe(200);
  expect([await found('celia'), await found('antiga')]).toEqual([['Célia'], []]);
});

test('a former name is free, and the new one is taken', async () => {
  const { api } = await openWorkspace();
  const { body: pipeline } = await api.post('/api/crm/pipelines', { name: 'Vendas' });
  const { body: base } = await api.post('/api/knowledge-bases', { name: 'Menu' });
  const sources = `/api/knowledge-bases/${base.id}/sources`;
  const places: [string, string, (name: string) => object][] = [
    ['/api/conversation-stages', '/api/conversation-stages', (name) => ({ name, color: '#ff0000' })],
    ['/api/crm/stages', '/api/crm/stages', (name) => ({ name, color: '#ff0000', pipelineId: pipeline.id })],
    ['/api/knowledge-bases', '/api/knowledge-bases', (name) => ({ name })],
    [`${sources}/text`, sources, (name) => ({ name, content: name })],
  ];
  for (const [make, path, draft] of places) {
    const { body: first } = await api.post(make, draft('Antiga'));
    const taken = await api.post(make, draft('ANTIGA'));
    expect([path, taken.body.code]).toEqual([path, expect.stringMatching(/^(stage_)?name_taken$/)]);
    expect([path, (await api.patch(`${path}/${first.id}`, { name: 'Nova' })).status]).toEqual([path, 200]);
    expect([path, (await api.post(make, draft('NOVA'))).body.code]).toEqual([path, taken.body.code]);
    expect([path, (await api.post(make, draft('antiga'))).body.name]).toEqual([path, 'antiga']);
  }
});
