import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/environment/temporary-folder.ts';
import { Client } from './support/server/app.ts';
import { cliJson, startServerProcess } from './support/server/processes.ts';

const isLinux = process.platform === 'linux';
const inFolder = ['sh', '-c', 'cd "$0"; ulimit -c unlimited; exec "$1" "$OLDPWD/$2"'];

/** A server that has heard a secret, with every dump of Node's and of the system's switched on, into a folder. */
async function startDumping() {
  const [home, folder] = [await temporaryFolder(), await temporaryFolder()];
  const secret = `secret${randomBytes(12).toString('hex')}`;
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'crash', '--scopes', 'all']);
  const reports = ['--report-on-fatalerror', '--report-uncaught-exception', '--report-on-signal'];
  const env = { NODE_OPTIONS: [...reports, `--report-dir=${folder}`].join(' '), A_SECRET: secret };
  const server = await startServerProcess(home, env, [...inFolder, folder]);
  await new Client(server.url, key).post('/api/quick-replies', { shortcut: 'r', content: secret });
  return { server, folder, secrets: [secret, key] };
}

/** What a crash has left there that holds any of it. */
function findDumps(folder: string, secrets: string[]): string[] {
  const holdsAny = (name: string): boolean => {
    const bytes = readFileSync(join(folder, name));
    return secrets.some((secret) => bytes.includes(secret));
  };
  return readdirSync(folder).filter(holdsAny);
}

test.runIf(isLinux)('an aborted server leaves nothing of its memory on disk', async () => {
  const { server, folder, secrets } = await startDumping();
  const tell = (name: string) => readFileSync(`/proc/${server.processId}/${name}`, 'utf8');
  // Each of them holds where the other does not: a dump may be handed to a program, which minds no limit.
  expect(tell('coredump_filter').trim()).toBe('00000000');
  expect(tell('limits')).toMatch(/^Max core file size +0 +0 /m);
  await server.end('SIGABRT');
  expect(findDumps(folder, secrets)).toEqual([]);
});

test('a server writes no diagnostic report, whatever the options of Node say', async () => {
  const { server, folder, secrets } = await startDumping();
  process.kill(server.processId, 'SIGUSR2');
  await sleep(1_000);
  await server.end('SIGKILL');
  expect(findDumps(folder, secrets)).toEqual([]);
});
