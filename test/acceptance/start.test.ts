import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { npmStart } from './npm-start.ts';

const root = join(import.meta.dirname, '../..');
const patience = { timeout: 60_000 };

/** The server process among the descendants of this one. */
function findServer(ancestor: number): number | undefined {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const below = new Set([ancestor]);
  // Process ids grow, except for rare wrap-arounds: parents come first.
  for (const [, pid, parent, words = ''] of stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)) {
    if (!below.has(Number(parent))) continue;
    if (words.endsWith('dist/server/main.js')) return Number(pid);
    below.add(Number(pid));
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`)
    .then(({ ok }) => ok)
    .catch(() => false);

it('npm start restarts a killed server, and stops it when only npm is signalled', async () => {
  const { npm, urls } = await npmStart(await temporaryFolder());
  process.kill(findServer(npm.pid as number) as number, 'SIGKILL');
  await expect.poll(urls, patience).toHaveLength(2);
  const url = urls()[1] as string;
  expect(await answers(url)).toBe(true);
  npm.kill('SIGTERM');
  await expect.poll(() => answers(url), patience).toBe(false);
});

it('npm start builds console and server once for the same sources', async () => {
  const built = ['dist/renderer/index.html', 'dist/reference/index.html', 'dist/server/main.js'].map((file) =>
    join(root, file),
  );
  const start = async () => {
    const { npm } = await npmStart(await temporaryFolder());
    npm.kill('SIGTERM');
    await new Promise((resolve) => npm.once('exit', resolve));
    return built.map((file) => statSync(file).mtimeMs);
  };
  expect(await start()).toEqual(await start());
});
