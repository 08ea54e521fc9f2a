import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { examine } from '../../../server/platform/backup/doctor.ts';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';

/** A stopped shop with one backup, of a size that is not read as a whole before it is served. */
async function makeLargeShop() {
  const { home, app, api } = await startApp();
  const owner = await signIn({ app, api });
  await owner.post('/owner/backups');
  await eventually(async () => (await owner.get('/owner/backups')).body.items[0]?.verified, 60_000);
  await app.stop();
  const file = databaseFile(home);
  const handle = new Sqlite(file);
  handle.exec(`
    insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, payload, status, created_at, updated_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 90000)
    select 'dlv_' || i, (select id from workspaces), 'wh', i, 'old', printf('%.700c', 'x'), 'FAILED', '2020', '2020' from n`);
  handle.pragma('wal_checkpoint(TRUNCATE)');
  return { home, file, handle };
}

/** Overwrites a part of a page in the middle of a table or an index: not its first one, nor one that a start reads. */
function damage(file: string, handle: Sqlite.Database, name: string): void {
  const pages = handle.prepare("select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno");
  const leaves = pages.pluck().all(name) as number[];
  const pageBytes = Number(handle.pragma('page_size', { simple: true }));
  handle.close();
  const descriptor = openSync(file, 'r+');
  const page = leaves[Math.floor(leaves.length / 2)] as number;
  writeSync(descriptor, Buffer.alloc(64, 0x5a), 0, 64, (page - 1) * pageBytes + 8);
  closeSync(descriptor);
}

test.each(['deliveries', 'deliveries_of_workspace'])(
  'a partly damaged page of %s is reported to the owner at run time, and deletes no backup',
  async (name) => {
    const { home, file, handle } = await makeLargeShop();
    damage(file, handle, name);
    const shop = await startApp({ home });
    const owner = await signIn(shop);
    expect((await shop.api.get('/api/conversations')).status).toBe(200);
    const found = await eventually(async () => (await owner.get('/owner/notices')).body.databaseDamage, 60_000);
    expect(found).toMatch(/^deliveries: /);

    await owner.post('/owner/backups');
    const failure = await eventually(async () => (await owner.get('/owner/backups')).body.lastFailure, 60_000);
    expect(failure.message).toMatch(/^The database is damaged \(.+\): no backup was made of it/);
    const { items } = (await owner.get('/owner/backups')).body;
    expect(items).toMatchObject([{ verified: true }]);
    expect(await readdir(join(home, 'backups'))).toHaveLength(2);

    const findings = await examine(readConfig({ FRONTDESK_HOME: home }));
    expect(findings.find((finding) => finding.name === 'database')).toMatchObject({ ok: false });
  },
  180_000,
);

test('a large database with a damaged schema is not opened', async () => {
  const { home, file, handle } = await makeLargeShop();
  damage(file, handle, 'sqlite_schema');
  await expect(startApp({ home })).rejects.toThrow(/is damaged .* verified backup is of/);
}, 180_000);

/** A running shop of ordinary size, with pages that nothing has read lately. */
async function startSmallShop() {
  const clock = new ManualClock(new Date().toISOString());
  const shop = await startApp({ clock });
  const { app, home } = shop;
  const file = databaseFile(home);
  const handle = new Sqlite(file);
  handle.exec(`
    insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, payload, status, created_at, updated_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
    select 'dlv_' || i, (select id from workspaces), 'wh', i, 'old', printf('%.700c', 'x'), 'FAILED', '2020', '2020' from n`);
  expect(app.platform.database.checkpoint()).toBe(true);
  return { ...shop, clock, file, handle, owner: await signIn(shop) };
}

test('damage under a running server is reported by the next check, half a minute later at most', async () => {
  const { clock, file, handle, owner, api } = await startSmallShop();
  damage(file, handle, 'deliveries');
  const notices = async () => (await owner.get('/owner/notices')).body.databaseDamage;
  expect(await notices()).toBeNull();
  clock.advance(30_000);
  expect(await eventually(notices, 60_000)).toMatch(/^deliveries: /);
  expect((await owner.get('/owner/today')).body.attention[0]).toMatchObject({ kind: 'damage' });
  const health = await (await fetch(`${api.url}/healthz`)).json();
  expect(health).toMatchObject({ status: 'degraded', problems: ['database_damaged'] });
});

test('a sound database is checked again after each check', async () => {
  const { app, clock, file, handle, owner } = await startSmallShop();
  clock.advance(30_000);
  await eventually(async () => app.platform.health.checkedAt !== null, 60_000);
  expect((await owner.get('/owner/notices')).body.databaseDamage).toBeNull();
  damage(file, handle, 'deliveries_of_workspace');
  await eventually(async () => {
    clock.advance(60_000);
    return (await owner.get('/owner/notices')).body.databaseDamage;
  }, 60_000);
});

test('damage that a statement meets is reported at once', async () => {
  const { app, file, handle, owner } = await startSmallShop();
  damage(file, handle, 'deliveries');
  // A new connection reads the pages from the file, because none are in its cache.
  const read = () => sql`select sum(length(payload)) from deliveries`.execute(app.platform.database.read);
  await expect(read()).rejects.toThrow('malformed');
  expect((await owner.get('/owner/notices')).body.databaseDamage).toContain('malformed');
});
