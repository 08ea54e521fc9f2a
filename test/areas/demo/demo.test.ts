import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createKey } from '../../../server/platform/access/api-keys.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { install } from '../../support/shop/integrations.ts';

for (const language of ['pt', 'en', 'es'] as const) {
  test(`the demo shop in ${language} has 300 conversations over 30 days, and their outcomes`, async () => {
    const shop = await startApp();
    const owner = await signIn(shop);
    const made = await owner.post('/owner/demo', { language });
    expect(made.status).toBe(201);
    expect((await owner.get('/owner/session')).body.workspace.id).toBe(made.body.workspaceId);

    const conversations = (await owner.get('/api/conversations?limit=100')).body;
    expect(conversations.total).toBe(300);
    expect(conversations.data.filter((one: { unreadCount: number }) => one.unreadCount > 0).length).toBeGreaterThan(0);
    const [newest] = conversations.data;
    const { body: messages } = await owner.get(`/api/conversations/${newest.id}/messages`);
    expect(messages.data.length).toBeGreaterThan(0);
    for (const { content } of messages.data) expect(content).not.toMatch(/[{}]/);
    expect((await owner.get('/api/orders')).body.total).toBeGreaterThan(60);
    expect((await owner.get('/api/appointments')).body.data.length).toBeGreaterThan(0);
    expect((await owner.get('/api/leads')).body.data.length).toBeGreaterThan(0);
    const pipelines = (await owner.get('/api/crm/pipelines')).body.data;
    const board = await owner.get(`/api/crm/pipelines/${pipelines[0].id}/board`);
    expect(board.body.stages.some((stage: { count: number }) => stage.count > 0)).toBe(true);
    const [agent] = (await owner.get('/api/ai-agents')).body.data;
    expect(agent).toMatchObject({ status: 'PUBLISHED', hasUntestedChanges: false });
    expect((await owner.get(`/api/ai-agents/${agent.id}/eval`)).body.gate.state).toBe('PASSED');
    const { body: figures } = await owner.get(`/api/ai-agents/${agent.id}/metrics`);
    expect(figures.conversations).toBeGreaterThan(20);
    expect(figures.replies).toBeGreaterThan(figures.conversations);
    expect(figures.handoffs.total).toBeGreaterThan(0);
    expect(figures.automationRate).toBeGreaterThan(0.5);
    expect(figures.firstReply.p50Ms).toBeLessThan(10_000);
    const [campaign] = (await owner.get('/api/marketing-campaigns')).body.data;
    expect(campaign).toMatchObject({ status: 'COMPLETED' });
    const report = (await owner.get(`/api/marketing-campaigns/${campaign.id}/report`)).body;
    expect(report.reached).toMatchObject({ sent: 80, delivered: 80, failed: 0 });
    expect(report.reached.replied).toBeGreaterThan(0);
    const [base] = (await owner.get('/api/knowledge-bases')).body.data;
    const sources = await eventually(async () => {
      const { data } = (await owner.get(`/api/knowledge-bases/${base.id}/sources`)).body;
      return data[0]?.status === 'READY' && data;
    });
    expect(sources).toHaveLength(1);
    // The history emits no events: no webhook, agent or flow acts on it.
    expect(await shop.events()).toEqual([]);
    expect((await owner.post('/owner/demo', { language })).body.code).toBe('demo_exists');
  });
}

test('removing the demo shop deletes all of it and nothing of the owner’s', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  await shop.api.post('/api/quick-replies', { shortcut: 'oi', content: 'Olá!' });
  const before = await countRows(shop);
  const { body: made } = await owner.post('/owner/demo', { language: 'pt' });
  expect((await owner.delete('/owner/demo')).status).toBe(204);
  expect((await owner.get('/owner/session')).body.workspace.id).toBe(shop.workspace.id);
  expect((await owner.put('/owner/session/workspace', { workspaceId: made.workspaceId })).status).toBe(404);
  expect(await countRows(shop)).toEqual(before);
  expect((await shop.api.get('/api/quick-replies')).body.data).toHaveLength(1);
  expect((await owner.delete('/owner/demo')).status).toBe(404);
  expect((await owner.post('/owner/demo', { language: 'es' })).status).toBe(201);
});

test('the demo shop leaves the folder of workbooks and what is in it to the owner', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const spreadsheets = join(shop.home, 'spreadsheets');
  const { body: demo } = await owner.post('/owner/demo', { language: 'pt' });
  // The demo shop is the first to use a folder.
  await install(owner, 'spreadsheet');
  await writeFile(join(spreadsheets, demo.workspaceId, 'demo.csv'), 'Nome\n');
  await writeFile(join(spreadsheets, 'clientes.csv'), 'Nome\n');
  const { id } = await install(shop.api, 'spreadsheet');
  expect((await owner.delete('/owner/demo')).status).toBe(204);

  expect((await owner.get('/owner/spreadsheet-folders')).body.defaultFolder).toBe(spreadsheets);
  const targets = await shop.api.get(`/api/integrations/${id}/targets?action=append_row`);
  expect(targets.body.data).toMatchObject([{ id: 'clientes.csv' }]);
  expect(await readdir(spreadsheets)).toEqual(['clientes.csv']);
});

test('removing a demo shop that used no workbooks deletes none of the owner’s', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const spreadsheets = (await owner.get('/owner/spreadsheet-folders')).body.defaultFolder;
  await mkdir(spreadsheets, { recursive: true });
  await writeFile(join(spreadsheets, 'pedidos.csv'), 'Nome\n');
  await owner.post('/owner/demo', { language: 'pt' });
  expect((await owner.delete('/owner/demo')).status).toBe(204);
  expect(await readdir(spreadsheets)).toEqual(['pedidos.csv']);
});

test('removing the demo shop fails no write of another shop that waits with it', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const { platform } = shop.app;
  const { body: made } = await owner.post('/owner/demo', { language: 'pt' });
  const { key } = await platform.write(({ db, now }) =>
    createKey(db, { workspaceId: made.workspaceId, name: 'test', scopes: ['all'], expiresAt: null, now }),
  );
  const put = async (as: string, shortcut: string) =>
    (await shop.api.post('/api/quick-replies', { shortcut, content: 'Olá!' }, { key: as })).status;
  // A key's use is recorded once a minute, which would be counted below.
  expect([await put(key, 'before'), await put(shop.api.key, 'before')]).toEqual([201, 201]);
  await shop.settle();
  const queued = vi.spyOn(platform.database, 'write');
  const open = Promise.withResolvers<void>();
  const held = platform.database.write(() => open.promise);
  const own = put(shop.api.key, 'own-1');
  await eventually(async () => queued.mock.calls.length >= 2);
  const removal = owner.delete('/owner/demo');
  await eventually(async () => queued.mock.calls.length >= 3);
  const demo = Array.from({ length: 10 }, (_, index) => put(key, `demo-${index}`));
  const late = put(shop.api.key, 'own-2');
  await eventually(async () => queued.mock.calls.length >= 14);
  open.resolve();
  await held;
  expect((await removal).status).toBe(204);
  expect(await Promise.all([own, late])).toEqual([201, 201]);
  expect(await Promise.all(demo)).toEqual(demo.map(() => 401));
  const { rows } = await sql`pragma foreign_key_check`.execute(platform.database.read);
  expect(rows).toEqual([]);
});

/** The row count of each table; of full-text indexes only the tables that count their texts. */
async function countRows({ app }: Awaited<ReturnType<typeof startApp>>): Promise<Record<string, number>> {
  const db = app.platform.database.read;
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'table' and name not glob 'sqlite_*' and sql not like 'create virtual%'
      and name not glob '*_data' and name not glob '*_idx'
  `.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = counted.rows[0]?.count ?? 0;
  }
  return counts;
}
