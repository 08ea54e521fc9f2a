import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { contents } from '../../server/platform/backup/folder-contents.ts';
import { sweepBlobs } from '../../server/platform/files/sweep-blobs.ts';
import { implemented } from '../support/contract/contract.ts';
import { buildRequest, slotsOf } from '../support/contract/references.ts';
import { sampleQuery } from '../support/contract/sample-body.ts';
import { type Answer, type Client, eventually, startApp } from '../support/server/app.ts';
import { bind, install, jobsOf } from '../support/shop/integrations.ts';
import { type Everything, makeOneOfEverything } from '../support/shop/one-of-everything.ts';

/** Occurs in names, which B can guess, and in bytes, which no response to B may contain. */
const marker = 'marker-of-a';
const secret = 'SECRET-OF-A';
/** Files that change while a server runs. */
const moving = /^(frontdesk\.sqlite|running|lock\.db|ballast)/;

/** Writes a marker to every part of the data folder that is a folder or can be one. */
async function plant(home: string): Promise<void> {
  const files = contents.map(({ name }) => name).filter((name) => name.includes('.'));
  const folders = contents.map(({ name }) => name).filter((name) => !files.includes(name) && !moving.test(name));
  for (const folder of [...folders, '.']) {
    for (const ending of ['csv', 'xlsx', 'backup']) {
      const file = join(home, folder, `${marker}.${ending}`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `Nome,Fone\n${secret},1\n`);
    }
  }
}

/** Returns every file of the data folder that does not belong to B, with a hash of its bytes. */
async function fingerprint(home: string, strangerId: string): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(home.length + 1);
    if (!entry.isFile() || moving.test(path) || path.startsWith(`spreadsheets/${strangerId}`)) continue;
    prints[path] = hash('sha256', await readFile(join(home, path)));
  }
  return prints;
}

/** Reads come first; resources that other operations need are deleted last. */
const rank = (route: string): number =>
  ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'].indexOf(route.split(' ')[0] as string) * 100 - route.split('/').length;

/** Calls every operation of the API with B's key and B's own resources. */
async function callAll(client: Client, own: Everything): Promise<string[]> {
  const told: string[] = [];
  for (const route of [...implemented.keys()].sort((a, b) => rank(a) - rank(b))) {
    const filled = slotsOf(route).filter((slot) => slot.isRequired);
    const values = filled.map((slot) => [slot, own[slot.kind]] as [typeof slot, string]);
    const { method, path, body } = buildRequest(route, values, sampleQuery(route).slice(1));
    if (path.includes('/stream')) continue;
    const upload = implemented.get(route)?.upload;
    const answer: Answer = upload
      ? await client.upload(path, 'Nome,Fone\nBia,1\n', 'b.csv', upload.field)
      : await client.call(method, path, method === 'GET' ? undefined : body);
    if (JSON.stringify(answer.body)?.includes(secret)) told.push(route);
  }
  return told;
}

test('a key of B neither lists, reads, changes nor deletes a file of A, wherever it lies in the data folder', async () => {
  const shop = await startApp();
  const { app, api, home } = shop;
  const other = await shop.otherWorkspace();
  const bytes = `Nome,Fone\n${secret},1\n`;
  const stored = (await api.upload('/api/media-library/upload', bytes, `${marker}.csv`)).body;
  const own = await makeOneOfEverything(shop, other, 'Bia', '+5521998765432');
  // A writes workbooks first, so A owns the shared parent folder.
  await install(api, 'spreadsheet');
  await plant(home);
  const sheets = await install(other, 'spreadsheet');
  const strangerId = (await readdir(join(home, 'spreadsheets'))).find((name) => name.startsWith('ws_')) as string;
  const before = await fingerprint(home, strangerId);
  expect(Object.keys(before).filter((path) => path.includes(marker)).length).toBeGreaterThan(20);

  // B's file with the same bytes shares the blob.
  const twin = (await other.upload('/api/media-library/upload', bytes, 'twin.csv')).body;
  expect((await other.delete(`/api/media-library/${twin.id}`)).status).toBe(200);
  // A request can name a file of the machine in two ways: folders by path, and workbooks by name.
  const folders = contents.map(({ name }) => join(home, name));
  for (const folder of [home, ...folders, join(home, `spreadsheets/${strangerId}/..`)]) {
    const answer = await other.post('/api/integrations', { connector: 'spreadsheet', credentials: { folder } });
    expect([folder, answer.status]).toEqual([folder, 422]);
  }
  const fields = { Nome: '{{data.name}}' };
  const config = { workbook: `${marker}.csv`, keyColumn: 'Nome', fields };
  const binding = await bind(other, sheets.id, 'lead.captured', 'upsert_row', config);
  await other.post('/api/leads', { aiAgentId: own.agent, phone: '+5511987654322', name: 'Bia' });
  await eventually(async () => (await jobsOf(other, binding.id))[0]?.status === 'SUCCEEDED', 60_000);
  const targets = await other.get(`/api/integrations/${sheets.id}/targets?action=append_row&targetId=${marker}.xlsx`);
  expect(targets.status).toBe(404);
  await other.delete(`/api/integrations/bindings/${binding.id}`);
  await other.delete(`/api/integrations/${sheets.id}`);

  expect(await callAll(other, own)).toEqual([]);
  await shop.settle();
  const blob = join(home, 'blobs', hash('sha256', bytes).slice(0, 2), hash('sha256', bytes));
  await utimes(blob, 0, 0);
  await sweepBlobs(app.platform);
  const after = await fingerprint(home, strangerId);
  expect(Object.fromEntries(Object.keys(before).map((path) => [path, after[path]]))).toEqual(before);
  expect(await (await fetch(stored.url)).text()).toBe(bytes);
}, 180_000);
