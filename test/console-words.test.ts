import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript-api';
import { afterAll, describe, expect, test, vi } from 'vitest';

const root = join(import.meta.dirname, '..');
const languages = ['pt', 'en', 'es'] as const;

// The words are declared in a module that also starts the translator of a browser.
vi.stubGlobal('localStorage', { getItem: () => 'en' });
vi.stubGlobal('document', { documentElement: { lang: 'en' } });
afterAll(() => void vi.unstubAllGlobals());

/** Every word of a language by the path of its key. */
function flatten(words: object, path = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') flat.set(path + key, value);
    else for (const [inner, word] of flatten(value, `${path}${key}.`)) flat.set(inner, word);
  }
  return flat;
}

const placeholdersOf = (word: string): string[] =>
  [...word.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string).sort();

interface Declared {
  name: string;
  words: Record<(typeof languages)[number], object>;
}

/** Whatever a file of words exports that has the three languages. */
async function readWords(file: string): Promise<Declared[]> {
  const exported: Record<string, unknown> = await import(join(root, file));
  return Object.entries(exported)
    .filter(([, value]) => languages.every((language) => language in Object(value)))
    .map(([name, value]) => ({ name: `${file}: ${name}`, words: value as Declared['words'] }));
}

const files = globSync(['renderer/screens/*/*words.ts', 'renderer/words/{shell,set-aside}.ts'], { cwd: root });
const declared = (await Promise.all(files.map(readWords))).flat();

test('every screen declares its words', () => {
  const withWords = new Set(globSync('renderer/screens/*/*words.ts', { cwd: root }).map((file) => file.split('/')[2]));
  const screens = globSync('renderer/screens/*/index.tsx', { cwd: root }).map((file) => file.split('/')[2]);
  expect(screens.filter((screen) => !withWords.has(screen))).toEqual([]);
  expect(declared.length).toBeGreaterThanOrEqual(screens.length);
});

describe.each(declared)('$name', ({ words }) => {
  const english = flatten(words.en);

  test.each(languages)('has each word in %s, and none is empty', (language) => {
    const flat = flatten(words[language]);
    expect([...flat.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...flat].filter(([, word]) => word.trim() === '').map(([key]) => key)).toEqual([]);
  });

  test.each(languages)('fills in the same values in %s', (language) => {
    const flat = flatten(words[language]);
    const differing = [...english].filter(
      ([key, word]) => placeholdersOf(word).join() !== placeholdersOf(flat.get(key) ?? '').join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test('has both forms of each word that counts', () => {
    const alone = [...english.keys()].filter((key) => {
      const [, stem, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
      return stem !== undefined && !english.has(`${stem}_${form === 'one' ? 'other' : 'one'}`);
    });
    expect(alone).toEqual([]);
  });
});

/** Attributes that people read or hear. */
const spokenAttributes = new Set([
  'label',
  'title',
  'placeholder',
  'description',
  'alt',
  'aria-label',
  'legend',
  'error',
]);
/** Where words begin that are meant for programs: addresses. */
const isForPrograms = (text: string): boolean => /^https?:\/\//.test(text);
const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** Texts of a component that are written into it instead of being taken from the words. */
function findWrittenTexts(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const note = (node: ts.Node, text: string) => {
    if (!hasLetters(text) || isForPrograms(text)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${basename(file)}:${line + 1} ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node, node.text);
    if (ts.isJsxExpression(node) && ts.isJsxElement(node.parent) && node.expression) {
      if (ts.isStringLiteralLike(node.expression)) note(node, node.expression.text);
    }
    if (ts.isJsxAttribute(node) && spokenAttributes.has(node.name.getText()) && node.initializer) {
      const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      if (value && ts.isStringLiteralLike(value)) note(node, value.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no component has words of its own', () => {
  const components = globSync('renderer/**/*.tsx', { cwd: root });
  expect(components.length).toBeGreaterThan(20);
  expect(components.flatMap(findWrittenTexts)).toEqual([]);
});
