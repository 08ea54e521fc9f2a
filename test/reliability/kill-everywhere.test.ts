import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { MixedLoad } from '../support/kill/mixed-load.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { Client } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 50);
const env = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'error' };

test(`every area neither loses nor duplicates anything under ${cycles} kill -9`, async () => {
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'kill', '--scopes', 'all']);
  const load = new MixedLoad();
  for (let cycle = 0; cycle < cycles; cycle++) {
    const server = await startServerProcess(home, env);
    const api = new Client(server.url, key);
    await load.prepare(api);
    let isDead = false;
    const writing = load.run(api, () => isDead);
    await sleep(100 + Math.random() * 300);
    isDead = true;
    await server.end('SIGKILL');
    await writing;
  }
  const server = await startServerProcess(home, env);
  await load.finish(new Client(server.url, key));
  expect(await server.end()).toBe(0);
  const { lost, doubled, damaged, leaked } = load.check(home);
  reportReliability('kill -9, every area', {
    ...{ runs: cycles, faults: cycles, requests: load.requests, lost: lost.length + damaged.length },
    ...{ doubled: doubled.length, leaked: leaked.length, note: `${load.acknowledged.length} acknowledged` },
  });
  expect({ lost, doubled, damaged, leaked, refusals: load.refusals }).toEqual({
    ...{ lost: [], doubled: [], damaged: [], leaked: [], refusals: [] },
  });
  expect(load.acknowledged.length).toBeGreaterThan(cycles * 10);
});
