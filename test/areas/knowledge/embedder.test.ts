import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  clearEmbedder,
  type EmbedderDraft,
  fetchModel,
  matchExamples,
  modelFolder,
  readEmbedder,
  readModelFetch,
  saveEmbedder,
  searchKnowledge,
  testEmbedder,
} from '../../../server/areas/knowledge/index.ts';
import { type EmbedderDouble, startEmbedder } from '../../doubles/embedder.ts';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { writeOnnxModel } from '../../support/files/onnx-model.ts';
import { eventually, type TestAppOptions } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { type KnowledgeShop, openKnowledgeShop } from './support.ts';

/** Word pairs from questions and answers that have only their meaning in common. */
const groups = [
  ['tapete', 'alfombra'],
  ['guarda', 'paraguas'],
];

const endpoint = ({ baseUrl }: EmbedderDouble, changes: object = {}): EmbedderDraft =>
  ({
    kind: 'openai',
    baseUrl,
    model: 'tiny',
    key: 'sk-secret',
    queryPrefix: 'query: ',
    passagePrefix: 'passage: ',
    minSimilarity: 0.9,
    ...changes,
  }) as EmbedderDraft;

const serving = (shop: KnowledgeShop) => eventually(async () => (await readEmbedder(shop.app.platform)).isServing);

const search = (shop: KnowledgeShop, query: string) =>
  searchKnowledge(shop.app.platform, shop.workspace.id, { query, baseIds: [shop.baseId], limit: 5 });

async function openShopWithRugs(options?: TestAppOptions): Promise<KnowledgeShop> {
  const shop = await openKnowledgeShop(options);
  await shop.addText(shop.base, 'Tapetes', 'O tapete persa custa 900 reais e chega em dez dias.');
  await shop.addText(shop.base, 'Chuva', 'O guarda chuva azul tem garantia de um ano.');
  return shop;
}

const countVectors = async ({ app }: KnowledgeShop) => {
  const rows = await app.platform.database.read
    .selectFrom('knowledge_vectors')
    .select(['model', 'dimension'])
    .execute();
  return Object.fromEntries([...Map.groupBy(rows, ({ model }) => model)].map(([model, each]) => [model, each.length]));
};

test('an embedder finds existing and new chunks that share no word with the question', async () => {
  const shop = await openShopWithRugs();
  const embedder = await startEmbedder(groups);
  expect((await search(shop, 'alfombra')).hits).toEqual([]);
  const status = await saveEmbedder(shop.app.platform, endpoint(embedder));
  expect(status.embedder).toMatchObject({ model: 'tiny', dimension: 3, hasKey: true });
  expect(JSON.stringify(status)).not.toContain('sk-secret');
  await serving(shop);
  const answer = await search(shop, 'alfombra');
  expect(answer.isAnswerable).toBe(true);
  expect(answer.hits[0]?.sourceName).toBe('Tapetes');
  await shop.addText(shop.base, 'Outro tapete', 'Um tapete de sala, vermelho.');
  const both = (await search(shop, 'alfombra')).hits.slice(0, 2).map(({ sourceName }) => sourceName);
  expect(both.toSorted()).toEqual(['Outro tapete', 'Tapetes']);
  expect(embedder.requests.every(({ authorization }) => authorization === 'Bearer sk-secret')).toBe(true);
  const inputs = embedder.requests.flatMap(({ body }) => body.input);
  expect(inputs).toContain('query: alfombra');
  expect(inputs.filter((input) => input.startsWith('passage: ')).length).toBeGreaterThanOrEqual(3);
});

test('the old embedder serves until the new one has all vectors; then its vectors are deleted', async () => {
  const shop = await openShopWithRugs();
  const first = await startEmbedder(groups);
  const second = await startEmbedder([['tapete'], ['alfombra'], ['guarda', 'paraguas']]);
  await saveEmbedder(shop.app.platform, endpoint(first));
  await serving(shop);
  await shop.settle();
  const [firstModel] = Object.keys(await countVectors(shop));
  second.fault = { waitMs: 300 };
  await saveEmbedder(shop.app.platform, endpoint(second, { model: 'other' }));
  expect((await readEmbedder(shop.app.platform)).isServing).toBe(false);
  expect((await search(shop, 'alfombra')).hits[0]?.sourceName).toBe('Tapetes');
  await serving(shop);
  await shop.settle();
  const counts = await countVectors(shop);
  expect(Object.values(counts)).toEqual([2]);
  expect(Object.keys(counts)).not.toContain(firstModel);
  // For the second embedder the two words differ.
  expect((await search(shop, 'alfombra')).isAnswerable).toBe(false);
  await clearEmbedder(shop.app.platform);
  await shop.settle();
  expect(await countVectors(shop)).toEqual({});
  expect((await search(shop, 'tapete persa')).hits[0]?.sourceName).toBe('Tapetes');
});

test('a search without sqlite-vec returns the same hits as with it, and never deleted chunks', async () => {
  const shop = await openShopWithRugs();
  await saveEmbedder(shop.app.platform, endpoint(await startEmbedder(groups)));
  await serving(shop);
  expect(shop.app.platform.database.hasVectorFunctions()).toBe(true);
  const withIt = await search(shop, 'paraguas');
  const missing = vi.spyOn(shop.app.platform.database, 'hasVectorFunctions').mockReturnValue(false);
  const without = await search(shop, 'paraguas');
  missing.mockRestore();
  expect(withIt.hits[0]?.sourceName).toBe('Chuva');
  expect(without.hits).toEqual(withIt.hits);
  expect(without.confidence).toBeCloseTo(withIt.confidence, 4);
  const sources = (await shop.api.get(shop.base.path)).body.data;
  for (const { id } of sources) await shop.api.delete(`${shop.base.path}/${id}`);
  expect((await search(shop, 'paraguas')).hits).toEqual([]);
  await shop.settle();
  expect(await countVectors(shop)).toEqual({});
});

test('search falls back to words and indexing succeeds for any fault of the embedder', async () => {
  const clock = new ManualClock();
  const shop = await openShopWithRugs({ clock });
  const embedder = await startEmbedder(groups);
  await saveEmbedder(shop.app.platform, endpoint(embedder));
  await serving(shop);
  const faults: Record<string, EmbedderDouble['fault']> = {
    'an error status': { status: 500 },
    'a response that is not JSON': { body: 'hello' },
    'another dimension': { body: '{"data":[{"index":0,"embedding":[1,2]}]}' },
    'a null in a vector': { body: '{"data":[{"index":0,"embedding":[1,null,2]}]}' },
    'an infinite number': { body: '{"data":[{"index":0,"embedding":[1e999,0,0]}]}' },
    'a zero vector': { body: '{"data":[{"index":0,"embedding":[0,0,0]}]}' },
    'no vectors': { body: '{"data":[]}' },
    'a response that is too large': { body: 'x'.repeat(20 * 1024 * 1024) },
    'a late response': { waitMs: 3_000 },
  };
  for (const [name, fault] of Object.entries(faults)) {
    embedder.fault = fault;
    const asked = embedder.requests.length;
    expect((await search(shop, 'tapete persa')).hits[0]?.sourceName, name).toBe('Tapetes');
    // It is paused, so that not every customer waits for it.
    await search(shop, 'tapete');
    expect(embedder.requests.length - asked, name).toBe(1);
    await clock.advance(31_000);
  }
  const source = await shop.addText(shop.base, 'Novo', 'Cortinas de linho sob medida.');
  expect(source.status).toBe('READY');
  expect((await search(shop, 'cortinas de linho')).hits[0]?.sourceName).toBe('Novo');
  // Missing vectors are added within the hour.
  embedder.fault = null;
  await clock.advance(2 * 3_600_000);
  await eventually(async () => Object.values(await countVectors(shop))[0] === 3);
});

test('saving an unusable embedder fails and keeps the previous one', async () => {
  const shop = await openShopWithRugs();
  const embedder = await startEmbedder(groups);
  await saveEmbedder(shop.app.platform, endpoint(embedder));
  embedder.fault = { status: 401 };
  await expect(saveEmbedder(shop.app.platform, endpoint(embedder, { model: 'other' }))).rejects.toThrow(/401/);
  expect((await readEmbedder(shop.app.platform)).embedder).toMatchObject({ model: 'tiny' });
  const nowhere = { ...local('/nowhere/at/all') };
  await expect(testEmbedder(shop.app.platform, nowhere)).rejects.toThrow(/local model cannot be used/);
});

const local = (folder: string): EmbedderDraft => ({
  kind: 'local',
  folder,
  queryPrefix: '',
  passagePrefix: '',
  minSimilarity: 0.8,
});

test('a local ONNX model finds passages by meaning without a network', async () => {
  const shop = await openShopWithRugs();
  const folder = join(await temporaryFolder(), 'tiny');
  await writeOnnxModel(folder, groups);
  await saveEmbedder(shop.app.platform, local(folder));
  await serving(shop);
  const answer = await search(shop, 'paraguas');
  expect(answer.isAnswerable).toBe(true);
  expect(answer.hits[0]?.sourceName).toBe('Chuva');
  const [best] = await matchExamples(shop.app.platform, shop.workspace.id, 'alfombra', [
    { id: 'umbrella', text: 'paraguas' },
    { id: 'rug', text: 'tapete' },
  ]);
  expect(best?.id).toBe('rug');
  expect(best?.score).toBeGreaterThan(0.8);
});

test('a model is downloaded file by file, and a file with another SHA-256 is rejected', async () => {
  const shop = await openKnowledgeShop();
  const folder = join(await temporaryFolder(), 'origin');
  await writeOnnxModel(folder, groups);
  const url = await serveLoopback(async (request, response) => {
    response.end(await readFile(join(folder, request.url ?? '')));
  });
  const paths = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'];
  const files = await Promise.all(
    paths.map(async (path) => ({
      path,
      sizeBytes: (await stat(join(folder, path))).size,
      url: `${url}/${path}`,
      sha256: createHash('sha256')
        .update(await readFile(join(folder, path)))
        .digest('hex'),
    })),
  );
  const { platform } = shop.app;
  await fetchModel(platform, { name: 'tiny', files });
  await eventually(async () => (await readModelFetch(platform, 'tiny'))?.status === 'DONE');
  expect(await testEmbedder(platform, local(modelFolder(platform, 'tiny')))).toMatchObject({ dimension: 3 });

  const spoilt = files.map((file) => ({ ...file, sha256: file.sha256.replaceAll(/[0-8]/g, '9') }));
  await fetchModel(platform, { name: 'spoilt', files: spoilt });
  const failed = await eventually(async () => {
    const fetch = await readModelFetch(platform, 'spoilt');
    return fetch?.error ? fetch : null;
  });
  expect(failed.error).toContain('config.json does not have the expected SHA-256');
  await expect(stat(modelFolder(platform, 'spoilt'))).rejects.toThrow();
});
