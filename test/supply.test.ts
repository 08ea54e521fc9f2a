import { globSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeSbom } from '../build/write-sbom.ts';
import { temporaryFolder } from './support/environment/temporary-folder.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  link?: boolean;
}

/** All but the project itself, and `onnxruntime-node`, which is a part of it. */
const packagesIn = (lockfile: string): [string, Locked][] =>
  Object.entries(read(lockfile).packages as Record<string, Locked>).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );
const packages = packagesIn('package-lock.json');

const addons = globSync('build/addons/*/package.json', { cwd: root }).map((file) => dirname(file));
/** Where there are packages that `npm ci` leaves out. */
const apart = ['test', 'test/ecosystem', ...addons];

/** Each may be part of a program under GPL-3.0-or-later. A choice counts by its best part. */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'GPL-3.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
  // Of data alone: the names and days of holidays.
  'CC-BY-3.0',
];
/** How packages spell them that do not keep to SPDX. */
const spellings: Record<string, string> = { 'MIT OR Apache': 'MIT', 'AFL-2.1': 'BSD-3-Clause' };

test.each(['.', ...apart])('every dependency of %s is pinned to one version', (folder) => {
  const { dependencies, devDependencies, optionalDependencies } = read(join(folder, 'package.json'));
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^((npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?|file:[\w/-]+)$/.test(version as string),
  );
  expect(ranges).toEqual([]);
});

/** Packages whose only purpose is to report that others were installed or used. */
const reporters = ['@scarf/scarf', '@redocly/cli-otel', '@scalar/analytics-client', 'posthog-js', 'posthog-node'];

test.each(['.', 'test', ...addons])('no package of %s reports to anyone that it was installed or used', (folder) => {
  const locked = packagesIn(join(folder, 'package-lock.json'));
  const names = locked.map(([path]) => path.split('node_modules/').at(-1) as string);
  expect(names.filter((name) => reporters.includes(name))).toEqual([]);
});

test('a CommonJS package loaded on demand is used by its default export: esbuild gives it no others', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const loaded = files.flatMap((text) => [
    ...text.matchAll(/(?:\{ (default)\b[^}]*\} = )?await import\('(?!node:)([^.'][^']*)'\)(?:\)\.(default))?/g),
  ]);
  expect(loaded.length).toBeGreaterThan(10);
  const byName = loaded
    .filter(([, destructured, , taken]) => !destructured && !taken)
    .map((match) => match[2] as string);
  expect(byName.filter(isCommonJs)).toEqual([]);
});

/** Whether `import` of a package loads CommonJS. */
function isCommonJs(name: string): boolean {
  const file = fileURLToPath(import.meta.resolve(name));
  if (/\.[cm]js$/.test(file)) return file.endsWith('.cjs');
  const { type } = JSON.parse(readFileSync(findPackageJSON(name, import.meta.url) ?? '', 'utf8'));
  return type !== 'module';
}

test.each(['.', 'test/ecosystem'])('no package in %s runs a script when any npm installs it', (folder) => {
  expect(readFileSync(join(root, folder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test('the launcher finds each Node of its add-on', () => {
  const launcher = readFileSync(new URL('../server/launch/pick-node.js', import.meta.url), 'utf8');
  const named = [...launcher.matchAll(/'(node-[\w-]+)\/bin\/node(?:\.exe)?'/g)].map((match) => match[1]);
  expect(named.toSorted()).toEqual(Object.keys(read('build/addons/node/package.json').optionalDependencies).toSorted());
});

test.each(['.', ...apart])('the lockfile of %s has a checksum for every package and names no registry', (folder) => {
  const locked = packagesIn(join(folder, 'package-lock.json'));
  expect(locked.length).toBeGreaterThan(0);
  expect(locked.filter(([, { integrity }]) => !integrity)).toEqual([]);
  const elsewhere = locked
    .map(([, { resolved }]) => resolved)
    .filter((address) => address !== undefined && !address.startsWith('https://registry.npmjs.org/'));
  expect(elsewhere).toEqual([]);
});

test('every shipped package has a licence that a GPL-3.0-or-later program may contain', () => {
  const shipped = packages.filter(([, { dev }]) => !dev);
  expect(shipped.length).toBeGreaterThan(100);
  const refused = shipped.filter(([, { license }]) => !isAllowed(license));
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('the bill of materials lists exactly the shipped packages with their versions', async () => {
  const file = join(await temporaryFolder(), 'sbom.json');
  await writeSbom(file);
  const { bomFormat, components } = JSON.parse(readFileSync(file, 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const named = new Set(components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)));
  const installed = packages.filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  const purlOf = (path: string, { version }: Locked) => `pkg:npm/${path.split('node_modules/').at(-1)}@${version}`;
  // What is optional is there on the platforms that it is for.
  const shipped = installed.filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional);
  expect(shipped.length).toBeGreaterThan(250);
  expect(shipped.map(([path, locked]) => purlOf(path, locked)).filter((purl) => !named.has(purl))).toEqual([]);
  const all = new Set(installed.filter(([, { dev }]) => !dev).map(([path, locked]) => purlOf(path, locked)));
  const others = installed.filter(([, { dev }]) => dev).map(([path, locked]) => purlOf(path, locked));
  expect(others.filter((purl) => named.has(purl) && !all.has(purl))).toEqual([]);
});

test('a licence outside the list is reported', () => {
  expect([isAllowed('MIT AND BUSL-1.1'), isAllowed('SSPL-1.0'), isAllowed(undefined)]).toEqual([false, false, false]);
  expect([isAllowed('(MIT OR SSPL-1.0)'), isAllowed('Apache-2.0 AND MIT')]).toEqual([true, true]);
});

/** `A OR B` asks for one that is allowed, `A AND B` for all of them. */
function isAllowed(licence: string | undefined): boolean {
  if (licence === undefined) return false;
  const known = spellings[licence] ?? licence;
  const text = known.replaceAll(/[()]/g, '');
  return text
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowedLicences.includes(spellings[part] ?? part)));
}
