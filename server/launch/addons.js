// Add-ons are packages that most people never need, each with a lockfile of its own in `addons/`: `npm ci` leaves them
// out. `node server/launch/addons.js NAME…` installs them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folderOf = (/** @type {string} */ name) => fileURLToPath(new URL(`../../addons/${name}`, import.meta.url));

/** Says what `node_modules` was installed from; written last. */
const markName = '.installed-from';

/**
 * Where an add-on has its packages.
 * @param {string} name
 */
export const packagesOf = (name) => join(folderOf(name), 'node_modules');

/**
 * Whether an add-on is there as its lockfile says. One that is there from an older lockfile is not `isPresent`.
 * @param {string} name
 */
export function isPresent(name) {
  const mark = join(packagesOf(name), markName);
  return existsSync(mark) && readFileSync(mark, 'utf8') === hashOf(folderOf(name));
}

/**
 * Installs an add-on unless it is present; no script of a package runs. It appears whole or not at all. Throws when npm
 * fails, which says why.
 * @param {string} name
 */
export function installAddon(name) {
  if (isPresent(name)) return;
  const folder = folderOf(name);
  const { keep = {} } = readManifest(folder);
  process.stderr.write(`Installing the add-on ${name}\n`);
  const fresh = mkdtempSync(join(dirname(folder), 'installing-'));
  try {
    cpSync(folder, fresh, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
    runNpm(['ci', '--ignore-scripts', '--install-links', '--no-audit', '--no-fund', '--loglevel=error'], fresh);
    const packages = join(fresh, 'node_modules');
    for (const [one, paths] of Object.entries(keep)) keepOnly(join(packages, one), paths);
    writeFileSync(join(packages, markName), hashOf(folder));
    // Another program may have been faster, and run from there already.
    if (isPresent(name)) return;
    rmSync(packagesOf(name), { recursive: true, force: true });
    renameSync(packages, packagesOf(name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @returns {{ keep?: Record<string, string[]> }}
 */
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * A hash of everything that decides what is installed.
 * @param {string} folder
 */
function hashOf(folder) {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/**
 * Runs the npm that started this, or the one in the PATH. Throws when it fails.
 * @param {string[]} words
 * @param {string} cwd
 */
function runNpm(words, cwd) {
  const cli = process.env.npm_execpath ?? '';
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd, stdio: ['ignore', 'ignore', 'inherit'] };
  const isKnown = basename(cli) === 'npm-cli.js' && existsSync(cli);
  const { status, error } = isKnown
    ? spawnSync(process.execPath, [cli, ...words], options)
    : // On Windows npm is a batch file, which only a shell can run.
      spawnSync('npm', words, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm could not install it${error ? `: ${error.message}` : ''}`);
}

/**
 * Removes what is not used of a package, where it is large; all of it if no paths are given.
 * @param {string} folder
 * @param {string[]} paths
 */
function keepOnly(folder, paths) {
  if (!existsSync(folder)) return;
  const whole = `${folder}.whole`;
  renameSync(folder, whole);
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    renameSync(join(whole, path), join(folder, path));
  }
  rmSync(whole, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    for (const name of process.argv.slice(2)) installAddon(name);
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exitCode = 1;
  }
}
