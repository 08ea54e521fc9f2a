import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const patience = { timeout: 60_000 };

it('npm run dev serves all at one address, and follows what changes in the server and the API reference', async () => {
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: root,
    env: { ...process.env, FRONTDESK_HOME: await temporaryFolder(), FRONTDESK_PORT: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (npm.exitCode !== null || npm.signalCode !== null) return;
    process.kill(-(npm.pid as number), 'SIGTERM');
    await once(npm, 'exit');
  });
  let text = '';
  npm.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const starts = () => [...text.matchAll(/^Frontdesk is ready at (\S+)$/gm)].map(([, url]) => url as string);
  await expect.poll(starts, patience).toHaveLength(1);
  const [url] = starts();
  const page = await fetch(`${url}/inbox`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('/@vite/client');
  expect(await (await fetch(`${url}/main.tsx`)).text()).toContain('import');
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ status: 'ok' });
  expect((await fetch(`${url}/api/contacts`)).status).toBe(401);
  await expect.poll(() => fetch(`${url}/docs`).then(({ status }) => status), patience).toBe(200);
  const builtAt = () => statSync(join(root, 'dist/reference/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const firstBuilt = builtAt();
  const now = new Date();
  utimesSync(join(root, 'renderer/reference/main.tsx'), now, now);
  await expect.poll(builtAt, patience).toBeGreaterThan(firstBuilt);
  utimesSync(join(root, 'server/version.ts'), now, now);
  await expect.poll(starts, patience).toHaveLength(2);
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ status: 'ok' });
});
