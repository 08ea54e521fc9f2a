/**
 * Packs the desktop program for this platform without an installer, and checks the result: files, size, fuses, and that
 * the packed server responds. Electron is not available in CI, so a stand-in replaces it; tests inside the real one are
 * in `test/electron/real-electron.test.ts`. `npm run pack`, after `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFiles, checkFuses, checkSize } from './pack-checks.ts';
import { checkPrograms, checkServer } from './pack-run.ts';
import { makeStandIn, standInVersion } from './stand-in-electron.ts';

const root = join(import.meta.dirname, '..');

if (process.platform !== 'linux') throw new Error('The stand-in for Electron is made for Linux only');
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-pack-'));
try {
  const electron = makeStandIn(join(folder, 'electron'));
  const release = join(folder, 'release');
  // The stand-in has this machine's architecture, like the native modules.
  const words = ['--dir', '--linux', `--${process.arch}`, `-c.electronDist=${electron}`];
  const options = [`-c.electronVersion=${standInVersion}`, `-c.directories.output=${release}`];
  const builder = join(root, 'build/addons/installers/node_modules/electron-builder/cli.js');
  execFileSync(process.execPath, [builder, ...words, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const unpacked = join(release, process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked');
  const resources = join(unpacked, 'resources');
  const lines = [
    checkFiles(resources),
    checkSize(resources),
    await checkFuses(join(unpacked, 'frontdesk')),
    await checkServer(resources, join(folder, 'extracted'), join(folder, 'home')),
    await checkPrograms(join(folder, 'extracted')),
  ];
  process.stdout.write(
    `${lines.join('\n')}\nElectron itself was a stand-in: Node ${process.versions.node} ran the server.\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
