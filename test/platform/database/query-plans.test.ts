import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openCampaigns, people } from '../../areas/campaigns/support.ts';
import { openWorkspace, type TestApp } from '../../support/server/app.ts';
import { pairChannel } from '../../support/shop/shop.ts';

/** What these lists name is looked up, however much else the workspace has. */
const namedBy = /"contact_id" (=|in) |\bseq"? in \(|"id" in \(|"source_id" = |"audience_id" = /;
const walks =
  /^(SCAN (?!hit|f\b|j\b|json_each|\w+ VIRTUAL)\w+( USING (COVERING )?INDEX .*)?|SEARCH .*\(workspace_id=\?\)$)/;

/** Everything that is prepared from now on. */
function watchQueries(): Set<string> {
  const prepared = new Set<string>();
  const { prepare } = Sqlite.prototype;
  vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, source: string) {
    prepared.add(source);
    return prepare.call(this, source) as never;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return prepared;
}

/** The queries of these tables that walk all rows of a workspace though they name a few, with their plans. */
function findWalks(home: string, queries: Set<string>, tables: string[]): string[] {
  const db = new Sqlite(databaseFile(home), { readonly: true });
  onTestFinished(() => void db.close());
  const ofTables = new RegExp(`from "(${tables.join('|')})"`);
  return [...queries].flatMap((source) => {
    if (!/^select/i.test(source) || !ofTables.test(source) || !namedBy.test(source)) return [];
    const values = Array((source.match(/\?/g) ?? []).length).fill('x');
    const plan = db.prepare(`explain query plan ${source}`).all(values) as { detail: string }[];
    return plan.some(({ detail }) => walks.test(detail))
      ? [[source, ...plan.map(({ detail }) => detail)].join('\n')]
      : [];
  });
}

async function fillInbox(shop: TestApp): Promise<void> {
  const channel = await pairChannel(shop);
  const phones = Array.from({ length: 20 }, (_, index) => `+55119876543${String(index).padStart(2, '0')}`);
  for (const phone of phones) await channel.customerSays(phone, 'Tem pizza?', { name: 'Ana' });
}

test('a page of contacts or search results is read by row number', async () => {
  const queries = watchQueries();
  const shop = await openWorkspace();
  await fillInbox(shop);
  const { body } = await shop.api.get('/api/contacts?limit=50');
  expect(body.data).toHaveLength(20);
  expect((await shop.api.get('/api/conversations?search=pizza&limit=50')).body.data).toHaveLength(20);
  expect((await shop.api.get(`/api/contacts/${encodeURIComponent(body.data[0].phone)}`)).status).toBe(200);
  expect((await shop.api.get('/api/orders?search=ana')).status).toBe(200);
  expect((await shop.api.get('/api/appointments?search=ana')).status).toBe(200);
  const tables = ['conversations', 'orders', 'appointments'];
  expect([...queries].some((source) => namedBy.test(source))).toBe(true);
  expect(findWalks(shop.home, queries, tables)).toEqual([]);
});

test('a knowledge search starts from the agent’s sources and the nearest words', async () => {
  const queries = watchQueries();
  const { api, home } = await openWorkspace();
  const { body: base } = await api.post('/api/knowledge-bases', { name: 'Menu' });
  const dishes = [...'abcdefghijklmnopqrst'].map((letter) => `lasanha${letter}`).join(', ');
  const content = `A lasanha da casa é servida às quintas: ${dishes}.`;
  await api.post(`/api/knowledge-bases/${base.id}/sources/text`, { name: 'Menu', content });
  const search = async () => (await api.post('/api/knowledge/search', { query: 'lazanha', baseIds: [base.id] })).body;
  await expect.poll(async () => (await search()).hits.length, { timeout: 60_000 }).toBe(1);
  expect(findWalks(home, queries, ['knowledge_sources', 'knowledge_segments', 'knowledge_vocabulary'])).toEqual([]);
});

test('recipients are read by campaign, not by scanning all', async () => {
  const queries = watchQueries();
  const { shop, api, draft } = await openCampaigns();
  const path = await draft(people(3));
  expect((await api.get(`${path}/recipients`)).body.data).toHaveLength(3);
  expect(findWalks(shop.home, queries, ['campaign_recipients'])).toEqual([]);
});
