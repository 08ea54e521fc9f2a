// Packages that most people never need have manifests and lockfiles of their own, which `npm ci` leaves out: the
// add-ons in `build/addons/`, and what only tests use in `test/`. `node server/launch/addons.js FOLDER…` installs them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the server uses where it is there. */
const serverAddons = ['build/addons/embedder'];

/** Says what `node_modules` was installed from; written last. */
const markName = '.installed-from';

/**
 * Where the packages of a folder are installed.
 * @param {string} folder for example `build/addons/embedder`
 */
export const packagesOf = (folder) => join(root, folder, 'node_modules');

/**
 * Whether the packages are there as the lockfile says.
 * @param {string} folder
 */
function isPresent(folder) {
  const mark = join(packagesOf(folder), markName);
  return existsSync(mark) && readFileSync(mark, 'utf8') === hashOf(folder);
}

/**
 * Installs the packages of a folder unless they are there; none of their scripts runs. They appear whole or not at all.
 * Throws when npm fails, which says why.
 * @param {string} folder
 */
export function installAddon(folder) {
  if (isPresent(folder)) return;
  process.stderr.write(`Installing the packages of ${folder}\n`);
  const { keep = {}, dependencies = {} } = readManifest(folder);
  const ours = Object.values(dependencies).flatMap((version) => /^file:(.+)/.exec(version)?.[1] ?? []);
  const fresh = mkdtempSync(join(root, 'installing-'));
  try {
    for (const name of [...manifests, ...ours])
      cpSync(join(root, folder, name), join(fresh, name), { recursive: true });
    runNpm(['ci', '--ignore-scripts', '--install-links', '--no-audit', '--no-fund', '--loglevel=error'], fresh);
    const packages = join(fresh, 'node_modules');
    for (const [name, paths] of Object.entries(keep)) keepOnly(join(packages, name), paths);
    writeFileSync(join(packages, markName), hashOf(folder));
    // Another program may have been faster, and run from there already.
    if (isPresent(folder)) return;
    rmSync(packagesOf(folder), { recursive: true, force: true });
    renameSync(packages, packagesOf(folder));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Replaces the server's add-ons that are from an older lockfile. Where npm fails they stay as they are. */
export function refreshAddons() {
  for (const folder of serverAddons.filter((one) => existsSync(packagesOf(one)))) {
    try {
      installAddon(folder);
    } catch (error) {
      process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    }
  }
}

const manifests = ['package.json', 'package-lock.json'];

/**
 * @param {string} folder
 * @returns {{ keep?: Record<string, string[]>, dependencies?: Record<string, string> }}
 */
const readManifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/**
 * A hash of what decides which packages are installed.
 * @param {string} folder
 */
function hashOf(folder) {
  const hash = createHash('sha256');
  for (const name of manifests) hash.update(readFileSync(join(root, folder, name)));
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
    for (const folder of process.argv.slice(2)) installAddon(folder);
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exitCode = 1;
  }
}
