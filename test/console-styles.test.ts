import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const library = join(root, 'node_modules/@mantine/core');
const read = (file: string): string => readFileSync(file, 'utf8');

/** Files that a module of the library loads. */
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/from "(\.[^"]+\.mjs)"/g)].map(([, path]) => join(dirname(file), path as string));

/** Exported name → file, of the whole library. */
const exported = new Map(
  [...read(join(library, 'esm/index.mjs')).matchAll(/import \{([^}]+)\} from "(\.[^"]+)"/g)].flatMap(
    ([, names, path]) =>
      (names as string)
        .split(',')
        .map((name): [string, string] => [
          name.trim().split(' as ').at(-1) as string,
          join(library, 'esm', path as string),
        ]),
  ),
);

/** Components that the console imports, by name. */
function usedNames(): string[] {
  const sources = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).map((file) => read(join(root, file)));
  const lists = sources.flatMap((source) => [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]);
  const names = lists.flatMap(([, list]) => (list as string).split(','));
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type ')))];
}

/** Modules of the library that the console loads, in the order of a depth-first walk. */
function loadedFiles(): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    importsOf(file).forEach(visit);
  };
  // Notifications are a package of their own, made of this component.
  for (const name of [...usedNames(), 'Notification']) {
    const file = exported.get(name);
    if (file) visit(file);
  }
  return seen;
}

/** Class names of all style sheets that the loaded components use. */
const classes = [...loadedFiles()]
  .filter((file) => file.endsWith('.module.mjs'))
  .flatMap((file) => [...read(file).matchAll(/"(m_[0-9a-f]+)"/g)].map(([, name]) => name as string));

test('the console imports the style sheet of each component that it uses, and no other', () => {
  const listed = [...read(join(root, 'renderer/mantine.css')).matchAll(/@mantine\/core\/styles\/([\w-]+)\.css/g)].map(
    ([, name]) => name as string,
  );
  const sheets = globSync('*.css', { cwd: join(library, 'styles') }).filter((file) => !file.endsWith('.layer.css'));
  const whole = read(join(library, 'styles.css'));
  const needed = sheets.filter((file) => {
    const text = read(join(library, 'styles', file));
    return classes.some((name) => new RegExp(`\\.${name}\\b`).test(text));
  });
  // In the order of the whole style sheet: a component overrides those of which it is made.
  const firstRule = (name: string) =>
    whole.indexOf(/\.m_[0-9a-f]+/.exec(read(join(library, 'styles', `${name}.css`)))?.[0] ?? '');
  const expected = needed.map((file) => file.replace('.css', '')).sort((a, b) => firstRule(a) - firstRule(b));
  expect(listed).toEqual(['baseline', 'default-css-variables', 'global', ...expected]);
});
