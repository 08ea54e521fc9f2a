import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgePlace, type PlaceFacts } from '../../../server/platform/database/risky-place.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { runCli } from '../../support/server/processes.ts';

const windows = { platform: 'win32', env: {}, mounts: '', marks: [] } satisfies PlaceFacts;
const mac = { ...windows, platform: 'darwin' } satisfies PlaceFacts;
const linux = {
  ...windows,
  platform: 'linux',
  mounts: [
    '/dev/sda1 / ext4 rw 0 0',
    'server:/home /home nfs4 rw 0 0',
    '/dev/sdb1 /home/local ext4 rw 0 0',
    '//nas/shop /media/nas\\040share cifs rw 0 0',
    'me@host: /mnt/away fuse.sshfs rw 0 0',
    'C:\\134 /mnt/c 9p rw 0 0',
    '/dev/sdc1 /mnt/stick fuseblk rw 0 0',
    'tmpfs /run/user tmpfs rw 0 0',
    '',
  ].join('\n'),
} satisfies PlaceFacts;

describe('a data folder in a folder that is synchronised', () => {
  test.each([
    ['C:\\Users\\Ana\\OneDrive\\Frontdesk', windows, 'OneDrive'],
    ['C:\\Users\\Ana\\OneDrive - Padaria Sol\\Documents\\data', windows, 'OneDrive'],
    ['D:\\Nuvem\\data', { ...windows, env: { OneDriveCommercial: 'd:\\nuvem' } }, 'OneDrive'],
    ['C:\\Users\\Ana\\Dropbox (Personal)\\data', windows, 'Dropbox'],
    ['G:\\Meu Drive\\data', windows, 'Google Drive'],
    ['C:\\Users\\Ana\\iCloudDrive\\data', windows, 'iCloud'],
    ['/Users/ana/Library/Mobile Documents/com~apple~CloudDocs/data', mac, 'iCloud'],
    ['/Users/ana/Library/CloudStorage/GoogleDrive-ana@example.com/My Drive/data', mac, 'GoogleDrive'],
    ['/Users/ana/Library/CloudStorage/Dropbox/data', mac, 'Dropbox'],
    ['/srv/Nextcloud/data', linux, 'Nextcloud'],
    ['/srv/files/data', { ...linux, marks: ['.stfolder'] }, 'Syncthing'],
  ])('%s is recognised', (path, facts, name) => {
    expect(judgePlace(path, facts)).toEqual({ kind: 'synced', name });
  });
});

describe('a data folder on a network drive', () => {
  test.each([
    ['\\\\server\\users\\ana\\AppData\\Roaming\\Frontdesk\\data', windows, 'Windows'],
    ['\\\\?\\UNC\\server\\share\\data', windows, 'Windows'],
    ['\\\\wsl.localhost\\Debian\\home\\ana\\data', windows, 'Windows'],
    ['/home/ana/data', linux, 'nfs4'],
    ['/media/nas share/data', linux, 'cifs'],
    ['/mnt/away/data', linux, 'fuse.sshfs'],
    ['/mnt/c/Users/ana/data', linux, '9p'],
  ])('%s is recognised', (path, facts, name) => {
    expect(judgePlace(path, facts)).toEqual({ kind: 'network', name });
  });
});

test.each([
  ['C:\\Users\\Ana\\AppData\\Roaming\\Frontdesk\\data', windows],
  ['C:\\OneDriveBackup\\data', windows],
  ['D:\\nuvem2\\data', { ...windows, env: { OneDrive: 'D:\\nuvem' } }],
  ['\\\\?\\C:\\data', windows],
  ['/Users/ana/Library/Application Support/Frontdesk/data', mac],
  ['/home/local/data', linux],
  ['/homes/data', linux],
  ['/mnt/stick/data', linux],
  ['/mnt/cool/data', linux],
  ['/run/user/data', linux],
])('%s is a good place', (path, facts) => {
  expect(judgePlace(path, facts)).toBeNull();
});

test('Today and the doctor warn of the place, which a link does not hide', async () => {
  const synced = join(await temporaryFolder(), 'files');
  await mkdir(synced);
  await writeFile(join(synced, '.stfolder'), '');
  const home = join(synced, 'deep', 'data');
  await mkdir(home, { recursive: true });
  const link = join(await temporaryFolder(), 'linked');
  await symlink(home, link);
  const shop = await startApp({ home: link });
  const { attention } = (await (await signIn(shop)).get('/owner/today')).body;
  expect(attention).toContainEqual({ kind: 'place', place: 'synced', name: 'Syncthing' });
  const doctor = await runCli(link, ['doctor', '--json']);
  expect(doctor.code).toBe(1);
  expect(JSON.parse(doctor.stdout).findings).toContainEqual({
    name: 'place',
    ok: false,
    detail: expect.stringContaining('synchronised by Syncthing'),
    hint: expect.stringContaining('FRONTDESK_HOME'),
  });
});
