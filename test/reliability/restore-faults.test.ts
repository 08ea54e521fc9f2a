import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isRestoreUnproven } from '../../server/platform/backup/restore-state.ts';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../server/platform/database/database.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { fillUp, mountExt4, mountTmpfs } from '../support/kill/small-disk.ts';
import { Client } from '../support/server/app.ts';
import { cliJson, startCli, startServerProcess } from '../support/server/processes.ts';

const cuts = Number(process.env.POWER_CUTS ?? 20);
const quiet = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'silent' };
const megabyte = 1_000_000;

const listKeys = async (home: string): Promise<string[]> =>
  (await cliJson(home, ['keys', 'list'])).data.map((key: { name: string }) => key.name);

/** A data folder on the disk, and a backup elsewhere of its state with one key less and this many MB of files. */
async function makeShop(disk: string, megabytes: number) {
  const home = join(disk, 'home');
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'Before', '--scopes', 'all']);
  const server = await startServerProcess(home, quiet);
  const api = new Client(server.url, key);
  for (let file = 0; file < megabytes; file++) {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(megabyte)]);
    expect((await api.upload('/api/media-library/upload', bytes, `menu-${file}.pdf`)).status).toBe(201);
  }
  expect(await server.end()).toBe(0);
  const backup = join(await temporaryFolder(), 'shop.backup');
  await cliJson(home, ['backup', backup]);
  await cliJson(home, ['keys', 'create', '--name', 'After', '--scopes', 'all']);
  return { home, backup };
}

/** Starts a server on the folder; returns the keys' names, after the whole file was checked. */
async function startAgain(home: string): Promise<string[]> {
  const server = await startServerProcess(home, quiet);
  const names = await listKeys(home);
  expect(await server.end()).toBe(0);
  const handle = openSqlite(databaseFile(home));
  expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');
  handle.close();
  return names;
}

test(`a restore that ${cuts} power cuts interrupt leaves the previous state or the restored one`, async (context) => {
  const disk = await mountExt4(512);
  if (!disk) return context.skip('needs root, python3 and an ext4 loop mount to cut the power of a disk');
  const { home, backup } = await makeShop(disk.folder, 4);
  const begin = async () => {
    const restoring = startCli(home, ['restore', backup, '--yes']);
    while (!existsSync(join(home, 'restore'))) await sleep(1);
    return restoring;
  };
  const first = await begin();
  const began = performance.now();
  while (!isRestoreUnproven(home)) await sleep(1);
  const wholeMs = performance.now() - began;
  await first.end();
  expect(await startAgain(home)).toEqual(['Before']);
  const seen: string[] = [];
  for (let cut = 0; cut < cuts; cut++) {
    await cliJson(home, ['keys', 'create', '--name', `After ${cut}`, '--scopes', 'all']);
    const present = (await listKeys(home)).join();
    const restoring = await begin();
    await sleep((wholeMs * (cut + 0.5)) / cuts);
    await disk.cut();
    await restoring.end('SIGKILL');
    disk.remount();
    const names = (await startAgain(home)).join();
    expect([present, 'Before']).toContain(names);
    seen.push(names);
  }
  const restored = seen.filter((names) => names === 'Before').length;
  reportReliability('power cut in a restore', {
    ...{ runs: cuts, faults: cuts, requests: cuts, lost: 0 },
    note: `${restored} times the restored state, else the previous one`,
  });
});

test('a disk that another program fills during a restore leaves the previous state, and the reason', async (context) => {
  const disk = await mountTmpfs(280);
  if (!disk) return context.skip('needs root to mount a small file system');
  const { home, backup } = await makeShop(disk, 40);
  const before = (await readdir(home)).sort();
  const filler = join(disk, 'filler');
  const restoring = startCli(home, ['restore', backup, '--yes']);
  while (!existsSync(join(home, 'restore', 'blobs'))) await sleep(1);
  process.kill(restoring.processId, 'SIGSTOP');
  await fillUp(filler);
  const { code, stderr } = await restoring.end('SIGCONT');
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is too little room')]);
  expect((await readdir(home)).sort()).toEqual(before);
  await rm(filler);
  expect(await startAgain(home)).toEqual(['Before', 'After']);
  expect(await cliJson(home, ['restore', backup, '--yes'])).toMatchObject({ blobCount: 40 });
  expect(await startAgain(home)).toEqual(['Before']);
  reportReliability('full disk in a restore', {
    runs: 1,
    faults: 1,
    requests: 1,
    lost: 0,
    note: 'an own tmpfs, filled while staging',
  });
});
