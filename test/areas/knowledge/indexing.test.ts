import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { Client, eventually } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { cliJson, startServerProcess } from '../../support/server/processes.ts';
import { makeLongPdf } from './documents.ts';
import { awaitIndexed, type KnowledgeShop, openKnowledgeShop } from './support.ts';

/** The number of rows in each table of sources and passages. */
async function countStored(shop: KnowledgeShop) {
  const { read } = shop.app.platform.database;
  const count = async (table: 'knowledge_chunks' | 'knowledge_segments' | 'knowledge_sources' | 'files') =>
    (await read.selectFrom(table).selectAll().execute()).length;
  return {
    sources: await count('knowledge_sources'),
    segments: await count('knowledge_segments'),
    chunks: await count('knowledge_chunks'),
    files: await count('files'),
  };
}

/** Waits until passages of a source are being stored. */
const untilStoring = (api: Client, path: string): Promise<unknown> =>
  eventually(async () => {
    const { body } = await api.get(path);
    return body.status === 'INDEXING' && body.progress > 20;
  });

test('after kill -9 while passages are stored, the next start completes the indexing without duplicates', async () => {
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'kill', '--scopes', 'all']);
  const server = await startServerProcess(home);
  const api = new Client(server.url, key);
  const base = (await api.post('/api/knowledge-bases', { name: 'Manual' })).body;
  const path = `/api/knowledge-bases/${base.id}/sources`;
  const { id } = (await api.upload(`${path}/upload`, await makeLongPdf(120, 30), 'manual.pdf')).body;
  await untilStoring(api, `${path}/${id}`);
  await server.end('SIGKILL');
  const handle = openSqlite(databaseFile(home));
  const left = handle.prepare('select count(*) as count from knowledge_chunks').get() as { count: number };
  expect(left.count).toBeGreaterThan(0);
  handle.close();

  const second = await startServerProcess(home);
  const source = await awaitIndexed(new Client(second.url, key), { path }, id);
  expect(source).toMatchObject({ status: 'READY', error: null });
  await second.end();
  const after = openSqlite(databaseFile(home));
  const segments = after.prepare('select state, count(*) as count from knowledge_segments group by state').all();
  expect(segments).toContainEqual({ state: 'LIVE', count: 1 });
  const live = after
    .prepare(
      `select count(*) as count, count(distinct c.text) as texts from knowledge_chunks c
       join knowledge_segments s on c.row / 1048576 = s.number where s.state = 'LIVE'`,
    )
    .get();
  after.close();
  expect(live).toEqual({ count: source.chunkCount, texts: source.chunkCount });
  expect(source.chunkCount).toBeGreaterThan(120);
});

test('a source that is deleted while it is indexed leaves no rows behind', async () => {
  const shop = await openKnowledgeShop();
  const path = `${shop.base.path}/upload`;
  const { id } = (await shop.api.upload(path, await makeLongPdf(120, 30), 'manual.pdf')).body;
  await untilStoring(shop.api, `${shop.base.path}/${id}`);
  expect((await shop.api.delete(`${shop.base.path}/${id}`)).status).toBe(200);
  await shop.settle();
  expect(await countStored(shop)).toEqual({ sources: 0, segments: 0, chunks: 0, files: 0 });
});

test('a reader sees either the old or the new passages of a source during a reindex', async () => {
  const shop = await openKnowledgeShop();
  let word = 'velho';
  const url = await serveLoopback((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const rules = Array.from(
      { length: 300 },
      (_, index) => `<h2>Regra ${index}</h2><p>O texto ${word} da regra ${index}.</p>`,
    );
    response.end(`<html><body><article>${rules.join('')}</article></body></html>`);
  });
  const { id } = await shop.addUrl(shop.agent, url);
  word = 'novo';
  await shop.api.post(`${shop.agent.path}/${id}/reindex`);
  const seen = new Set<string>();
  await eventually(async () => {
    const texts = (await shop.chunks(shop.agent, id)).map(({ text }) => text).join();
    seen.add(`${texts.includes('velho')} ${texts.includes('novo')}`);
    return (await shop.api.get(`${shop.agent.path}/${id}`)).body.status === 'READY';
  });
  const texts = (await shop.chunks(shop.agent, id)).map(({ text }) => text).join();
  expect([texts.includes('velho'), texts.includes('novo')]).toEqual([false, true]);
  expect(seen).not.toContain('true true');
  expect(seen).not.toContain('false false');
  await shop.settle();
  expect(await countStored(shop)).toMatchObject({ segments: 1, chunks: 300 });
});

test('an internal error is retried, then becomes FAILED, and a later reindex succeeds', async () => {
  const clock = new ManualClock();
  const shop = await openKnowledgeShop({ clock });
  const source = await shop.addText(shop.base, 'Horário', 'Abrimos às nove horas.');
  const { files } = shop.app.platform;
  await rm(files.path(source.contentHash));
  await shop.api.post(`${shop.base.path}/${source.id}/reindex`);
  for (let attempt = 1; attempt < 3; attempt++) {
    await shop.settle();
    expect((await shop.api.get(`${shop.base.path}/${source.id}`)).body.status).toBe('INDEXING');
    clock.advance(600_000);
  }
  const failed = await shop.indexed(shop.base, source.id);
  expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'internal_error' }, chunkCount: 1 });
  expect(await shop.chunks(shop.base, source.id)).toHaveLength(1);
  await files.receive([Buffer.from('Abrimos às nove horas.')], { maxBytes: 1_000 });
  await shop.api.post(`${shop.base.path}/${source.id}/reindex`);
  expect(await shop.indexed(shop.base, source.id)).toMatchObject({ status: 'READY', error: null });
});

test('deleting an agent deletes its sources and passages, but not those of its bases', async () => {
  const shop = await openKnowledgeShop();
  await shop.addText(shop.agent, 'Horário', 'Abrimos às nove horas.');
  await shop.addText(shop.base, 'Entregas', 'Entregamos em dois dias.');
  await shop.api.put(`/api/ai-agents/${shop.agentId}/knowledge-bases`, { baseIds: [shop.baseId] });
  const impact = await shop.api.get(`/api/ai-agents/${shop.agentId}/deletion-impact`);
  expect(impact.body).toMatchObject({ canDelete: true, removed: { knowledgeSources: 1, knowledgeBases: 1 } });
  expect((await shop.api.delete(`/api/ai-agents/${shop.agentId}`)).status).toBe(200);
  await shop.settle();
  expect(await countStored(shop)).toEqual({ sources: 1, segments: 1, chunks: 1, files: 1 });
});

test('an agent becomes untested when the content that it reads changes', async () => {
  const shop = await openKnowledgeShop();
  const { database } = shop.app.platform;
  const isUntested = async () => {
    const { body } = await shop.api.get(`/api/ai-agents/${shop.agentId}`);
    await database.write((db) => db.updateTable('ai_agents').set({ has_untested_changes: 0 }).execute());
    return body.hasUntestedChanges;
  };
  await isUntested();
  const source = await shop.addText(shop.base, 'Entregas', 'Entregamos em dois dias.');
  expect(await isUntested()).toBe(false);
  await shop.api.put(`/api/ai-agents/${shop.agentId}/knowledge-bases`, { baseIds: [shop.baseId] });
  expect(await isUntested()).toBe(true);
  await shop.api.post(`${shop.base.path}/${source.id}/reindex`);
  await shop.indexed(shop.base, source.id);
  expect(await isUntested()).toBe(false);
  await shop.api.patch(`${shop.base.path}/${source.id}`, { enabled: false });
  expect(await isUntested()).toBe(true);
  await shop.api.delete(`${shop.base.path}/${source.id}`);
  expect(await isUntested()).toBe(true);
  await shop.addText(shop.agent, 'Horário', 'Abrimos às nove horas.');
  expect(await isUntested()).toBe(true);
});
