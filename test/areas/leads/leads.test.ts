import { expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { faultsOf, makeAgent, maria } from '../../support/shop/sales.ts';

async function shopWithAgent(options = {}) {
  const shop = await startApp(options);
  return { ...shop, aiAgentId: await makeAgent(shop.api) };
}

test('stores a lead as given and emits its event once', async () => {
  const { api, aiAgentId, events } = await shopWithAgent({ clock: new ManualClock() });
  const draft = {
    aiAgentId,
    phone: '(11) 8765-4321',
    name: ' Maria José ',
    email: 'maria@example.com',
    address: 'Rua A, 1',
    tags: ['quente', 'site'],
    data: { budget: 1200.5, wants: ['bolo', { size: 'G' }], nothing: null },
  };
  const created = await api.post('/api/leads', draft);
  const at = '2026-11-21T12:00:00.000Z';
  expect(created.status).toBe(200);
  expect(created.body).toEqual({
    ...draft,
    id: expect.stringMatching(/^lead_/),
    contactId: (await api.get(`/api/contacts/${maria}`)).body.id,
    phone: maria,
    name: 'Maria José',
    unconfirmed: null,
    createdAt: at,
    updatedAt: at,
  });
  expect((await api.get(`/api/leads/${created.body.id}`)).body).toEqual(created.body);
  expect(await events('lead.captured')).toMatchObject([{ source: 'API', data: created.body }]);
});

test('stores null for absent fields', async () => {
  const { api, aiAgentId } = await shopWithAgent();
  const { body } = await api.post('/api/leads', { aiAgentId, phone: maria, name: '  ', email: '' });
  expect(body).toMatchObject({ name: null, email: null, address: null, tags: [], data: {} });
});

test('rejects a second lead with the number, in any spelling, and names the first', async () => {
  const { api, aiAgentId, events } = await shopWithAgent();
  const { body: first } = await api.post('/api/leads', { aiAgentId, phone: maria });
  const refused = await api.post('/api/leads', { aiAgentId, phone: '55 11 8765-4321' });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'lead_exists', leadId: first.id });
  const other = await makeAgent(api, { name: 'Caio' });
  expect((await api.post('/api/leads', { aiAgentId: other, phone: maria })).status).toBe(200);
  expect(await events('lead.captured')).toHaveLength(2);
});

test('creates one lead from many simultaneous requests', async () => {
  const { api, aiAgentId, events } = await shopWithAgent();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.post('/api/leads', { aiAgentId, phone: maria })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  expect(await events('lead.captured')).toHaveLength(1);
});

test('returns 404 for an agent that this workspace does not have', async () => {
  const { api, otherWorkspace, events } = await shopWithAgent();
  const foreign = await makeAgent(await otherWorkspace());
  for (const aiAgentId of ['agent_nobody', foreign]) {
    const refused = await api.post('/api/leads', { aiAgentId, phone: maria });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ code: 'unknown_reference', errors: [{ field: 'body.aiAgentId' }] });
  }
  expect(await events('lead.captured')).toEqual([]);
});

const nested = (depth: number): object => (depth === 1 ? { leaf: 1 } : { in: nested(depth - 1) });

test.each([
  ['phone', '1234567'],
  ['phone', 'x'.repeat(31)],
  ['phone', 'not a number'],
  ['name', 'n'.repeat(101)],
  ['email', 'maria'],
  ['address', 'a'.repeat(201)],
  ['tags', 'one'],
  ['tags', ['t'.repeat(41)]],
  ['tags', Array(51).fill('t')],
  ['data', []],
  ['data', nested(6)],
  ['data', { text: 'ã'.repeat(8_200) }],
  ['aiAgentId', 7],
])('rejects a lead whose %s is out of bounds', async (field, value) => {
  const { api, aiAgentId } = await shopWithAgent();
  const refused = await api.post('/api/leads', { aiAgentId, phone: maria, [field]: value });
  expect(refused.status).toBe(400);
  expect(faultsOf(refused)[0]).toMatch(new RegExp(`^body\\.${field}`));
});

test('accepts data of five levels and just under 16 KiB', async () => {
  const { api, aiAgentId } = await shopWithAgent();
  const data = { ...nested(5), text: 'x'.repeat(16_300) };
  expect((await api.post('/api/leads', { aiAgentId, phone: maria, data })).body.data).toEqual(data);
});

test('changes given fields, clears empty ones and leaves the others', async () => {
  const clock = new ManualClock();
  const { api, aiAgentId, events } = await shopWithAgent({ clock });
  const draft = { aiAgentId, phone: maria, name: 'Maria', email: 'm@a.com', tags: ['a'], data: { a: 1, b: 2 } };
  const { body: created } = await api.post('/api/leads', draft);
  clock.advance(60_000);
  const path = `/api/leads/${created.id}`;
  const changed = await api.patch(path, { name: 'Joana', email: '', data: { c: 3 } });
  expect(changed.status).toBe(200);
  const updatedAt = '2026-11-21T12:01:00.000Z';
  expect(changed.body).toEqual({ ...created, name: 'Joana', email: null, data: { c: 3 }, updatedAt });
  expect((await api.get('/api/leads?search=joana')).body.total).toBe(1);
  expect((await api.get('/api/leads?search=maria')).body.total).toBe(0);
  expect(faultsOf(await api.patch(path, { phone: maria }))).toEqual(['body.phone']);
  const stale = { headers: { 'if-match': '"stale"' } };
  expect((await api.patch(path, { name: 'x' }, stale)).status).toBe(412);
  expect((await api.delete(path, stale)).status).toBe(412);
  expect(await events('lead.captured')).toHaveLength(1);
});

test('deletes a lead once, and the number may be captured again', async () => {
  const { api, aiAgentId } = await shopWithAgent();
  const { body } = await api.post('/api/leads', { aiAgentId, phone: maria, name: 'Maria' });
  const deleted = await api.delete(`/api/leads/${body.id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { id: body.id, deleted: true }]);
  expect((await api.delete(`/api/leads/${body.id}`)).status).toBe(404);
  expect((await api.get('/api/leads?search=maria')).body.total).toBe(0);
  expect((await api.post('/api/leads', { aiAgentId, phone: maria })).status).toBe(200);
});

test('neither shows nor changes a lead of another workspace', async () => {
  const { api, aiAgentId, otherWorkspace } = await shopWithAgent();
  const { body } = await api.post('/api/leads', { aiAgentId, phone: maria, name: 'Maria' });
  const other = await otherWorkspace();
  const path = `/api/leads/${body.id}`;
  const answers = [await other.get(path), await other.patch(path, { name: 'x' }), await other.delete(path)];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  for (const query of ['', '?search=maria', `?phone=${encodeURIComponent(maria)}`]) {
    expect((await other.get(`/api/leads${query}`)).body).toMatchObject({ data: [], total: 0 });
  }
  expect((await api.get(path)).body).toEqual(body);
});
