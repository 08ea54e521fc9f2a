import { expect, test, vi } from 'vitest';
import { readSchema } from '../../../migrations/read-schema.ts';
import { areas } from '../../../server/areas/index.ts';
import { readUsage } from '../../../server/platform/access/quotas.ts';
import { collectProvided } from '../../../server/platform/wiring.ts';
import { eventually, startApp, type TestApp } from '../../support/server/app.ts';
import { haircut, makeAgent, maria, pizzas } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';

/** Tables that refer to an agent and are not changed by its deletion, with the reason. */
const historyTables: Record<string, string> = {
  platform_catalog_syncs: 'syncs are history and are read by channel',
};

test('every table that refers to an agent declares whether deleting the agent moves or removes its rows', () => {
  expect(areas.length).toBeGreaterThan(10);
  const tables = [...readSchema().matchAll(/^create table (\w+) \(([^;]*)\)/gims)];
  const naming = tables.filter(([, , columns]) => /\b(ai_)?agent_id\b/.test(columns ?? '')).map(([, name]) => name);
  const agentData = collectProvided(areas.map((area) => area.provides ?? {}))('agentData');
  expect(
    agentData.filter((data) => !data.reassign && !data.remove && !data.removeLater).map(({ kind }) => kind),
  ).toEqual([]);
  expect(new Set(agentData.map(({ kind }) => kind)).size).toBe(agentData.length);
  const known = [...agentData.map((data) => data.table), ...Object.keys(historyTables)];
  expect(naming.length).toBeGreaterThan(6);
  expect(naming.filter((name) => !known.includes(name as string))).toEqual([]);
});

/** A shop with an agent on a channel and one row of every kind. */
async function openBusyShop() {
  const shop = await startApp();
  const { api } = shop;
  const agentId = await makeAgent(api, { faqs: [{ question: 'Pix?', answer: 'Yes' }] });
  const channel = await pairChannel(shop);
  await api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: agentId });
  const { conversationId } = await channel.customerSays(maria, 'Oi');
  const { body: lead } = await api.post('/api/leads', { aiAgentId: agentId, phone: maria, name: 'Maria' });
  const { body: order } = await api.post('/api/orders', pizzas(agentId));
  const { body: appointment } = await api.post('/api/appointments', haircut(agentId, { leadId: lead.id }));
  await api.post(`/api/ai-agents/${agentId}/catalog-items`, { name: 'Pizza', price: 45.9 });
  return { shop, api, agentId, channel, conversationId, lead, order, appointment };
}

const countOf = (shop: TestApp, table: 'agent_faqs' | 'catalog_items') =>
  shop.app.platform.database.read.selectFrom(table).select('id').execute();

test('the deletion impact lists the data that blocks the deletion and the data that is removed', async () => {
  const { api, agentId } = await openBusyShop();
  const { status, body } = await api.get(`/api/ai-agents/${agentId}/deletion-impact`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    agentId,
    canDelete: false,
    blocking: { conversations: 1, leads: 1, orders: 1, appointments: 1 },
    removed: { faqs: 1, catalogItems: 1, channels: 1, gateRuns: 0 },
  });
  const fresh = await makeAgent(api);
  const empty = await api.get(`/api/ai-agents/${fresh}/deletion-impact`);
  expect(empty.body.canDelete).toBe(true);
  expect(Object.values({ ...empty.body.blocking, ...empty.body.removed }).every((count) => count === 0)).toBe(true);
});

test('deleting an agent with business data is rejected with the counts, and deletes nothing', async () => {
  const { api, agentId, shop } = await openBusyShop();
  const refused = await api.delete(`/api/ai-agents/${agentId}`);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'agent_has_data', impact: { canDelete: false, blocking: { orders: 1, leads: 1 } } },
  });
  expect(refused.body.detail).toContain('1 orders');
  expect(await countOf(shop, 'agent_faqs')).toHaveLength(1);
  expect(await shop.events('bot.deleted')).toEqual([]);
});

test('deleting an agent without business data deletes its configuration and frees its channel and quota', async () => {
  const shop = await startApp();
  const { api, app, workspace } = shop;
  const id = await makeAgent(api, { faqs: [{ question: 'Pix?', answer: 'Yes' }] });
  await api.post(`/api/ai-agents/${id}/catalog-items`, { name: 'Pizza', price: 45.9 });
  const channel = await pairChannel(shop);
  await api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: id });
  const { body: agent } = await api.get(`/api/ai-agents/${id}`);
  const deleted = await api.delete(`/api/ai-agents/${id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { id, deleted: true }]);
  expect((await api.get(`/api/ai-agents/${id}`)).status).toBe(404);
  expect((await api.delete(`/api/ai-agents/${id}`)).status).toBe(404);
  expect((await api.get(`/api/channels/${channel.id}`)).body.aiAgentId).toBeNull();
  expect(await countOf(shop, 'agent_faqs')).toEqual([]);
  expect(await countOf(shop, 'catalog_items')).toEqual([]);
  expect(await shop.events('bot.deleted')).toMatchObject([{ data: agent }]);
  const usage = await readUsage(app.platform.database.read, workspace.id, '2026-11');
  expect(usage.find((entry) => entry.kind === 'agents')?.used).toBe(0);
});

test('a deletion with a stale If-Match is rejected', async () => {
  const { api } = await startApp();
  const id = await makeAgent(api);
  const { headers } = await api.get(`/api/ai-agents/${id}`);
  const stale = { headers: { 'if-match': headers.get('etag') ?? '' } };
  await api.patch(`/api/ai-agents/${id}`, { tone: 'Warm' });
  expect((await api.delete(`/api/ai-agents/${id}`, stale)).status).toBe(412);
  expect((await api.delete(`/api/ai-agents/${id}/reassign/${id}`, stale)).status).toBe(412);
});

test('a reassignment moves all data to another agent and deletes the first', async () => {
  const { shop, api, agentId, channel, conversationId, lead, order, appointment } = await openBusyShop();
  const target = await makeAgent(api, { name: 'Ana' });
  const done = await api.delete(`/api/ai-agents/${agentId}/reassign/${target}`);
  expect([done.status, done.body]).toEqual([200, { id: agentId, deleted: true, reassignedTo: target }]);
  const paths = [
    `/api/conversations/${conversationId}`,
    `/api/leads/${lead.id}`,
    `/api/orders/${order.id}`,
    `/api/channels/${channel.id}`,
  ];
  for (const path of paths) expect((await api.get(path)).body.aiAgentId, path).toBe(target);
  const { body: appointments } = await api.get(`/api/appointments?aiAgentId=${target}`);
  expect(appointments.data).toMatchObject([{ id: appointment.id, aiAgentId: target, leadId: lead.id }]);
  expect((await api.get(`/api/leads?aiAgentId=${target}`)).body.total).toBe(1);
  expect((await api.get(`/api/ai-agents/${agentId}`)).status).toBe(404);
  expect((await api.get(`/api/ai-agents/${target}`)).body.faqs).toEqual([]);
  expect(await shop.events('bot.deleted')).toMatchObject([{ data: { id: agentId } }]);
});

test('leads of both agents with one number are merged, and no reference dangles', async () => {
  const { api, agentId, lead, appointment } = await openBusyShop();
  const target = await makeAgent(api);
  await api.patch(`/api/leads/${lead.id}`, {
    email: 'maria@example.com',
    tags: ['vip'],
    data: { size: 'M', city: 'SP' },
  });
  const { body: kept } = await api.post('/api/leads', {
    aiAgentId: target,
    phone: maria,
    name: 'Maria José',
    tags: ['new'],
    data: { size: 'L' },
  });
  const { body: pipelines } = await api.get('/api/crm/pipelines');
  const pipelineId = pipelines.data[0].id;
  const { body: board } = await api.get(`/api/crm/pipelines/${pipelineId}/board`);
  const stageId = board.stages[0].id;
  await api.post('/api/crm/cards', { pipelineId, stageId, title: 'Maria', leadId: lead.id });
  expect((await api.delete(`/api/ai-agents/${agentId}/reassign/${target}`)).status).toBe(200);
  expect((await api.get(`/api/leads/${lead.id}`)).status).toBe(404);
  expect((await api.get(`/api/leads/${kept.id}`)).body).toMatchObject({
    name: 'Maria José',
    email: 'maria@example.com',
    tags: ['new', 'vip'],
    data: { size: 'L', city: 'SP' },
  });
  const { body: appointments } = await api.get(`/api/appointments?aiAgentId=${target}`);
  expect(appointments.data).toMatchObject([{ id: appointment.id, leadId: kept.id }]);
  const { body: cards } = await api.get(`/api/crm/stages/${stageId}/cards`);
  expect(cards.data).toMatchObject([{ leadId: kept.id }]);
});

test('the agent itself, an archived agent and an unknown agent are rejected as target, and nothing moves', async () => {
  const { shop, api, agentId, order } = await openBusyShop();
  const path = `/api/ai-agents/${agentId}/reassign`;
  const archived = await makeAgent(api);
  await api.post(`/api/ai-agents/${archived}/archive`);
  const other = await shop.otherWorkspace();
  const foreign = await makeAgent(other);
  expect(await api.delete(`${path}/${agentId}`)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect(await api.delete(`${path}/${archived}`)).toMatchObject({ status: 409, body: { code: 'agent_archived' } });
  expect((await api.delete(`${path}/nothing`)).status).toBe(404);
  expect((await api.delete(`${path}/${foreign}`)).status).toBe(404);
  expect((await other.delete(`${path}/${foreign}`)).status).toBe(404);
  expect((await other.delete(`/api/ai-agents/${agentId}`)).status).toBe(404);
  expect((await other.get(`/api/ai-agents/${agentId}/deletion-impact`)).status).toBe(404);
  expect((await api.get(`/api/orders/${order.id}`)).body.aiAgentId).toBe(agentId);
  expect(await shop.events('bot.deleted')).toEqual([]);
});

test('a reassignment never refers to an agent that another call deletes meanwhile', async () => {
  const { shop, api, agentId, order } = await openBusyShop();
  const [next, target] = await Promise.all([makeAgent(api), makeAgent(api)]);
  const { database } = shop.app.platform;
  const queued = vi.spyOn(database, 'write');
  const open = Promise.withResolvers<void>();
  const held = database.write(() => open.promise);
  const moving = api.delete(`/api/ai-agents/${agentId}/reassign/${next}`);
  await eventually(async () => queued.mock.calls.length >= 2);
  const deleting = api.delete(`/api/ai-agents/${next}`);
  await eventually(async () => queued.mock.calls.length >= 3);
  open.resolve();
  await held;
  expect([(await moving).status, (await deleting).status]).toEqual([200, 409]);
  queued.mockRestore();
  const both = await Promise.all([1, 2].map(() => api.delete(`/api/ai-agents/${next}/reassign/${target}`)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await api.get(`/api/orders/${order.id}`)).body.aiAgentId).toBe(target);
  expect(await shop.events('bot.deleted')).toHaveLength(2);
});
