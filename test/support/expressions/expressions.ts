import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-api';

const root = join(import.meta.dirname, '../../..');
/**
 * Expressions that recheck needs seconds for and found safe; written by `node
 * test/support/expressions/note-expressions.ts`.
 */
export const notedFile = join(import.meta.dirname, 'noted-expressions.json');

export interface Found {
  file: string;
  text: string;
}

/** Returns every regular expression literal of the program, and the calls that build others at run time. */
export function collectExpressions(): { literals: Found[]; calls: Found[] } {
  const literals: Found[] = [];
  const calls: Found[] = [];
  for (const file of globSync('{server,electron,migrations,renderer}/**/*.{ts,tsx}', { cwd: root })) {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) literals.push({ file, text: node.text });
      const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isMade && node.expression.getText(source) === 'RegExp') calls.push({ file, text: node.getText(source) });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { literals, calls };
}

const run = (script: string, args: string[], input = ''): string[] =>
  JSON.parse(execFileSync(process.execPath, [join(import.meta.dirname, script), ...args], { input, encoding: 'utf8' }));

/** Returns the expressions that these modules build when they are loaded. */
export const collectBuilt = (files: string[]): string[] =>
  run(
    'built-expressions.ts',
    files.map((file) => join(root, file)),
  );

/** Returns recheck's fault for each expression, or null. */
export const checkExpressions = (texts: string[]): (string | null)[] =>
  run('check-expressions.ts', [], JSON.stringify(texts));

/** Built at run time from our own words. */
export const builtFromOurWords = [
  'server/areas/knowledge/extract/pdf-lines.ts',
  'server/areas/replies/decide/local/privacy.ts',
  'server/areas/replies/catalog-upload/find-prices.ts',
];

/** Expressions that recheck rejects or cannot decide, each with the reason why it is harmless. */
export const exceptions: Record<string, string> = {
  [String(/(`[^`]+`|\*\*.+?\*\*|\[[^\]]+\]\([^)]+\))/)]: 'reads the words of our own API document, a line at a time',
  [String(/(?:https?:\/\/|www\.)[^\s)\]>"']+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/giu)]:
    'a character is looked at from 64 places at most, those before an @',
  [String(/(\*\*|__|~~|`{1,3})(?=\S)(.{1,500}?)(?<=\S)\1/g)]: 'a mark is paired within 500 characters',
  [String(/(?<![\p{L}\p{N}])([*_])(?=\S)(.{1,500}?)(?<=\S)\1(?![\p{L}\p{N}])/gu)]:
    'a mark is paired within 500 characters',
};
