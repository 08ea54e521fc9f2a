import { expect, test } from 'vitest';
import type { Chunk } from '../../../server/areas/knowledge/passages/chunk-document.ts';
import { stageChunks, swapChunks } from '../../../server/areas/knowledge/passages/stage-chunks.ts';
import { listWorkspaces, type Workspace } from '../../../server/platform/access/workspaces.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { type Client, startApp, type TestApp } from '../../support/server/app.ts';
import { awaitIndexed } from './support.ts';

const ours = Array.from({ length: 120 }, (_, at) => {
  const dishes = ['pizza', 'lasanha', 'sopa', 'torta', 'salada'];
  const extras = ['queijo', 'entrega', 'forno', 'borda', 'molho', 'massa'].slice(0, 1 + (at % 6)).join(' e ');
  return `A ${dishes[at % 5]} número ${at} leva ${extras}${at % 7 === 0 ? ' e entrega no domingo' : ''}.`;
});

/** The same words and misspellings of them, in passages of different lengths. */
const theirs = Array.from({ length: 2_000 }, (_, at) =>
  `Pizza com borda de queijo, lasanha${at % 50}, lazanhe${at} e sorvete: entrega no domingo ${at}. `.repeat(
    1 + (at % 5),
  ),
);

const questions = [
  'Qual pizza leva queijo e borda?',
  'entrega no domingo',
  'lasanha com molho',
  'lazanha 31',
  'sorvete',
];

/** Creates a base with one source of these passages and returns its id. */
async function fillBase({ app }: TestApp, api: Client, workspace: Workspace, texts: string[]): Promise<string> {
  const { body: base } = await api.post('/api/knowledge-bases', { name: 'Menu' });
  const path = `/api/knowledge-bases/${base.id}/sources`;
  const { body: source } = await api.post(`${path}/text`, { name: 'Menu', content: 'Nada ainda.' });
  await awaitIndexed(api, { path }, source.id);
  const chunks = texts.map(
    (text, position): Chunk => ({ position, headingPath: [], page: null, text, tokenCount: 20 }),
  );
  const staged = { id: source.id, workspaceId: workspace.id, language: 'pt' as const, title: 'Menu' };
  await stageChunks(app.platform, staged, 'next', chunks, async () => {});
  await app.platform.work(workspace, systemActor, (work) => swapChunks(work, source.id, 'next'));
  return base.id;
}

test('the passages of another workspace change neither hits nor ranking', async () => {
  const shop = await startApp();
  const baseId = await fillBase(shop, shop.api, shop.workspace, ours);
  const ask = async (query: string) =>
    (await shop.api.post('/api/knowledge/search', { query, baseIds: [baseId], limit: 20 })).body;
  const askAll = () => Promise.all(questions.map(ask));
  const before = await askAll();
  expect(before.map(({ hits }) => hits.length)).toEqual([20, 20, 20, 20, 0]);
  const other = await shop.otherWorkspace();
  const workspaces = await listWorkspaces(shop.app.platform.database.read);
  const stranger = workspaces.find(({ id }) => id !== shop.workspace.id) as Workspace;
  await fillBase(shop, other, stranger, theirs);
  expect(await askAll()).toEqual(before);
}, 240_000);
