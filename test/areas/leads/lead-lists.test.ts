import { expect, test } from 'vitest';
import { readCsv } from '../../../server/platform/text/csv.ts';
import { type Client, openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { faultsOf, makeAgent } from '../../support/shop/sales.ts';

/** Three leads of two agents: Ana and Bia late on the 20th in São Paulo, Caio on the 21st. */
async function shopWithLeads() {
  const clock = new ManualClock('2026-11-21T02:00:00.000Z');
  const shop = await startApp({ clock });
  const [first, second] = [await makeAgent(shop.api), await makeAgent(shop.api, { name: 'Leo' })];
  const ana = { aiAgentId: first, phone: '+5511987654321', name: 'Ana Conceição', email: 'ana@padaria.com' };
  await shop.api.post('/api/leads', { ...ana, data: { from: 'site' }, tags: ['a', 'b'] });
  await shop.api.post('/api/leads', { aiAgentId: second, phone: '+5511987654321', name: '=Bia' });
  clock.advance(2 * 3_600_000);
  await shop.api.post('/api/leads', { aiAgentId: first, phone: '+5521998765432', name: 'Caio' });
  return { ...shop, clock, first, second };
}

async function namesIn(api: Client, query: string): Promise<string[]> {
  const { status, body } = await api.get(`/api/leads?${query}`);
  expect([status, body.total]).toEqual([200, body.data.length]);
  return body.data.map((lead: { name: string }) => lead.name);
}

test('lists leads by agent, number, words and days of the workspace, newest first', async () => {
  const { api, first, second } = await shopWithLeads();
  const expected: Record<string, string[]> = {
    '': ['Caio', '=Bia', 'Ana Conceição'],
    [`aiAgentId=${first}`]: ['Caio', 'Ana Conceição'],
    'phone=11%208765-4321': ['=Bia', 'Ana Conceição'],
    [`phone=11987654321&aiAgentId=${second}`]: ['=Bia'],
    'search=conceicao': ['Ana Conceição'],
    'search=PADARIA': ['Ana Conceição'],
    'search=(21)%2099876': ['Caio'],
    'search=!!': [],
    'dateFrom=2026-11-21': ['Caio'],
    'dateTo=2026-11-20': ['=Bia', 'Ana Conceição'],
    'dateFrom=2026-11-20&dateTo=2026-11-20&search=ana': ['Ana Conceição'],
    'dateFrom=2026-11-21T04:00:00Z': ['Caio'],
    'dateTo=2026-11-21T02:00:00Z': [],
  };
  for (const [query, names] of Object.entries(expected)) expect(await namesIn(api, query), query).toEqual(names);
  const page = await api.get('/api/leads?limit=2&page=2');
  expect(page.body).toMatchObject({ page: 2, limit: 2, total: 3, hasMore: false, data: [{ name: 'Ana Conceição' }] });
});

test.each([
  ['/api/leads?phone=abc', 'query.phone'],
  ['/api/leads?aiAgentId=agent_nobody', 'query.aiAgentId'],
  ['/api/leads?dateFrom=21/11/2026', 'query.dateFrom'],
  ['/api/leads?dateFrom=2026-11-22&dateTo=2026-11-21', 'query.dateTo'],
  ['/api/leads/export?from=2026-11-23&to=2026-11-21', 'query.to'],
  ['/api/leads/export?from=2026-02-30', 'query.from'],
  ['/api/leads/export?acknowledged=true&aiAgentId=agent_nobody', 'query.aiAgentId'],
])('rejects %s with 400', async (path, field) => {
  const { api } = await openWorkspace();
  const refused = await api.get(path);
  expect([refused.status, faultsOf(refused)]).toEqual([400, [field]]);
});

test('an export requires an acknowledgement and reports its number of rows', async () => {
  const { api, first, events } = await shopWithLeads();
  const refused = await api.get(`/api/leads/export?aiAgentId=${first}`);
  expect(refused.status).toBe(428);
  expect(refused.body).toMatchObject({ code: 'acknowledgement_required', rows: 2 });
  expect(await events('leads.exported')).toEqual([]);
});

test('exports leads as CSV with harmless cells, and logs the caller', async () => {
  const { api, first, events } = await shopWithLeads();
  const exported = await api.get('/api/leads/export?acknowledged=true&from=2026-11-20&to=2026-11-20');
  expect(exported.status).toBe(200);
  expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(exported.body).toContain(`,"+5511987654321","'=Bia",`);
  const { header, rows } = readCsv(exported.body);
  expect(header.slice(1, 9)).toEqual(['aiAgentId', 'contactId', 'phone', 'name', 'email', 'address', 'tags', 'data']);
  const { body: contact } = await api.get('/api/contacts/+5511987654321');
  const ana = [first, contact.id, '+5511987654321', 'Ana Conceição', 'ana@padaria.com', '', 'a; b', '{"from":"site"}'];
  expect(rows.map(({ cells }) => cells.slice(1, 9))).toEqual([expect.arrayContaining(['=Bia']), ana]);
  expect(await events('leads.exported')).toMatchObject([
    { source: 'API', actorName: 'test', data: { rows: 2, filters: { from: '2026-11-20', to: '2026-11-20' } } },
  ]);
});

test('exports only leads of the caller’s workspace', async () => {
  const { otherWorkspace } = await shopWithLeads();
  const exported = await (await otherWorkspace()).get('/api/leads/export?acknowledged=true');
  expect([exported.status, readCsv(exported.body).rows]).toEqual([200, []]);
});
