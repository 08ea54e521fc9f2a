import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  builtFromOurWords,
  checkExpressions,
  collectBuilt,
  collectExpressions,
  exceptions,
  notedFile,
} from './support/expressions/expressions.ts';

const { literals, calls } = collectExpressions();
const builtFiles = builtFromOurWords;
const noted: string[] = JSON.parse(readFileSync(notedFile, 'utf8'));

/** Expressions by their text, each with the files that hold it. */
function everyExpression(): Map<string, string[]> {
  const byText = new Map<string, string[]>();
  const built = collectBuilt(builtFiles).map((text) => ({ text, file: 'put together at run time' }));
  for (const { text, file } of [...literals, ...built]) byText.set(text, [...(byText.get(text) ?? []), file]);
  return byText;
}

test('every regular expression takes time linear in its input', () => {
  const byText = everyExpression();
  const open = [...byText.keys()].filter((text) => !noted.includes(text) && !(text in exceptions));
  const faults = checkExpressions(open);
  const slow = open.flatMap((text, index) =>
    faults[index] ? [`${byText.get(text)?.join(', ')}: ${text}: ${faults[index]}`] : [],
  );
  expect(slow).toEqual([]);
  expect(byText.size).toBeGreaterThan(300);
}, 300_000);

test('every checked or excepted expression is still in the program', () => {
  const byText = everyExpression();
  expect([...noted, ...Object.keys(exceptions)].filter((text) => !byText.has(text))).toEqual([]);
}, 60_000);

test('no regular expression is built from text written by others', () => {
  expect(calls.filter(({ file }) => !builtFiles.includes(file))).toEqual([]);
  expect(builtFiles.filter((file) => !calls.some((call) => call.file === file))).toEqual([]);
});

test('attackable expressions are found, and others pass', () => {
  const planted = [
    /(a+)+$/,
    /(\w+\s?)*$/,
    /<(\s|\S)*>(\s|\S)*<\/a>$/,
    /\/+$/,
    /^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(html|body)[\s>]/i,
    /\[[^\]\n]+\]\([^)\n]+\)/,
  ];
  const harmless = [/^\w+\s?$/, /[\p{L}\p{N}]+/gu, /^[a-z]+(?:-[a-z]+)*$/];
  const faults = checkExpressions([...planted, ...harmless].map(String));
  expect(faults).toEqual([...planted.map(() => expect.any(String)), ...harmless.map(() => null)]);
}, 120_000);
