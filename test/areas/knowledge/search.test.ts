import { expect, test } from 'vitest';
import type { Client } from '../../support/server/app.ts';
import { type KnowledgeShop, openKnowledgeShop } from './support.ts';

const find = async ({ api, baseId }: Pick<KnowledgeShop, 'api' | 'baseId'>, query: string, limit = 5) => {
  const { status, body } = await api.post('/api/knowledge/search', { query, baseIds: [baseId], limit });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};

const firstOf = async (shop: KnowledgeShop, query: string): Promise<string | undefined> =>
  (await find(shop, query)).hits[0]?.sourceName;

const manual = `# Loja
## Entregas
Entregamos de segunda a sexta, em até três dias úteis, em toda a capital. O frete é grátis acima de R$ 199,90.
## Trocas e devoluções
A troca pode ser pedida em até 30 dias, com a nota fiscal. O reembolso demora cinco dias.
## Garantia
As promoções não têm garantia. O liquidificador LQ-4500X tem dois anos de garantia; o LQ-4600X tem um.
## Açougue
Vendemos picanha maturada e linguiça toscana aos sábados.
`;

async function openShop(): Promise<KnowledgeShop> {
  const shop = await openKnowledgeShop();
  await shop.addFile(shop.base, manual, 'manual.md');
  return shop;
}

test('search tolerates missing accents, other word forms, misspellings, synonyms, and spellings of numbers and codes', async () => {
  const shop = await openShop();
  const headingOf = async (query: string) => (await find(shop, query)).hits[0]?.headingPath.at(-1);
  expect(await headingOf('vcs tem acougue?')).toBe('Açougue');
  expect(await headingOf('PROMOCAO tem garantia')).toBe('Garantia');
  expect(await headingOf('quero trocar')).toBe('Trocas e devoluções');
  expect(await headingOf('lingiuça')).toBe('Açougue');
  expect(await headingOf('liqidificador')).toBe('Garantia');
  expect(await headingOf('estorno')).toBe('Trocas e devoluções');
  for (const code of ['LQ-4500X', 'lq4500x', 'LQ 4500X', '4500x', '4500'])
    expect(await headingOf(code)).toBe('Garantia');
  for (const price of ['199,90', 'R$199.90', '19990']) expect(await headingOf(price)).toBe('Entregas');
  // A number with one wrong digit is another number.
  expect((await find(shop, '4501')).hits).toEqual([]);
  expect((await find(shop, '199,95')).isAnswerable).toBe(false);
});

test('a hit has highlights, its source, its heading path and a score', async () => {
  const shop = await openShop();
  const { isAnswerable, confidence, hits } = await find(shop, 'qual o prazo de entrega na capital?');
  expect(isAnswerable).toBe(true);
  expect(confidence).toBeGreaterThan(0.5);
  const [hit] = hits;
  expect(hit).toMatchObject({
    chunkId: expect.stringMatching(/^kch_/),
    sourceName: 'manual.md',
    baseId: shop.baseId,
    agentId: null,
    headingPath: ['Loja', 'Entregas'],
    language: 'pt',
  });
  const marked = hit.highlights.map(({ start, end }: { start: number; end: number }) => hit.text.slice(start, end));
  expect(marked).toContain('capital');
  expect(marked).toContain('Entregamos');
  expect(hit.score).toBeGreaterThan(0);
  expect(hit.score).toBeLessThanOrEqual(1);
  expect((await find(shop, 'entrega', 1)).hits).toHaveLength(1);
});

test('a question without an answer is not answerable', async () => {
  const shop = await openShop();
  for (const question of ['vocês vendem passagens de avião?', 'how tall is the Eiffel tower?', '?!', 'xyzzy']) {
    const answer = await find(shop, question);
    expect([question, answer.isAnswerable]).toEqual([question, false]);
  }
});

test('each passage is stemmed in its own language, whatever the language of the question', async () => {
  const shop = await openKnowledgeShop();
  await shop.addText(
    shop.base,
    'pt',
    'As camisetas brancas são lavadas à mão. Não usamos secadoras na nossa lavanderia.',
  );
  await shop.addText(shop.base, 'es', 'Los pantalones negros se planchan aquí. Las planchas están siempre calientes.');
  await shop.addText(
    shop.base,
    'en',
    'We are mending torn coats every morning, and the buttons are replaced for free.',
  );
  expect(await firstOf(shop, 'lavar camiseta')).toBe('pt');
  expect(await firstOf(shop, '¿planchan un pantalón negro?')).toBe('es');
  expect(await firstOf(shop, 'can you mend my coat?')).toBe('en');
  expect(await firstOf(shop, 'replacing a button')).toBe('en');
});

test("the shop's own synonyms take effect at once, and only in its workspace", async () => {
  const shop = await openShop();
  expect((await find(shop, 'motoboy')).hits).toEqual([]);
  const groups = [{ language: 'pt', words: ['motoboy', 'frete'] }];
  expect((await shop.api.put('/api/knowledge/synonyms', { groups })).body).toEqual({ groups });
  expect((await shop.api.get('/api/knowledge/synonyms')).body).toEqual({ groups });
  expect((await find(shop, 'motoboy')).hits[0].headingPath.at(-1)).toBe('Entregas');
  const other = await shop.otherWorkspace();
  expect((await other.get('/api/knowledge/synonyms')).body).toEqual({ groups: [] });
  await shop.api.put('/api/knowledge/synonyms', { groups: [] });
  expect((await find(shop, 'motoboy')).hits).toEqual([]);
  const bad = await shop.api.put('/api/knowledge/synonyms', {
    groups: [{ language: 'pt', words: ['dois nomes', 'x'] }],
  });
  expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'body.groups[0].words[0]']);
});

test('a search for an agent covers its own sources and its bases only', async () => {
  const shop = await openKnowledgeShop();
  const { api, agentId, baseId } = shop;
  await shop.addText(shop.agent, 'Own', 'O estacionamento fica atrás da loja, ao lado da padaria.');
  await shop.addText(shop.base, 'Shared', 'O estacionamento é grátis para clientes aos domingos.');
  const ask = async (client: Client, body: object) =>
    (await client.post('/api/knowledge/search', { query: 'estacionamento', ...body })).body.hits?.map(
      ({ sourceName }: { sourceName: string }) => sourceName,
    );
  expect(await ask(api, { agentId })).toEqual(['Own']);
  expect((await api.put(`/api/ai-agents/${agentId}/knowledge-bases`, { baseIds: [baseId] })).status).toBe(200);
  expect((await ask(api, { agentId })).toSorted()).toEqual(['Own', 'Shared']);
  expect(await ask(api, { baseIds: [baseId] })).toEqual(['Shared']);
  const other = await shop.otherWorkspace();
  const stranger = await other.post('/api/knowledge/search', { query: 'estacionamento', baseIds: [baseId] });
  expect([stranger.status, stranger.body.code, stranger.body.errors[0].field]).toEqual([
    404,
    'unknown_reference',
    'body.baseIds[0]',
  ]);
  const noAgent = await other.post('/api/knowledge/search', { query: 'x', agentId });
  expect([noAgent.status, noAgent.body.errors[0].field]).toEqual([404, 'body.agentId']);
});

test.each([
  [{ baseIds: ['kb_1'] }, 'body.query'],
  [{ query: '   ', baseIds: ['kb_1'] }, 'body.query'],
  [{ query: 'x' }, 'body.agentId'],
  [{ query: 'x', baseIds: [] }, 'body.baseIds'],
  [{ query: 'x', baseIds: ['kb_1'], limit: 21 }, 'body.limit'],
])('the search %j is rejected with the field name', async (body, field) => {
  const { api } = await openKnowledgeShop();
  const answer = await api.post('/api/knowledge/search', body);
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});

test('searching needs knowledge.read, and setting synonyms needs knowledge.write', async () => {
  const shop = await openKnowledgeShop();
  const reader = await shop.withScopes('knowledge.read');
  expect((await reader.post('/api/knowledge/search', { query: 'x', baseIds: [shop.baseId] })).status).toBe(200);
  expect((await reader.put('/api/knowledge/synonyms', { groups: [] })).status).toBe(403);
  const none = await shop.withScopes('contacts.read');
  expect((await none.post('/api/knowledge/search', { query: 'x', baseIds: [shop.baseId] })).status).toBe(403);
});

test('a disabled source is not found, and a deleted one leaves no passages', async () => {
  const shop = await openShop();
  const { api, base } = shop;
  const [source] = (await api.get(base.path)).body.data;
  await api.patch(`${base.path}/${source.id}`, { enabled: false });
  expect((await find(shop, 'picanha')).hits).toEqual([]);
  await api.patch(`${base.path}/${source.id}`, { enabled: true });
  expect(await firstOf(shop, 'picanha')).toBe('manual.md');
  await api.delete(`${base.path}/${source.id}`);
  expect((await find(shop, 'picanha')).hits).toEqual([]);
  await shop.settle();
  const { read } = shop.app.platform.database;
  for (const table of ['knowledge_chunks', 'knowledge_segments', 'knowledge_vectors'] as const) {
    expect(await read.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
});
