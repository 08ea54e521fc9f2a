import { describe, expect, test } from 'vitest';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { eventually } from '../../support/server/app.ts';
import { openKnowledgeShop } from './support.ts';

describe.each(['agent', 'base'] as const)('sources: %s', (which) => {
  test('a text is accepted at once, indexed, and listed with its passages', async () => {
    const shop = await openKnowledgeShop();
    const place = shop[which];
    const content =
      '# Trocas\n\nTrocamos qualquer produto em até sete dias, com a nota fiscal.\n\n# Entregas\n\nEntregamos em dois dias.';
    const created = await shop.api.post(`${place.path}/text`, { name: ' Regras ', content });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'Regras', kind: 'TEXT', status: 'PENDING', progress: 0, chunkCount: 0 });
    const ready = await shop.indexed(place, created.body.id);
    expect(ready).toEqual({
      id: expect.stringMatching(/^src_/),
      aiAgentId: which === 'agent' ? shop.agentId : null,
      baseId: which === 'base' ? shop.baseId : null,
      kind: 'TEXT',
      name: 'Regras',
      title: 'Trocas',
      url: null,
      enabled: true,
      status: 'READY',
      progress: 100,
      error: null,
      chunkCount: 2,
      charCount: expect.any(Number),
      contentType: 'text/markdown',
      sizeBytes: Buffer.byteLength(content),
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      language: 'pt',
      indexedAt: expect.any(String),
      lastFetchedAt: null,
      nextFetchAt: null,
      failedFetches: 0,
      heldBack: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await shop.api.get(place.path)).body).toEqual({ data: [ready] });
    const page = await shop.api.get(`${place.path}/${ready.id}/chunks?limit=1&page=2`);
    expect(page.body).toMatchObject({ page: 2, limit: 1, total: 2, hasMore: false });
    expect(page.body.data).toEqual([
      {
        id: expect.any(String),
        position: 1,
        headingPath: ['Entregas'],
        page: null,
        text: 'Entregamos em dois dias.',
        tokenCount: expect.any(Number),
      },
    ]);
    expect(await shop.events()).toEqual(await shop.events('bot.created'));
  });

  test('a duplicate name, content or URL is rejected with 409 and stores nothing', async () => {
    const shop = await openKnowledgeShop();
    const place = shop[which];
    const text = await shop.addText(place, 'Horário', 'Abrimos às nove horas.');
    const name = await shop.api.post(`${place.path}/text`, { name: 'HORARIO', content: 'Outro texto.' });
    const content = await shop.api.post(`${place.path}/text`, { name: 'Cópia', content: 'Abrimos às nove horas.' });
    const bytes = await shop.api.upload(`${place.path}/upload`, 'Abrimos às nove horas.', 'copia.txt');
    const url = 'http://127.0.0.1:9/pagina';
    const added = await shop.api.post(`${place.path}/url`, { url });
    const again = await shop.api.post(`${place.path}/url`, { url: `${url}#parte` });
    expect([name, content, bytes, added, again].map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'name_taken'],
      [409, 'content_taken'],
      [409, 'content_taken'],
      [201, undefined],
      [409, 'url_taken'],
    ]);
    expect([name, content, bytes].map(({ body }) => body.sourceId)).toEqual([text.id, text.id, text.id]);
    expect((await shop.api.get(place.path)).body.data).toHaveLength(2);
    // The other owner may have the same content.
    const elsewhere = shop[which === 'agent' ? 'base' : 'agent'];
    expect((await shop.addText(elsewhere, 'Horário', 'Abrimos às nove horas.')).status).toBe('READY');
  });

  test('two long URLs with the same beginning get different names', async () => {
    const shop = await openKnowledgeShop();
    const url = `http://127.0.0.1:9/${'x'.repeat(200)}`;
    const first = await shop.api.post(`${shop[which].path}/url`, { url: `${url}1` });
    const second = await shop.api.post(`${shop[which].path}/url`, { url: `${url}2` });
    expect([first.body.name, second.body.name]).toEqual([url.slice(0, 120), `${url.slice(0, 116)} (2)`]);
  });

  test.each([
    ['text', { name: 'a', content: '' }, 'body.content'],
    ['text', { name: 'a', content: ' \n ' }, 'body.content'],
    ['text', { name: 'a', content: 'x'.repeat(200_001) }, 'body.content'],
    ['text', { name: ' ', content: 'x' }, 'body.name'],
    ['text', { name: 'x'.repeat(121), content: 'x' }, 'body.name'],
    ['text', { name: 'a', content: 'x', tags: [] }, 'body.tags'],
    ['url', {}, 'body.url'],
    ['url', { url: '' }, 'body.url'],
    ['url', { url: 'file:///etc/passwd' }, 'body.url'],
    ['url', { url: 'http://user:pass@shop.example/' }, 'body.url'],
    ['url', { url: `http://shop.example/${'x'.repeat(2_000)}` }, 'body.url'],
  ])('adding a %s %j is rejected with 400', async (kind, body, field) => {
    const shop = await openKnowledgeShop();
    const answer = await shop.api.post(`${shop[which].path}/${kind}`, body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    expect((await shop.api.get(shop[which].path)).body.data).toEqual([]);
  });

  test('a source is disabled and enabled without reindexing', async () => {
    const shop = await openKnowledgeShop();
    const place = shop[which];
    const source = await shop.addText(place, 'Horário', 'Abrimos às nove horas.');
    const off = await shop.api.patch(`${place.path}/${source.id}`, { enabled: false });
    expect([off.status, off.body.enabled, off.body.status, off.body.indexedAt]).toEqual([
      200,
      false,
      'READY',
      source.indexedAt,
    ]);
    expect(await shop.chunks(place, source.id)).toHaveLength(1);
    expect((await shop.api.patch(`${place.path}/${source.id}`, { enabled: true })).body.enabled).toBe(true);
    expect((await shop.api.patch(`${place.path}/${source.id}`, { enabled: 'yes' })).status).toBe(400);
    expect((await shop.api.patch(`${place.path}/src_none`, { enabled: true })).status).toBe(404);
  });

  test('a source is deleted with its passages, and a second deletion is 404', async () => {
    const shop = await openKnowledgeShop();
    const place = shop[which];
    const source = await shop.addText(place, 'Horário', 'Abrimos às nove horas.');
    const gone = await shop.api.delete(`${place.path}/${source.id}`);
    expect([gone.status, gone.body]).toEqual([200, { id: source.id, deleted: true }]);
    expect((await shop.api.delete(`${place.path}/${source.id}`)).status).toBe(404);
    expect((await shop.api.get(`${place.path}/${source.id}/chunks`)).status).toBe(404);
    for (const table of ['knowledge_sources', 'knowledge_chunks', 'files'] as const) {
      expect(await shop.app.platform.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    // The same content can be added again.
    expect((await shop.addText(place, 'Horário', 'Abrimos às nove horas.')).chunkCount).toBe(1);
  });

  test('a source is reindexed on request, but not while it is being indexed', async () => {
    const shop = await openKnowledgeShop();
    const place = shop[which];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const url = await serveLoopback(async (request, response) => {
      if (request.url !== '/robots.txt') await held;
      response.end('<p>Abrimos às nove horas.</p>');
    });
    const { id } = (await shop.api.post(`${place.path}/url`, { url })).body;
    await eventually(async () => (await shop.api.get(`${place.path}/${id}`)).body.status === 'INDEXING');
    const early = await shop.api.post(`${place.path}/${id}/reindex`);
    expect([early.status, early.body.code]).toEqual([409, 'indexing_running']);
    release();
    await shop.indexed(place, id);

    const text = await shop.addText(place, 'Horário', 'Fechamos às dezoito horas.');
    const again = await shop.api.post(`${place.path}/${text.id}/reindex`);
    expect([again.status, again.body.status, again.body.chunkCount]).toEqual([place.reindexed, 'PENDING', 1]);
    expect((await shop.indexed(place, text.id)).status).toBe('READY');
    expect(await shop.chunks(place, text.id)).toHaveLength(1);
    expect((await shop.api.post(`${place.path}/src_none/reindex`)).status).toBe(404);
  });

  test('the operations honour If-Match, and return 404 for an unknown agent or base', async () => {
    const shop = await openKnowledgeShop();
    const place = shop[which];
    const source = await shop.addText(place, 'Horário', 'Abrimos às nove horas.');
    const { headers } = await shop.api.get(`${place.path}/${source.id}`);
    const etag = headers.get('etag') as string;
    const options = { headers: { 'if-match': etag } };
    expect((await shop.api.patch(`${place.path}/${source.id}`, { enabled: false }, options)).status).toBe(200);
    expect((await shop.api.delete(`${place.path}/${source.id}`, options)).status).toBe(412);
    const nowhere = place.path.replace(/_[^/]+\//, '_none/');
    expect((await shop.api.get(nowhere)).status).toBe(404);
    expect((await shop.api.post(`${nowhere}/text`, { name: 'a', content: 'b' })).status).toBe(404);
    expect((await shop.api.upload(`${nowhere}/upload`, 'texto', 'a.txt')).status).toBe(404);
    expect((await shop.api.get(place.path, { key: (await shop.withScopes('agents.read')).key })).status).toBe(403);
  });
});

test('a source of a base cannot be renamed to a taken name', async () => {
  const shop = await openKnowledgeShop();
  const first = await shop.addText(shop.base, 'Horário', 'Abrimos às nove horas.');
  await shop.addText(shop.base, 'Entregas', 'Entregamos em dois dias.');
  const renamed = await shop.api.patch(`${shop.base.path}/${first.id}`, { name: 'Horários', enabled: false });
  expect(renamed.body).toMatchObject({ name: 'Horários', enabled: false });
  const clash = await shop.api.patch(`${shop.base.path}/${first.id}`, { name: 'entregas' });
  expect([clash.status, clash.body.code]).toEqual([409, 'name_taken']);
  expect((await shop.api.patch(`${shop.base.path}/${first.id}`, {})).body).toEqual(renamed.body);
});
