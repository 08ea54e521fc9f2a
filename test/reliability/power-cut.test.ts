import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MixedLoad } from '../support/kill/mixed-load.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { mountExt4 } from '../support/kill/small-disk.ts';
import { Client } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const cuts = Number(process.env.POWER_CUTS ?? 20);
const env = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'silent' };

test(`everything acknowledged survives ${cuts} power cuts, including the bytes of files`, async (context) => {
  const disk = await mountExt4(512);
  if (!disk) return context.skip('needs root, python3 and an ext4 loop mount to cut the power of a disk');
  const home = join(disk.folder, 'home');
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'cut', '--scopes', 'all']);
  const load = new MixedLoad();
  const found: string[] = [];
  for (let cut = 0; cut < cuts; cut++) {
    const server = await startServerProcess(home, env);
    const api = new Client(server.url, key);
    await load.prepare(api);
    let isDark = false;
    const writing = load.run(api, () => isDark);
    await sleep(150 + Math.random() * 350);
    const cutAt = await disk.cut();
    isDark = true;
    await server.end('SIGKILL');
    await writing;
    load.forgetSince(cutAt);
    disk.remount();
    const { lost, damaged } = load.check(home);
    found.push(...lost, ...damaged);
  }
  const server = await startServerProcess(home, env);
  await load.finish(new Client(server.url, key));
  expect(await server.end()).toBe(0);
  const { lost, doubled, damaged, leaked } = load.check(home);
  reportReliability('power cut', {
    ...{ runs: cuts, faults: cuts, requests: load.requests, lost: found.length + lost.length + damaged.length },
    ...{ doubled: doubled.length, leaked: leaked.length },
    note: `${load.acknowledged.length} acknowledged, ext4 on a loop device`,
  });
  expect({ found, lost, doubled, damaged, leaked }).toEqual({
    ...{ found: [], lost: [], doubled: [], damaged: [], leaked: [] },
  });
  expect(load.acknowledged.length).toBeGreaterThan(cuts * 10);
});
