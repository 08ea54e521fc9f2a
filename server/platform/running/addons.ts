import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem } from '../problem.ts';

/** Parts that are installed apart (`build/addons/`), with what is told where they are not. */
const addons = {
  embedder: 'Models on this computer need an add-on: run “npm run addons” in the folder of Frontdesk and try again',
};
export type Addon = keyof typeof addons;

/**
 * Returns the folder of an add-on. Looks for it each time, so installing needs no restart. Throws 409 `addon_missing` with
 * instructions if it is not installed.
 */
export function requireAddon(name: Addon): string {
  const folder = findAddon(name);
  if (folder === null) throw new Problem('addon_missing', addons[name]);
  return folder;
}

/** Loads an add-on; `Parts` are the exports of its `index.js` that the caller uses. Throws like `requireAddon`. */
export async function loadAddon<Parts>(name: Addon): Promise<Parts> {
  return import(pathToFileURL(join(requireAddon(name), 'index.js')).href);
}

/** Looks in the folders above, like Node for packages: a checkout, a compiled and a packed program differ in depth. */
function findAddon(name: Addon): string | null {
  for (let folder = import.meta.dirname; dirname(folder) !== folder; folder = dirname(folder)) {
    const addon = join(folder, 'build/addons', name);
    if (existsSync(join(addon, 'node_modules'))) return addon;
  }
  return null;
}
