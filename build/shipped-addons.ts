import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The add-ons that the desktop program contains: their folders, and whether one contains a package of its lockfile. */
export const shippedAddons = ['embedder'].map((name) => {
  const folder = join(root, 'build/addons', name);
  const { keep } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { keep: Record<string, string[]> };
  // A name without paths is removed: a package, or all of a scope.
  const removed = Object.keys(keep).filter((one) => keep[one]?.length === 0);
  const contains = (name: string): boolean => !removed.some((one) => name === one || name.startsWith(`${one}/`));
  return { folder, contains };
});
