import { installAddon } from '../../../server/launch/addons.js';

/** Installs what only tests use, and the add-on that they test, before they are imported. */
export default function setup(): void {
  for (const folder of ['test', 'build/addons/embedder']) installAddon(folder);
}
