import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { applyRestore } from '../../../server/platform/backup/apply-restore.ts';
import { createBackup } from '../../../server/platform/backup/backup.ts';
import { examine } from '../../../server/platform/backup/doctor.ts';
import { contentOf, contents, keptFolders, readWhole } from '../../../server/platform/backup/folder-contents.ts';
import { stageRestore } from '../../../server/platform/backup/restore.ts';
import { makeCertificate } from '../../../server/platform/net/tls.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually, startApp, type TestApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { runCli } from '../../support/server/processes.ts';
import { bind, install, jobsOf } from '../../support/shop/integrations.ts';
import { makeOneOfEverything } from '../../support/shop/one-of-everything.ts';

const now = '2026-11-27T12:00:00.000Z';

/** A shop that has used every feature that writes to the data folder without another program. */
async function startBusyShop(): Promise<TestApp> {
  const shop = await startApp();
  const { app, api, home } = shop;
  await makeOneOfEverything(shop, api, 'Ana', '+5511987654321');
  const { id } = await install(api, 'spreadsheet');
  const fields = { Nome: '{{data.name}}' };
  const binding = await bind(api, id, 'lead.captured', 'append_row', { workbook: 'leads.csv', fields });
  const agent = (await api.post('/api/ai-agents', { name: 'Bia' })).body;
  await api.post('/api/leads', { aiAgentId: agent.id, phone: '+5511987654322', name: 'Ana' });
  await eventually(async () => (await jobsOf(api, binding.id))[0]?.status === 'SUCCEEDED', 60_000);
  const owner = await signIn({ app, api });
  await owner.post('/owner/backups');
  await eventually(async () => (await owner.get('/owner/backups')).body.items[0]?.verified, 60_000);
  await app.platform.storage.start();
  await makeCertificate(home, new Date());
  return shop;
}

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
};

test('every file that a server writes is declared, and a restore on a fresh machine has everything that a person would miss', async () => {
  const { app, home } = await startBusyShop();
  const names = await readdir(home);
  expect(names.filter((name) => contentOf(name) === undefined)).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['frontdesk.sqlite', 'blobs', 'spreadsheets', 'secret.key', 'tls.pem']));
  // Every part left out of backups has a reason.
  expect(contents.filter(({ backup, because }) => backup === null && !because)).toEqual([]);
  for (const folder of keptFolders) await writeFile(join(home, folder, 'planted.csv'), folder);

  const file = join(await temporaryFolder(), 'shop.backup');
  const secretKey = app.platform.secrets.exportKey();
  const report = await createBackup({ home, target: file, secretKey, appVersion: '1', now });
  expect(report).toMatchObject({ lostBlobs: [], lostFiles: [], fileCount: 2, outsideFolders: [] });
  const fresh = join(await temporaryFolder(), 'data');
  await stageRestore(fresh, file, now);
  await applyRestore(fresh);
  for (const { name, backup } of contents) {
    if (backup === null || backup === 'database') continue;
    expect([name, await filesIn(join(fresh, name))]).toEqual([name, await filesIn(join(home, name))]);
  }
  expect(await readFile(join(fresh, 'spreadsheets', 'planted.csv'), 'utf8')).toBe('spreadsheets');
  expect(await readFile(join(fresh, 'secret.key'), 'utf8')).toBe(secretKey);
  const restored = await startApp({ home: fresh });
  expect((await restored.api.get('/api/leads')).status).toBe(200);
});

test('a restore brings the workbooks of the backup, and keeps those that it replaces', async () => {
  const { app, home } = await startApp();
  const own = join(home, 'spreadsheets');
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'a.csv'), 'old');
  const file = join(await temporaryFolder(), 'shop.backup');
  await createBackup({ home, target: file, secretKey: app.platform.secrets.exportKey(), appVersion: '1', now });
  await writeFile(join(own, 'a.csv'), 'new');
  await writeFile(join(own, 'b.csv'), 'new');
  await app.stop();
  const { keptIn } = await stageRestore(home, file, now);
  await applyRestore(home);
  expect(await filesIn(own)).toEqual(['a.csv']);
  expect(await readFile(join(own, 'a.csv'), 'utf8')).toBe('old');
  expect(await filesIn(join(keptIn, 'spreadsheets'))).toEqual(['a.csv', 'b.csv']);
});

test('a folder that cannot be read is reported as missing from the backup, and by the doctor', async () => {
  const { app, home } = await startApp();
  // Every user fails to read it; an administrator reads a folder without permissions.
  await writeFile(join(home, 'spreadsheets'), 'not a folder');
  const target = join(home, 'backups', 'frontdesk-2026-11-27T12-00-00-manual.backup');
  await mkdir(dirname(target));
  const report = await createBackup({
    home,
    target,
    secretKey: app.platform.secrets.exportKey(),
    appVersion: '1',
    now,
  });
  expect(report).toMatchObject({ fileCount: 0, lostFiles: ['spreadsheets'] });
  expect(await examine(readConfig({ FRONTDESK_HOME: home }))).toContainEqual(
    expect.objectContaining({ name: 'newest backup', ok: false, detail: 'no backup can read spreadsheets' }),
  );
});

test('a workbook that is written while it is backed up is whole', async () => {
  const home = await temporaryFolder();
  const path = `${keptFolders[0]}/ws_1/grows.csv`;
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  let isWriting = true;
  const write = async () => {
    // Writes in place, as some programs do: first one half of the text, then the other.
    for (let round = 0; isWriting && round < 20; round += 1) {
      const half = String(round % 10).repeat(50_000);
      await writeFile(file, half);
      await writeFile(file, half + half);
    }
  };
  const writing = write();
  const reads = Array.from({ length: 5 }, async () => readWhole(home, path));
  const texts = (await Promise.all(reads)).map(String);
  isWriting = false;
  await writing;
  texts.push(String(await readWhole(home, path)));
  for (const text of texts) expect(new Set(text).size).toBe(1);
  expect(texts.at(-1)).toHaveLength(100_000);
});

test('the doctor names what the newest backup lacks, and what no backup holds', async () => {
  const { app, api, home } = await startBusyShop();
  const owner = await signIn({ app, api });
  const outside = await temporaryFolder();
  await owner.put('/owner/spreadsheet-folders', { folders: [outside] });
  await writeFile(join(home, 'my notes.txt'), 'x');
  const own = join(home, 'spreadsheets');
  await writeFile(join(own, 'later.csv'), 'x');
  await utimes(join(own, 'later.csv'), new Date(), new Date(Date.now() + 3_600_000));
  const look = async (name: string) =>
    (await examine(readConfig({ FRONTDESK_HOME: home }))).find((finding) => finding.name === name);
  expect(await look('newest backup')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/1 workbooks; written since: spreadsheets\/later\.csv$/),
  });
  expect(await look('in no backup')).toMatchObject({ detail: `${outside}, ${join(home, 'my notes.txt')}` });
  await utimes(join(own, 'later.csv'), 0, 0);
  expect(await look('newest backup')).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/lacks \S+later\.csv$/),
  });
  await app.stop();
  const copy = await temporaryFolder();
  await cp(home, copy, { recursive: true });
  const told = await runCli(copy, ['backup', join(await temporaryFolder(), 'b')]);
  expect(told.stdout).toContain(`It does not hold what is in ${outside}.`);
  await rm(outside, { recursive: true });
});
