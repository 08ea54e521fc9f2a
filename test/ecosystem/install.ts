import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages of this folder, unless they are there as the lockfile says. */

const folder = import.meta.dirname;
const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
/** The lockfile of the last installation; `npm ci` removes it together with what it installed. */
const installed = join(folder, 'node_modules/.installed-lock.json');

if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  const began = performance.now();
  const { status } = spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(installed, lock);
  console.log(`Installed the packages of test/ecosystem in ${Math.round((performance.now() - began) / 1_000)} s`);
}
