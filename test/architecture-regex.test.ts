import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{server,electron,migrations,renderer}/**/*.{ts,tsx}', { cwd: root });

interface Found {
  file: string;
  text: string;
}

/** Every regular expression that is written down in the program, and those that are put together at run time. */
function collect(): { literals: Found[]; built: Found[] } {
  const literals: Found[] = [];
  const built: Found[] = [];
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) literals.push({ file, text: node.text });
      const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isMade && node.expression.getText(source) === 'RegExp') built.push({ file, text: node.getText(source) });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { literals, built };
}

/** Runs the search in a process of its own: in a worker that has run hundreds of tests the same expression takes longer. */
const findAttacks = (texts: string[]): (string | null)[] =>
  JSON.parse(
    execFileSync(process.execPath, [join(root, 'test/support/find-attacks.ts')], {
      input: JSON.stringify(texts),
      encoding: 'utf8',
    }),
  );

/** Put together at run time out of words of ours, each with what keeps it harmless. */
const builtFromOurWords: Record<string, string> = {
  'server/areas/knowledge/extract/pdf-lines.ts': 'the number of a page',
  'server/areas/replies/local/privacy.ts': 'at most two words between two of ours',
  'server/areas/replies/model/check-grounding.ts': 'names of currencies around digits',
  'server/areas/replies/upload-catalog-prices.ts': 'signs of currencies around amounts of bounded length',
};

const { literals, built } = collect();

test('no text of the longest message’s length takes a regular expression longer than its length is worth', () => {
  const byText = Map.groupBy(literals, ({ text }) => text);
  const attacks = findAttacks([...byText.keys()]);
  const slow = [...byText].flatMap(([text, places], index) =>
    attacks[index] ? [`${places.map(({ file }) => file).join(', ')}: ${text} by ${attacks[index]}`] : [],
  );
  expect(slow).toEqual([]);
  expect(byText.size).toBeGreaterThan(200);
});

test('no regular expression is put together from what others wrote', () => {
  const unknown = built.filter(({ file }) => !(file in builtFromOurWords));
  expect(unknown).toEqual([]);
});

test('expressions that can be attacked are found, and others are let be', () => {
  const planted = [/(a+)+$/, /(\w+\s?)*$/, /^(?:x|[a-z]+,?)*;$/, /<(\s|\S)*>(\s|\S)*<\/a>$/];
  const harmless = [/^\w+\s?$/, /[\p{L}\p{N}]+/gu, /^[a-z]+(?:-[a-z]+)*$/];
  const attacks = findAttacks([...planted, ...harmless].map(String));
  expect(attacks).toEqual([...planted.map(() => expect.any(String)), ...harmless.map(() => null)]);
});
