import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePdf } from '../areas/knowledge/documents.ts';
import { drawMenu, row } from '../areas/replies/draw-menu.ts';
import { programs } from '../support/environment/compiled-programs.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { signInAtProcess } from '../support/server/console.ts';
import { startServerProcess } from '../support/server/processes.ts';
import { makeAgent } from '../support/shop/sales.ts';

const root = join(import.meta.dirname, '../..');

test('a default install reads price lists from pictures and PDFs, and says how to install what it lacks', async () => {
  // Outside the checkout, where none is found.
  const place = await temporaryFolder();
  await cp(programs, place, { recursive: true });
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'), 'junction');
  const server = await startServerProcess(await temporaryFolder(), {}, [], join(place, 'server/main.js'));
  const owner = await signInAtProcess(server);
  const detail = expect.stringContaining('run “npm run addons” in the folder of Frontdesk');
  const missing = { status: 409, body: { code: 'addon_missing', detail } };

  const upload = `/api/ai-agents/${await makeAgent(owner)}/upload-catalog`;
  const picture = await drawMenu([row('Bolo de cenoura  R$ 39,50')]);
  expect(await owner.upload(`${upload}-images`, picture, 'menu.png', 'files')).toMatchObject({
    status: 200,
    body: { readBy: 'ocr', data: [{ name: 'Bolo de cenoura', price: 39.5 }] },
  });
  const pdf = await makePdf((page) => page.text('Bolo ..... R$ 9,50'));
  expect(await owner.upload(upload, pdf, 'menu.pdf')).toMatchObject({ status: 200, body: { readBy: 'pdf' } });

  const embedder = '/owner/settings/embedder';
  const draft = { kind: 'local', folder: '/some/model', queryPrefix: '', passagePrefix: '', minSimilarity: null };
  expect(await owner.put(embedder, draft)).toMatchObject(missing);
  expect(await owner.post(`${embedder}/test`, draft)).toMatchObject(missing);
  const files = [{ path: 'config.json', url: 'http://127.0.0.1:9/config.json', sha256: '0'.repeat(64) }];
  expect(await owner.post(`${embedder}/model`, { name: 'tiny', files })).toMatchObject(missing);
});
