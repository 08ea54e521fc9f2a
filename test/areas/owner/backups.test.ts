import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { applyRestore } from '../../../server/platform/backup/apply-restore.ts';
import { isRestoreUnderWay } from '../../../server/platform/backup/restore-state.ts';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { insertFile } from '../../../server/platform/files/files.ts';
import { saveSetting } from '../../../server/platform/settings.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually, startApp, type TestApp, type TestAppOptions } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { type ConsoleClient, signIn } from '../../support/server/console.ts';

const hourMs = 3_600_000;
const priceList = 'The price list of this week';

async function startShop(options: TestAppOptions = {}) {
  const shop = await startApp(options);
  return { ...shop, owner: await signIn(shop) };
}

/** Stores a file for the workspace; returns its hash. */
async function keepFile({ app, workspace }: Pick<TestApp, 'app' | 'workspace'>): Promise<string> {
  const blob = await app.platform.files.receive([Buffer.from(priceList)], { maxBytes: 1_000 });
  await app.platform.work(workspace, systemActor, (work) => insertFile(work, blob, 'prices.txt'));
  return blob.hash;
}

/** Waits until no backup operation is running; returns the state. */
const whenDone = (owner: ConsoleClient) =>
  eventually(async () => {
    const { body } = await owner.get('/owner/backups');
    return body.running === null && body;
  });

async function makeBackup(owner: ConsoleClient) {
  const started = await owner.post('/owner/backups');
  expect([started.status, started.body.running.kind]).toEqual([202, 'backup']);
  return (await whenDone(owner)).items[0];
}

test('a manual backup is written, verified, listed, downloaded and deleted', async () => {
  const shop = await startShop();
  const { owner, home } = shop;
  await keepFile(shop);
  const before = (await owner.get('/owner/backups')).body;
  expect(before).toMatchObject({
    folder: join(home, 'backups'),
    isDefaultFolder: true,
    schedule: { enabled: true, hour: 3, timezone: 'America/Sao_Paulo' },
    items: [],
    running: null,
    lastFailure: null,
  });
  const backup = await makeBackup(owner);
  expect(backup).toMatchObject({ reason: 'manual', verified: true, path: join(home, 'backups', backup.name) });
  expect(backup.name).toMatch(/^frontdesk-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-manual\.backup$/);
  const bytes = await readFile(backup.path);
  expect(backup.sizeBytes).toBe(bytes.length);
  for (const name of await readdir(join(home, 'backups'))) {
    expect((await stat(join(home, 'backups', name))).mode & 0o777).toBe(0o600);
  }
  const proof = JSON.parse(await readFile(`${backup.path}.proof.json`, 'utf8'));
  expect(proof).toMatchObject({ sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length });
  expect(proof).not.toHaveProperty('secretKey');

  const download = await fetch(`${owner.url}/owner/backups/${backup.name}/download`, {
    headers: owner.headers,
  });
  expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${backup.name}"`);
  expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);

  expect((await owner.delete(`/owner/backups/${backup.name}`)).status).toBe(204);
  expect(await readdir(join(home, 'backups'))).toEqual([]);
  expect((await owner.delete(`/owner/backups/${backup.name}`)).status).toBe(404);
});

test('a backup made during writes contains everything stored before it, and its restore sends nothing', async () => {
  const shop = await startShop();
  const hash = await keepFile(shop);
  const written: string[] = [];
  let isWriting = true;
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let index = 0; isWriting; index++) {
      const { body } = await shop.api.post('/api/quick-replies', { shortcut: `w${writer}-${index}`, content: 'Olá' });
      written.push(body.id);
    }
  });
  await eventually(async () => written.length > 40);
  const writtenBefore = written.length;
  const backup = await makeBackup(shop.owner);
  isWriting = false;
  await Promise.all(writers);
  expect(written.length).toBeGreaterThan(writtenBefore);

  const restored = await shop.owner.post(`/owner/backups/${backup.name}/restore`);
  // The database, the file and nothing else; the process would take it over now.
  expect([restored.status, restored.body.blobCount]).toEqual([202, 1]);
  await shop.app.stop();
  await applyRestore(shop.home);
  const again = await startShop({ home: shop.home });
  const kept = new Set(
    (await again.app.platform.database.read.selectFrom('quick_replies').select('id').execute()).map(({ id }) => id),
  );
  expect(written.slice(0, writtenBefore).filter((id) => !kept.has(id))).toEqual([]);
  expect(again.app.platform.database.findFaults(false)).toEqual([]);
  expect(await readFile(again.app.platform.files.path(hash), 'utf8')).toBe(priceList);

  // The backup contains its own running job, which is not started again.
  const { items } = await whenDone(again.owner);
  expect(items.map(({ name }: { name: string }) => name)).toEqual([backup.name]);
  expect((await again.owner.get('/owner/sending')).body).toEqual({ paused: true, reason: 'restored' });
  const resumed = await again.owner.post('/owner/sending', { paused: false });
  expect(resumed.body).toEqual({ paused: false, reason: null });
  const paused = await again.owner.post('/owner/sending', { paused: true });
  expect(paused.body).toEqual({ paused: true, reason: 'owner' });
});

test('a damaged backup is reported, loses its verified mark, and restores nothing', async () => {
  const { owner, home } = await startShop();
  const backup = await makeBackup(owner);
  const bytes = await readFile(backup.path);
  bytes.fill(0x55, 4096, 8192);
  await writeFile(backup.path, bytes);
  for (const action of ['verify', 'restore']) {
    const refused = await owner.post(`/owner/backups/${backup.name}/${action}`);
    expect([refused.status, refused.body.code]).toEqual([422, 'backup_unusable']);
    expect(refused.body.detail).toContain('damaged');
  }
  expect((await owner.get('/owner/backups')).body.items[0].verified).toBe(false);
  expect(isRestoreUnderWay(home)).toBe(false);
});

test('a backup can be verified again on request', async () => {
  const { owner } = await startShop();
  const backup = await makeBackup(owner);
  await rm(`${backup.path}.proof.json`);
  expect((await owner.get('/owner/backups')).body.items[0].verified).toBe(false);
  const verified = await owner.post(`/owner/backups/${backup.name}/verify`);
  expect([verified.status, verified.body]).toEqual([200, backup]);
});

test('a backup that lacks files says so in the list and on Today, until one has them all', async () => {
  const shop = await startShop();
  const { owner, app, home } = shop;
  const blob = app.platform.files.path(await keepFile(shop));
  await rm(blob);
  const workbook = join(home, 'spreadsheets', 'large.csv');
  await mkdir(join(home, 'spreadsheets'));
  await writeFile(workbook, '');
  await truncate(workbook, 513 * 1024 * 1024);
  const backup = await makeBackup(owner);
  expect(backup).toMatchObject({ verified: true, missing: { count: 2, files: ['spreadsheets/large.csv'] } });
  const message = 'spreadsheets/large.csv';
  const attention = async () => (await owner.get('/owner/today')).body.attention;
  expect(await attention()).toEqual([{ kind: 'backup', problem: 'incomplete', at: backup.createdAt, message }]);
  await rm(`${backup.path}.proof.json`);
  expect((await owner.get('/owner/backups')).body.items[0].missing).toBeNull();
  expect((await owner.post(`/owner/backups/${backup.name}/verify`)).body).toEqual(backup);

  await truncate(workbook, 3);
  await writeFile(blob, priceList);
  expect((await makeBackup(owner)).missing).toEqual({ count: 0, files: [] });
  expect(await attention()).toEqual([]);
});

test('an uploaded backup is staged, another file is rejected, and no copy is left behind', async () => {
  const { owner, home } = await startShop();
  const backup = await makeBackup(owner);
  const letter = await owner.upload('/owner/restore', 'a letter to the tax office'.repeat(50), 'letter.txt');
  expect([letter.status, letter.body.code]).toEqual([422, 'backup_unusable']);
  expect(isRestoreUnderWay(home)).toBe(false);
  const accepted = await owner.upload('/owner/restore', await readFile(backup.path), 'shop.backup');
  expect(accepted.status).toBe(202);
  expect(accepted.body.createdAt.slice(0, 19)).toBe(backup.createdAt.slice(0, 19));
  expect(isRestoreUnderWay(home)).toBe(true);
  expect([existsSync(join(home, 'blobs')), await readdir(join(home, 'tmp'))]).toEqual([false, []]);
});

test('a file name that Frontdesk does not give is 404', async () => {
  const { owner } = await startShop();
  for (const name of ['..%2F..%2Fsecret.key', 'secret.key', '%00', 'frontdesk-2026-11-21T03-00-00-manual.backup']) {
    expect((await owner.get(`/owner/backups/${name}/download`)).status).toBe(404);
    expect((await owner.post(`/owner/backups/${name}/restore`)).status).toBe(404);
    expect((await owner.delete(`/owner/backups/${name}`)).status).toBe(404);
  }
});

test('backups go to the folder that the owner chose, which must be writable', async () => {
  const { owner, home } = await startShop();
  const elsewhere = join(await temporaryFolder(), 'usb', 'shop');
  const file = join(await temporaryFolder(), 'a-file');
  await writeFile(file, '');
  for (const folder of ['backups', file, home, join(home, 'blobs'), join(home, 'blobs', 'ab'), join(home, 'tmp')]) {
    const refused = await owner.patch('/owner/backups', { folder });
    expect({ folder, status: refused.status }).toEqual({ folder, status: 400 });
    expect(refused.body.errors[0].field).toBe('body.folder');
  }
  const changed = await owner.patch('/owner/backups', { folder: elsewhere, schedule: { hour: 22 } });
  expect(changed.body).toMatchObject({ folder: elsewhere, isDefaultFolder: false });
  expect(changed.body.schedule).toMatchObject({ enabled: true, hour: 22 });
  expect((await makeBackup(owner)).path).toContain(elsewhere);
  expect(existsSync(join(home, 'backups'))).toBe(false);

  await rm(join(elsewhere, '..'), { recursive: true });
  await owner.post('/owner/backups');
  const failed = await whenDone(owner);
  expect(failed.lastFailure.message).toBe(`The folder ${elsewhere} is not there: is its disk plugged in?`);
  expect(existsSync(elsewhere)).toBe(false);

  expect((await owner.patch('/owner/backups', { folder: null })).body.isDefaultFolder).toBe(true);
  await makeBackup(owner);
  expect((await owner.get('/owner/backups')).body.lastFailure).toBeNull();
});

test('a backup is made every night at the shop’s hour, and old ones are deleted', async () => {
  // 02:50 in São Paulo.
  const clock = new ManualClock('2026-11-21T05:50:00.000Z');
  const { owner, app, home } = await startShop({ clock });
  const folder = join(home, 'backups');
  await mkdir(folder, { recursive: true });
  const nights = Array.from({ length: 20 }, (_, index) => String(index + 1).padStart(2, '0'));
  for (const day of nights) await writeFile(join(folder, `frontdesk-2026-11-${day}T06-00-00-nightly.backup`), '');
  await writeFile(join(folder, 'frontdesk-2026-11-01T12-00-00-manual.backup'), '');
  await writeFile(join(folder, 'holiday.jpg'), '');
  const tickAfter = async (ms: number) => {
    clock.advance(ms);
    await app.platform.scheduler.tick();
    await app.platform.jobs.idle();
    return (await whenDone(owner)).items.map(({ name }: { name: string }) =>
      name.slice(10, 29).concat(name.slice(29, -7)),
    );
  };
  expect(await tickAfter(5 * 60_000)).toHaveLength(21);
  const names = await tickAfter(10 * 60_000);
  expect(names).toEqual([
    '2026-11-21T06-05-00-nightly',
    ...[20, 19, 18, 17, 16, 15].map((day) => `2026-11-${day}T06-00-00-nightly`),
    '2026-11-14T06-00-00-nightly',
    '2026-11-08T06-00-00-nightly',
    '2026-11-01T12-00-00-manual',
    '2026-11-01T06-00-00-nightly',
  ]);
  expect(existsSync(join(folder, 'holiday.jpg'))).toBe(true);
  // Not before the next night; a machine asleep at that hour makes up for it at noon.
  expect(await tickAfter(6 * hourMs)).toEqual(names);
  expect((await tickAfter(27 * hourMs))[0]).toBe('2026-11-22T15-05-00-nightly');

  await owner.patch('/owner/backups', { schedule: { enabled: false } });
  expect((await tickAfter(24 * hourMs))[0]).toBe('2026-11-22T15-05-00-nightly');
});

test('a backup or a failure recorded while the clock was ahead does not prevent a nightly backup', async () => {
  const clock = new ManualClock('2026-11-21T05:50:00.000Z');
  const { owner, app, home } = await startShop({ clock });
  const folder = join(home, 'backups');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'frontdesk-2026-11-24T06-00-00-nightly.backup'), '');
  const failure = { at: '2026-11-24T06:00:00.000Z', message: 'The disk was gone' };
  await app.platform.write(({ db }) => saveSetting(db, 'backup_failure', failure));
  for (const minutes of [5, 10]) {
    clock.advance(minutes * 60_000);
    await app.platform.scheduler.tick();
    await app.platform.jobs.idle();
  }
  const names = (await whenDone(owner)).items.map(({ name }: { name: string }) => name);
  expect(names).toContain('frontdesk-2026-11-21T06-05-00-nightly.backup');
});

test('everything is backed up before an update, and the last three such backups are kept', async () => {
  const home = await temporaryFolder();
  await migrate(databaseFile(home), async () => {}, migrations.slice(0, -1));
  const folder = join(home, 'backups');
  await mkdir(folder, { recursive: true });
  for (const day of ['01', '02', '03']) {
    await writeFile(join(folder, `frontdesk-2026-01-${day}T12-00-00-pre_migration.backup`), '');
  }
  const { owner, app } = await startShop({ home });
  const { items } = (await owner.get('/owner/backups')).body;
  expect(items.map(({ reason }: { reason: string }) => reason)).toEqual(Array(3).fill('pre_migration'));
  expect(items.at(-1).createdAt).toBe('2026-01-02T12:00:00.000Z');
  const verified = await owner.post(`/owner/backups/${items[0].name}/verify`);
  expect(verified.body).toMatchObject({ reason: 'pre_migration', verified: true });
  const proof = JSON.parse(await readFile(`${items[0].path}.proof.json`, 'utf8'));
  expect(proof.schemaVersion).toBe(migrations.length - 1);
  expect(app.platform.database.pragmas().user_version).toBe(migrations.length);
});

test('only the owner can access backups', async () => {
  const { api } = await startShop();
  for (const path of ['/owner/backups', '/owner/sending', '/owner/export', '/owner/settings', '/owner/storage'])
    expect([(await api.get(path)).status, (await api.get(path, { key: null })).status]).toEqual([403, 401]);
  expect((await api.post('/owner/backups')).status).toBe(403);
  expect((await api.upload('/owner/restore', 'x', 'x')).status).toBe(403);
});
