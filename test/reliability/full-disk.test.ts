import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../server/platform/database/database.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { fillUp, mountTmpfs } from '../support/kill/small-disk.ts';
import { Client, eventually } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

it('the server returns 507 on a full disk, keeps its data, and accepts new data once there is space', async (context) => {
  const disk = await mountTmpfs(24);
  if (!disk) return context.skip('needs root to mount a small file system');
  const home = join(disk, 'home');
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'full', '--scopes', 'all']);
  const server = await startServerProcess(home, { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'silent' });
  const api = new Client(server.url, key);
  await eventually(async () => (await api.get('/healthz')).body.status === 'ok');
  await sleep(500);
  const filler = join(disk, 'filler');
  const acknowledged: string[] = [];
  const save = async (): Promise<number> => {
    const shortcut = `r${acknowledged.length}`;
    const answer = await api.post('/api/quick-replies', { shortcut, content: 'x'.repeat(4_000) });
    if (answer.status === 201) acknowledged.push(shortcut);
    else expect(answer).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    return answer.status;
  };
  expect(await save()).toBe(201);
  await fillUp(filler);
  let status = 201;
  for (let i = 0; i < 2_000 && status === 201; i++) status = await save();
  expect(status).toBe(507);
  expect((await api.get('/api/quick-replies')).status).toBe(200);
  expect((await api.get('/healthz')).body.status).toBe('degraded');

  await rm(filler);
  await eventually(async () => (await save()) === 201, 30_000);
  const kept = (await api.get('/api/quick-replies')).body.data.map((reply: { shortcut: string }) => reply.shortcut);
  reportReliability('full disk', {
    ...{ runs: 1, faults: 1, requests: acknowledged.length, lost: acknowledged.length - new Set(kept).size },
    ...{ doubled: kept.length - new Set(kept).size, leaked: (await readdir(home)).includes('tmp') ? 1 : 0 },
    note: 'an own tmpfs of 24 MB, filled and emptied',
  });
  expect(new Set(kept)).toEqual(new Set(acknowledged));
  expect(await server.end()).toBe(0);
  const handle = openSqlite(databaseFile(home));
  expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');
  handle.close();
});
