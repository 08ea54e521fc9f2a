/**
 * Packs the desktop program for this platform without an installer, and looks into what came out: the files, their size,
 * the fuses, and that the packed server answers. Electron itself cannot be had in CI, so a stand-in takes its place; what
 * runs inside of the real one is for `test/electron/real-electron.test.ts`. `npm run pack`, after `npm run build`.
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
  // The stand-in's architecture is this machine's: so are the native modules.
  const words = ['--dir', '--linux', `--${process.arch}`, `-c.electronDist=${electron}`];
  const options = [`-c.electronVersion=${standInVersion}`, `-c.directories.output=${release}`];
  execFileSync(process.execPath, [join(root, 'node_modules/electron-builder/cli.js'), ...words, ...options], {
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
