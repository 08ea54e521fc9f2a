import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Example, matchExamples, searchKnowledge } from '../../../server/areas/knowledge/index.ts';
import type { Chunk } from '../../../server/areas/knowledge/passages/chunk-document.ts';
import { dropChunks, stageChunks, swapChunks } from '../../../server/areas/knowledge/passages/stage-chunks.ts';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { eventually } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { type KnowledgeShop, openKnowledgeShop } from './support.ts';

const toChunks = (texts: string[]): Chunk[] =>
  texts.map((text, position) => ({ position, headingPath: [], page: null, text, tokenCount: 5 }));

const version = (name: string) => toChunks(Array.from({ length: 40 }, (_, at) => `Receita ${at} da edição ${name}.`));

/** A source with live chunks, with helpers to stage and swap others. */
async function openSource(clock?: ManualClock) {
  const shop = await openKnowledgeShop(clock ? { clock } : {});
  const { id } = await shop.addText(shop.base, 'Receitas', 'Receita da edição inicial.');
  const { platform } = shop.app;
  const source = { id, workspaceId: shop.workspace.id, language: 'pt' as const, title: 'Receitas' };
  return {
    shop,
    id,
    stage: (generation: string, chunks: Chunk[], onProgress = async (_percent: number) => {}) =>
      stageChunks(platform, source, generation, chunks, onProgress),
    swap: (generation: string) =>
      platform.work(shop.workspace, systemActor, (work) => swapChunks(work, id, generation)),
    drop: () => platform.work(shop.workspace, systemActor, (work) => dropChunks(work, id)),
    editions: async () => {
      const { hits } = await searchKnowledge(platform, shop.workspace.id, {
        query: 'receita edição',
        baseIds: [shop.baseId],
        limit: 20,
      });
      return [...new Set(hits.map(({ text }) => /edição (\w+)/.exec(text)?.[1]))];
    },
  };
}

const countRows = async ({ app }: KnowledgeShop, table: 'knowledge_chunks' | 'knowledge_segments') =>
  (await app.platform.database.read.selectFrom(table).selectAll().execute()).length;

test('search sees either the old or the new chunks at every moment of a reindex', async () => {
  const { shop, stage, swap, editions } = await openSource();
  const seen = new Set<string>();
  let isDone = false;
  const looking = (async () => {
    while (!isDone) {
      seen.add((await editions()).join('+'));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (const name of ['segunda', 'terceira']) {
    const progress: number[] = [];
    await stage(name, version(name), async (percent) => void progress.push(percent));
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBe(100);
    await swap(name);
  }
  isDone = true;
  await looking;
  expect([...seen].filter((each) => !['inicial', 'segunda', 'terceira'].includes(each))).toEqual([]);
  expect(await editions()).toEqual(['terceira']);
  await shop.settle();
  expect([await countRows(shop, 'knowledge_chunks'), await countRows(shop, 'knowledge_segments')]).toEqual([40, 1]);
});

test('chunks of an interrupted attempt are neither found nor duplicated, and are deleted', async () => {
  const { shop, stage, swap, editions } = await openSource();
  const broken = stage('segunda', version('segunda'), async () => {
    throw new Error('the power went');
  });
  await expect(broken).rejects.toThrow('the power went');
  expect(await editions()).toEqual(['inicial']);
  await stage('segunda', version('segunda'));
  await swap('segunda');
  await shop.settle();
  expect(await editions()).toEqual(['segunda']);
  expect(await countRows(shop, 'knowledge_chunks')).toBe(40);
  await expect(swap('quarta')).rejects.toThrow('Nothing is staged');
  expect(await editions()).toEqual(['segunda']);
});

test('a deleted source leaves no chunks, index entries or vocabulary behind', async () => {
  const clock = new ManualClock();
  const { shop, stage, drop, editions } = await openSource(clock);
  await stage('segunda', version('segunda'));
  await drop();
  expect(await editions()).toEqual([]);
  const words = () => shop.app.platform.database.read.selectFrom('knowledge_vocabulary').select('word').execute();
  expect(await words()).not.toEqual([]);
  await shop.settle();
  expect([await countRows(shop, 'knowledge_chunks'), await countRows(shop, 'knowledge_segments')]).toEqual([0, 0]);
  const indexed = await sql<{ rows: number }>`select count(*) as rows from knowledge_index`.execute(
    shop.app.platform.database.read,
  );
  expect(indexed.rows[0]?.rows).toBe(0);
  clock.advance(61_000);
  await eventually(async () => (await words()).length === 0);
});

test('a source of many thousand passages is deleted by one call, its passages in parts afterwards', async () => {
  const { shop, id, editions } = await openSource();
  const db = openSqlite(databaseFile(shop.home));
  db.exec(`
    with recursive copies (n) as (select 1 union all select n + 1 from copies where n < 6000)
    insert into knowledge_chunks (row, id, workspace_id, source_id, heading_path, page, text, token_count)
    select row + n, id || n, workspace_id, source_id, heading_path, page, text, token_count
    from (select * from knowledge_chunks limit 1), copies`);
  db.close();
  expect((await shop.api.delete(`/api/knowledge-bases/${shop.baseId}/sources/${id}`)).status).toBe(200);
  expect(await editions()).toEqual([]);
  await shop.settle();
  expect([await countRows(shop, 'knowledge_chunks'), await countRows(shop, 'knowledge_segments')]).toEqual([0, 0]);
});

const faq: Example[] = [
  { id: 'hours', text: 'Qual é o horário de funcionamento?' },
  { id: 'delivery', text: 'Vocês fazem entrega em domicílio?' },
  { id: 'returns', text: 'Como faço para trocar um produto?' },
  { id: 'payment', text: 'Quais são as formas de pagamento?' },
  { id: 'human', text: 'Quero falar com um atendente' },
];

test('a message matches the example with the same meaning', async () => {
  const { app, workspace } = await openKnowledgeShop();
  const said: Record<string, string> = {
    'qual o horario de vcs': 'hours',
    'que horas abre?': 'hours',
    'fazem entregas?': 'delivery',
    'qual o frete': 'delivery',
    'quero trocar meu produto': 'returns',
    'posso pagar no cartao': 'payment',
    'falar com atendente por favor': 'human',
    'falar com atendemte': 'human',
  };
  for (const [text, id] of Object.entries(said)) {
    const [best, second] = await matchExamples(app.platform, workspace.id, text, faq, 'pt');
    expect([text, best?.id]).toEqual([text, id]);
    expect(best?.score).toBeGreaterThan(second?.score ?? 0);
    expect(best?.score).toBeLessThanOrEqual(1);
  }
});

test('matching returns every example, with 1 for the same words and almost 0 for unrelated ones', async () => {
  const { app, workspace } = await openKnowledgeShop();
  const match = (text: string) => matchExamples(app.platform, workspace.id, text, faq, 'pt');
  expect((await match('vocês fazem ENTREGA em domicilio'))[0]).toEqual({ id: 'delivery', score: 1 });
  const strange = await match('o céu é azul');
  expect(strange).toHaveLength(faq.length);
  expect(strange[0]?.score).toBeLessThan(0.3);
  expect(await matchExamples(app.platform, workspace.id, 'oi', [], 'pt')).toEqual([]);
});
