import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';

async function startShop() {
  const shop = await startApp();
  return { ...shop, owner: await signIn(shop) };
}

test('a temporary upload leaves the same file of the library alone, and no copy behind', async () => {
  const { owner, api, home } = await startShop();
  const list = await readFile(new URL('../../../LICENSE', import.meta.url));
  const stored = (await api.upload('/api/media-library/upload', list, 'menu.txt')).body;
  const agent = (await api.post('/api/ai-agents', { name: 'Bela', language: 'pt' })).body;
  const blobs = async () =>
    (await readdir(join(home, 'blobs'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const before = await blobs();
  for (const bytes of [list, Buffer.from('Pizza R$ 20,00')]) {
    expect((await owner.upload('/owner/restore', bytes, 'menu.txt')).status).toBe(422);
    expect((await owner.upload('/owner/text-files', bytes, 'menu.txt')).status).toBe(200);
    expect((await api.upload(`/api/ai-agents/${agent.id}/upload-catalog`, bytes, 'menu.txt')).status).toBe(400);
  }
  expect(await blobs()).toEqual(before);
  expect(await readdir(join(home, 'tmp'))).toEqual([]);
  expect(await (await fetch(new URL(stored.url, owner.url))).text()).toBe(list.toString());
});

test('the copy of an upload that a crash left behind is gone after the next start', async () => {
  const { app, home } = await startShop();
  const { files } = app.platform;
  await files.receive([Buffer.from('a backup with its key')], { maxBytes: 1_000, scratch: files.newScratch() });
  expect(await readdir(join(home, 'tmp'))).toHaveLength(1);
  await app.stop();
  await startApp({ home });
  expect(existsSync(join(home, 'tmp'))).toBe(false);
});
