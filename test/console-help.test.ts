import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type HelpPage, namedIn, readPage } from '../renderer/help/read-page.ts';
import { flatten } from './support/translations.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const languages = ['en', 'pt', 'es'] as const;
type Language = (typeof languages)[number];

const screens = [...read('renderer/screens/index.ts').matchAll(/\bname: '(\w+)'/g)]
  .map(([, name]) => name as string)
  .filter((name) => name !== 'help');
const written = globSync('renderer/help/en/*.md', { cwd: root }).map((file) => basename(file, '.md'));

const pageOf = (language: Language, name: string): HelpPage => readPage(read(`renderer/help/${language}/${name}.md`));

/** All texts that the console shows in a language. */
const shownIn = (language: Language): Set<string> =>
  new Set(
    globSync(`renderer/words/${language}/*.json`, { cwd: root }).flatMap((file) => [
      ...flatten(JSON.parse(read(file))).values(),
    ]),
  );

test('every screen has a help page', () => {
  expect(screens.length).toBeGreaterThan(15);
  expect(written).toEqual(expect.arrayContaining(screens));
});

describe.each(languages)('the help in %s', (language) => {
  test.each(written)('%s has the parts of the English page, and a length that is read', (name) => {
    const shapeOf = ({ tasks, questions }: HelpPage) => [tasks.map(({ steps }) => steps.length), questions.length];
    const page = pageOf(language, name);
    expect(shapeOf(page)).toEqual(shapeOf(pageOf('en', name)));
    expect(page.title).not.toBe('');
    expect(page.intro).not.toBe('');
    expect(page.questions.filter(({ answer }) => answer === '')).toEqual([]);
    const words = read(`renderer/help/${language}/${name}.md`).split(/\s+/).length;
    expect(words).toBeGreaterThan(120);
    expect(words).toBeLessThan(320);
  });

  test('names only words that stand on a screen', () => {
    const shown = shownIn(language);
    const named = written.flatMap((name) => namedIn(read(`renderer/help/${language}/${name}.md`)));
    expect(named.filter((word) => !shown.has(word))).toEqual([]);
  });
});
