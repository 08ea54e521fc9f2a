import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually } from '../../support/server/app.ts';
import { signInAtProcess } from '../../support/server/console.ts';
import { cliJson, startServerProcess } from '../../support/server/processes.ts';

test('a restore from the console takes effect without a new process, and sends nothing until the owner resumes sending', async () => {
  const home = await temporaryFolder();
  const server = await startServerProcess(home);
  await cliJson(home, ['keys', 'create', '--name', 'Before', '--scopes', 'all']);
  const owner = await eventually(async () => server.output.stdout.includes('Console:') && signInAtProcess(server));
  await owner.post('/owner/backups');
  const backup = await eventually(async () => {
    const { body } = await owner.get('/owner/backups');
    return body.running === null && body.items[0];
  });
  await cliJson(home, ['keys', 'create', '--name', 'After', '--scopes', 'all']);
  expect((await owner.post(`/owner/backups/${backup.name}/restore`)).status).toBe(202);
  await eventually(async () => server.output.stdout.match(/^Console: /gm)?.length === 2);

  const again = await signInAtProcess(server);
  expect((await again.get('/owner/keys')).body.data.map(({ name }: { name: string }) => name)).toEqual(['Before']);
  expect((await again.get('/owner/sending')).body).toEqual({ paused: true, reason: 'restored' });
  // Backups are not replaced, and the previous data is kept.
  expect((await again.get('/owner/backups')).body.items).toHaveLength(1);
  expect((await readdir(home)).filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
  expect(await server.end()).toBe(0);
});
