import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { createBackup } from '../../../server/platform/backup/backup.ts';
import { stageRestore } from '../../../server/platform/backup/restore.ts';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openLockedHome } from '../../../server/platform/database/open-home.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';

const now = '2026-11-27T12:00:00.000Z';

/** A backup of a shop with a key, a person with a passphrase and a workbook. */
let good: Promise<Buffer> | undefined;

async function makeGood(): Promise<Buffer> {
  const home = await temporaryFolder();
  const { database, secrets } = await openLockedHome(home, now);
  await database.close();
  change(
    databaseFile(home),
    `
    update users set passphrase = '{"salt":"s","hash":"h"}';
    insert into api_keys (id, workspace_id, name, hash, last4, scopes, created_at)
      select 'key_1', id, 'Key', 'h', 'last', '["contacts.read"]', '${now}' from workspaces`,
  );
  await mkdir(join(home, 'spreadsheets', 'ws_1'), { recursive: true });
  await writeFile(join(home, 'spreadsheets', 'ws_1', 'pedidos.csv'), 'Nome\nAna\n');
  const target = join(await temporaryFolder(), 'good');
  await createBackup({ home, target, secretKey: secrets.exportKey(), appVersion: '1', now });
  return readFile(target);
}

function readGood(): Promise<Buffer> {
  good ??= makeGood();
  return good;
}

function change(file: string, sql: string): void {
  const handle = new Sqlite(file);
  handle.pragma('foreign_keys = OFF');
  handle.unsafeMode(true);
  handle.exec(sql);
  handle.close();
}

async function makeBackup(sql: string): Promise<string> {
  const file = join(await temporaryFolder(), 'hostile');
  await writeFile(file, await readGood());
  change(file, sql);
  return file;
}

/** Adds a file with a correct digest to the backup, so only its path is wrong. */
const withFile = (path: string): string => {
  const ofPath = (one: string, text: string) => `${hash('sha256', text)} ${one}`;
  const lines = [
    { path, text: 'x' },
    { path: 'spreadsheets/ws_1/pedidos.csv', text: 'Nome\nAna\n' },
  ];
  const sorted = lines.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const digest = hash('sha256', sorted.map((line) => ofPath(line.path, line.text)).join('\n'));
  return `
    insert into backup_files values ('${path}', '${hash('sha256', 'x')}', cast('x' as blob));
    update backup_manifest set value = 2 where key = 'fileCount';
    update backup_manifest set value = '${digest}' where key = 'filesDigest'`;
};

const editSchema = (sql: string): string => `pragma writable_schema = on; ${sql}; pragma writable_schema = off`;

test.each([
  ['a table is missing', 'drop table quick_replies', 'the table quick_replies is missing'],
  ['a column is missing', 'alter table quick_replies drop column content', 'the table quick_replies was altered'],
  ['an index is missing', 'drop index api_keys_of_workspace', 'the index api_keys_of_workspace is missing'],
  ['a trigger of ours is missing', 'drop trigger appointments_counted', 'the trigger appointments_counted is missing'],
  [
    'a table is altered behind SQLite’s back',
    editSchema(
      "update sqlite_schema set sql = replace(sql, 'name text not null', 'name text') where name = 'workspaces'",
    ),
    'the table workspaces was altered',
  ],
  ['the people are gone', 'delete from users', 'No owner exists'],
  ['a passphrase is not JSON', "update users set passphrase = 'swordfish'", 'the people in it are broken'],
  ['the scopes of a key are not JSON', "update api_keys set scopes = 'all'", 'a key in it is broken'],
  ['the scopes of a key are no list', `update api_keys set scopes = '{"a":1}'`, 'a key in it is broken'],
  ['the zone is unknown', "update workspaces set timezone = 'Mars/Olympus'", 'must be an IANA time zone'],
  ['the language is unknown', "update workspaces set language = 'tlh'", 'a workspace in it is broken'],
  [
    'the workspaces are gone',
    'delete from api_keys; delete from workspaces',
    'a workspace in it is broken (there is none)',
  ],
  ['a setting is not JSON', "insert into settings values ('lan', '{')", 'lan is not JSON'],
  ['a setting is of another form', `insert into settings values ('backups', '"yes"')`, 'a setting in it is broken'],
  ['a row refers to nothing', "update api_keys set workspace_id = 'ws_none'", 'refers to a missing row of workspaces'],
  [
    'a file leads out of the folder',
    withFile('spreadsheets/../../evil.sh'),
    'it would write to spreadsheets/../../evil.sh',
  ],
  ['a file has an absolute path', withFile('/etc/cron.d/evil'), 'it would write to /etc/cron.d/evil'],
  ['a file leads out on Windows', withFile('spreadsheets/..\\..\\evil.bat'), 'it would write to'],
  ['a file replaces the key', withFile('secret.key'), 'it would write to secret.key'],
  ['a file has bytes of another', "update backup_files set bytes = cast('y' as blob)", 'The backup is damaged: file'],
  ['its list of files is gone', 'drop table backup_files', 'no such table: backup_files'],
  ['it is of a newer version', 'pragma user_version = 9999', 'newer Frontdesk'],
  [
    'its manifest is of a newer version',
    "update backup_manifest set value = 9999 where key = 'schemaVersion'",
    'newer',
  ],
  [
    'its manifest has no number',
    "update backup_manifest set value = 'x' where key = 'schemaVersion'",
    'manifest is not complete',
  ],
])('a backup is refused when %s, with the reason, and nothing has changed', async (_what, sql, reason) => {
  const home = await temporaryFolder();
  await writeFile(join(home, 'mine'), 'stays');
  await expect(stageRestore(home, await makeBackup(sql), now)).rejects.toThrow(reason);
  expect(await readdir(home)).toEqual(['mine']);
  expect(existsSync(join(home, '..', 'evil.sh'))).toBe(false);
});

test.each([
  ['a zip', Buffer.from('PK\x03\x04 another program’s archive'.repeat(50))],
  ['a placeholder of a cloud folder', Buffer.alloc(0)],
  ['the first bytes of a backup', async () => (await readGood()).subarray(0, 5_000)],
])('a file is refused that is %s', async (_what, bytes) => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, typeof bytes === 'function' ? await bytes() : bytes);
  const home = await temporaryFolder();
  await expect(stageRestore(home, file, now)).rejects.toThrow(/no backup of Frontdesk|is damaged/);
  expect(await readdir(home)).toEqual([]);
});

const untouched = { keys: ['Key'], book: 'Nome\nAna\n', foreign: [], version: migrations.length };

/** Reads the contents of a staged restore. */
async function readStaged(home: string) {
  const handle = new Sqlite(databaseFile(join(home, 'restore')), { readonly: true });
  const names = "select name from sqlite_schema where name in ('spy', 'evil', 'peek', 'note', 'faster')";
  const staged = {
    keys: handle.prepare('select name from api_keys').pluck().all(),
    book: await readFile(join(home, 'restore', 'spreadsheets', 'ws_1', 'pedidos.csv'), 'utf8'),
    foreign: handle.prepare(names).pluck().all(),
    version: handle.pragma('user_version', { simple: true }),
  };
  handle.close();
  return staged;
}

test.each([
  ['nothing is wrong with it', ''],
  ['a tool has lost the number of its schema', 'pragma user_version = 0'],
  ['the number of its schema is negative', 'pragma user_version = -1'],
  ['a trigger was added', "create trigger spy before insert on messages begin select raise(abort, 'no'); end"],
  [
    'tables, views and indexes were added',
    `create table evil (id text primary key, w text references workspaces (id)); create view peek as select * from users;
     create trigger note after delete on users begin insert into evil values (old.id, null); end;
     create index faster on users (created_at)`,
  ],
])('a backup is restored without what is not its own when %s', async (_what, sql) => {
  const home = await temporaryFolder();
  await stageRestore(home, await makeBackup(sql), now);
  expect(await readStaged(home)).toEqual(untouched);
});

test('a backup is read through a link, and restored as files', async () => {
  const file = await makeBackup('');
  const link = join(await temporaryFolder(), 'link');
  await symlink(file, link);
  const home = await temporaryFolder();
  await stageRestore(home, link, now);
  expect(await readStaged(home)).toEqual(untouched);
});
