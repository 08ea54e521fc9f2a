import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript-api';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadServerWords, tell } from '../renderer/api/server-words.ts';
import { messageTypes } from '../server/areas/channels/schemas.ts';
import { events, loggedKinds } from '../server/areas/events.ts';
import '../server/platform/text/schema-faults.ts';
import { problems } from '../server/platform/problem.ts';
import { refusalMessages } from './support/refusal-messages.ts';
import { findFaults, findLonePlurals, flatten, placeholdersOf } from './support/translations.ts';

const root = join(import.meta.dirname, '..');
const languages = ['en', 'pt', 'es'] as const;
type Language = (typeof languages)[number];

const readWords = (language: Language, name: string): Record<string, object> =>
  JSON.parse(readFileSync(join(root, 'renderer/words', language, `${name}.json`), 'utf8'));

const namesIn = (language: Language): string[] =>
  globSync('*.json', { cwd: join(root, 'renderer/words', language) })
    .map((file) => basename(file, '.json'))
    .sort();

const english = new Map(namesIn('en').map((name) => [name, readWords('en', name)]));

/** Refusals in English are the server's own texts; a message is its own key. */
const withoutEnglish = 'refusals';

test('every screen has a file of words in each language', () => {
  const screens = globSync('renderer/screens/*/index.tsx', { cwd: root }).map((file) => file.split('/')[2]);
  expect([...english.keys()]).toEqual(expect.arrayContaining([...screens, 'shell']));
  for (const language of ['pt', 'es'] as const)
    expect(namesIn(language)).toEqual([...english.keys(), withoutEnglish].sort());
});

test.each(['pt', 'es'] as const)('every refusal has a text in %s', (language) => {
  const { codes = {}, messages = {} } = readWords(language, withoutEnglish);
  expect(Object.keys(codes).sort()).toEqual(Object.keys(problems).sort());
  expect(Object.keys(messages).sort()).toEqual(refusalMessages());
  for (const [message, text] of Object.entries(messages)) {
    expect(text.trim(), message).not.toBe('');
    expect(placeholdersOf(message), message).toEqual(expect.arrayContaining(placeholdersOf(text)));
  }
});

/** Values that break each rule which the server's schemas use, and what the server says then. */
const broken: [z.ZodType, unknown, string][] = [
  [z.strictObject({ name: z.string() }), {}, 'is missing'],
  [z.string(), 7, 'must be a text'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal(true), false, 'must be exactly true'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(8), 'short', 'must have at least 8 characters'],
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.string().regex(/^x/), 'y', 'must match /^x/'],
  [z.array(z.string()).min(1), [], 'must have at least 1 item'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.int().min(2), 1, 'must be at least 2'],
  [z.number().max(2), 3, 'must be at most 2'],
  [z.number().gt(2), 2, 'must be more than 2'],
  [z.number().lt(2), 2, 'must be less than 2'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.email(), 'nobody', 'must be an e-mail address'],
  [z.url({ protocol: /^https?$/ }), 'ftp://a', 'must be a URL such as https://shop.example/menu'],
  [z.iso.datetime(), 'now', 'must be a time such as 2027-01-31T09:30:00Z'],
  [z.iso.date(), 'today', 'must be a date such as 2027-01-31'],
  [z.union([z.string(), z.array(z.string())]), 7, 'has none of the possible forms'],
  [z.record(z.string().max(1), z.string()), { long: 'x' }, 'has a name that is not allowed'],
];

const messages = broken.map(([schema, value]) => schema.safeParse(value).error?.issues[0]?.message ?? 'no fault');

test('what a schema finds is said in plain words, which tell what would be right', () => {
  expect(messages).toEqual(broken.map(([, , said]) => said));
});

test.each(languages)('every fault that a schema finds has a text in %s', async (language) => {
  const words = await loadServerWords(language);
  expect(messages.filter((message) => tell(words, message) === message)).toEqual([]);
});

test('a text of the server is found by its form, and its values are kept', async () => {
  const words = await loadServerWords('pt');
  expect(tell(words, 'The folder /media/usb (1) is not writable')).toBe(
    'Não é possível gravar na pasta /media/usb (1)',
  );
  expect(tell(words, 'must be an http or https URL')).toBe('Um endereço que começa com http:// ou https://');
  expect(tell(words, 'The provider does not respond (timeout)')).toBe('A plataforma não responde (timeout)');
  expect(tell(words, 'The vendor says: no (7)')).toBe('The vendor says: no (7)');
  expect(tell(words, 'toString')).toBe('toString');
});

test.each(languages)('every type of message has its word in %s', (language) => {
  const { messageTypes: words = {} } = readWords(language, 'shell');
  expect(Object.keys(words)).toEqual(messageTypes);
});

/** The key of a kind or a group, as `renderer/components/events/event-words.ts` makes it. */
const toKey = (text: string): string => text.replaceAll(/[. ]/g, '_').toLowerCase();

test.each(languages)(
  'every kind and group of events has its word in %s, and every such word its events',
  (language) => {
    const { kinds = {}, groups = {} } = readWords(language, 'webhooks');
    expect(Object.keys(kinds).sort()).toEqual(loggedKinds.map(toKey).sort());
    expect(Object.keys(groups).sort()).toEqual([...new Set(events.map(({ group }) => toKey(group)))].sort());
  },
);

describe.each([...english.keys()])('%s.json', (name) => {
  test.each(languages)('has every word in %s, none empty, with the same placeholders', (language) => {
    expect(findFaults(english.get(name) ?? {}, readWords(language, name))).toEqual([]);
  });

  test('has the singular and the plural of each counted word', () => {
    expect(findLonePlurals(english.get(name) ?? {})).toEqual([]);
  });
});

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);

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
  const source = parse(file);
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

test('no component contains hard-coded text', () => {
  // The API reference is in English, as the document is that it shows.
  const components = globSync('renderer/**/*.tsx', { cwd: root, exclude: ['renderer/reference/**'] });
  expect(components.length).toBeGreaterThan(20);
  expect(components.flatMap(findWrittenTexts)).toEqual([]);
});

/** The keys that an argument of `t` stands for, `*` where a part is known only at run time. */
function readKeys(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...readKeys(node.whenTrue), ...readKeys(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return [];
  return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('*')];
}

/** The keys that a file asks `t` for, and the namespaces that it names: `shell` where it names none. */
function readTranslations(file: string): { keys: string[]; namespaces: string[] } {
  const keys: string[] = [];
  const namespaces: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (called.getText() === 't') keys.push(...readKeys(node.arguments[0]));
      if (called.getText() === 'useTranslation') namespaces.push(readKeys(node.arguments[0])[0] ?? 'shell');
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return { keys, namespaces: namespaces.length > 0 ? namespaces : ['shell'] };
}

function hasWord(namespace: string, key: string): boolean {
  const words = [...flatten(english.get(namespace) ?? {}).keys()];
  const pattern = new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '\\w+')}(_other)?$`);
  return words.some((word) => pattern.test(word));
}

test('every key used by a component exists in the words', () => {
  const missing = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const { keys, namespaces } = readTranslations(file);
    return keys
      .filter((key) => {
        const [inner, namespace] = key.split(':').reverse() as [string, string | undefined];
        return !(namespace ? [namespace] : namespaces).some((one) => hasWord(one, inner));
      })
      .map((key) => `${file}: ${key}`);
  });
  expect(missing).toEqual([]);
});
