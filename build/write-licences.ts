import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedAddons } from './shipped-addons.ts';

const root = join(import.meta.dirname, '..');
const target = new URL('../server/areas/owner/licences.json', import.meta.url);

interface LockedPackage {
  version: string;
  /** A part of this project linked among its packages. */
  link?: boolean;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Development dependencies that are shipped: in the console's script or around the server. */
const shippedWithConsole =
  /^(@fontsource|@mantine|@tabler|@tanstack)|^(i18next|react|react-dom|react-i18next)$|^(virtua|wouter)$/;
const shippedWithShell = /^electron(-updater)?$/;

/** Lists the shipped packages, one per line, as in `server/areas/owner/licences.json`. */
export function listLicences(): string {
  const ofAddons = shippedAddons.flatMap(({ folder, contains }) => listIn(folder).filter(({ name }) => contains(name)));
  const lines = new Set([...listIn(root), ...ofAddons].map(toLine));
  return `[\n${[...lines].sort().join(',\n')}\n]\n`;
}

/** The shipped packages of a lockfile. */
function listIn(folder: string): (LockedPackage & { name: string })[] {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const shipped = Object.keys(packages['']?.devDependencies ?? {}).filter(
    (name) => shippedWithConsole.test(name) || shippedWithShell.test(name),
  );
  const seen = new Set<string>();
  const waiting = [...namesOf(packages['']), ...shipped].map((name) => find(packages, '', name));
  for (let path = waiting.pop(); path !== undefined || waiting.length > 0; path = waiting.pop()) {
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    // Electron's dependencies only download its binary.
    if (path === 'node_modules/electron') continue;
    for (const name of namesOf(packages[path])) waiting.push(find(packages, path, name));
  }
  return [...seen].flatMap((path) => {
    const locked = packages[path];
    return locked && !locked.link ? [{ ...locked, name: path.slice(path.lastIndexOf(inside) + inside.length) }] : [];
  });
}

const inside = 'node_modules/';

const namesOf = (locked: LockedPackage | undefined): string[] =>
  Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies });

/**
 * Resolves a package from another one like Node: next to it, or in a folder above. Undefined when it is not installed.
 */
function find(packages: Record<string, LockedPackage>, from: string, name: string): string | undefined {
  const folders = from
    .split('/node_modules/')
    .map((_, index, all) => all.slice(0, all.length - index).join('/node_modules/'));
  return [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].find(
    (path) => path in packages,
  );
}

function toLine({ name, version, license }: LockedPackage & { name: string }): string {
  // A package may omit the field and only contain a licence file.
  const licence = license ?? 'see its LICENSE file';
  const values = [name, version, licence].map((text) => JSON.stringify(text));
  return `  { "name": ${values[0]}, "version": ${values[1]}, "licence": ${values[2]} }`;
}

if (import.meta.main) writeFileSync(target, listLicences());
