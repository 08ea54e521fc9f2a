import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from 'playwright-core';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));

/** Electron downloads its binary at its first run, which a test must not do; null when it was never downloaded. */
function findElectron(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const note = join(folder, 'path.txt');
  if (!existsSync(note)) return null;
  const path = join(folder, 'dist', readFileSync(note, 'utf8'));
  return existsSync(path) ? path : null;
}

const program = findElectron();
const lacking = program === null ? 'there is no Electron binary here' : 'run `npm run build` first';
const canRun = program !== null && existsSync(join(built, 'electron/main.cjs'));
if (!canRun) process.stderr.write(`The true Electron is not tested: ${lacking}\n`);

test.skipIf(!canRun)(
  'the real Electron opens the console in a sandboxed window and exits with its server',
  async () => {
    const app = await _electron.launch({
      executablePath: program as string,
      args: [built, `--user-data-dir=${await temporaryFolder()}`],
      env: { ...(process.env as Record<string, string>), FRONTDESK_PORT: '0' },
    });
    const window = await app.firstWindow();
    await window.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect(await window.evaluate(() => Object.keys((globalThis as { frontdesk?: object }).frontdesk ?? {}))).toEqual([
      'chooseFolder',
      'openDataFolder',
    ]);
    expect(await window.evaluate(() => 'require' in globalThis || 'process' in globalThis)).toBe(false);
    const { origin } = new URL(window.url());
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    await app.close();
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  },
  60_000,
);
