import { installAddon } from '../../../server/launch/addons.js';

/** Installs packages that only tests use, and the tested add-on, before they are imported. */
export default function setup(): void {
  for (const folder of ['test', 'build/addons/embedder']) installAddon(folder);
}
