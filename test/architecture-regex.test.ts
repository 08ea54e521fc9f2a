import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
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

/** The longest text that a customer can send. */
const longest = 4_000;
/** Short ones first: what grows exponentially is caught before it would never end. */
const repeats = [14, 20, 26, 300, 1_200, longest];
const mostCpuMs = 120;
/** Or as many times what the plainest expression takes that tries from each place, where the machine is slow just now. */
const mostTimesPlainest = 15;
/** Whatever takes longer than this at 1,200 repeats grows faster than its text. */
const suspiciousMs = 1;

/** The text that takes this expression out of all proportion to its length; null when none was found. */
function findAttack(expression: RegExp): string | null {
  for (const { prefix, pump } of pumpsFor(expression)) {
    let lastMs = 0;
    for (const times of repeats) {
      if (times === longest && lastMs < suspiciousMs) break;
      const text = `${(prefix + pump.repeat(Math.ceil(times / pump.length))).slice(0, longest)}\u0000 !\n`;
      lastMs = cpuMsOf(expression, text);
      if (lastMs > mostCpuMs && lastMs > mostTimesPlainest * plainestMs())
        return JSON.stringify({ prefix, pump, times });
    }
  }
  return null;
}

const plainestMs = (): number => {
  const times = Array.from({ length: 5 }, () => cpuMsOf(/a*b/, 'a'.repeat(longest)));
  return times.reduce((sum, time) => sum + time, 0) / times.length;
};

/** The thread's own time: other work on the machine does not count. */
function cpuMsOf(expression: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  expression.lastIndex = 0;
  expression.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Short pieces of texts that the expression takes, each to be repeated after what stands in front of it there. */
function pumpsFor(expression: RegExp): { prefix: string; pump: string }[] {
  const pumps = ['a', '0', ' ', '\t', '-', '.', '/', '*', '|', 'é', 'a ', 'a.', '0.', '- '];
  const found = new Map(pumps.map((pump) => [pump, { prefix: '', pump }]));
  for (const sample of samplesOf(expression)) {
    for (let start = 0; start < Math.min(sample.length, 24); start++) {
      for (const length of [1, 2]) {
        const pump = sample.slice(start, start + length);
        if (pump.length === length) found.set(`${start > 0} ${pump}`, { prefix: sample.slice(0, start), pump });
      }
    }
  }
  return [...found.values()];
}

/** Texts that match, as far as they can be made: without what looks around, and with letters for classes of letters. */
function samplesOf({ source, flags }: RegExp): string[] {
  const plain = source
    .replaceAll(/\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*\)/g, '')
    .replaceAll(/\(\?<\w+>/g, '(?:')
    .replaceAll(/\\[pP]\{[^}]*\}/g, '\\w')
    .replaceAll(/\\[1-9bB]/g, '');
  try {
    return fc.sample(fc.stringMatching(new RegExp(plain, flags.replace(/[gyd]/g, '')), { size: 'small' }), {
      numRuns: 4,
      seed: 20_261_121,
    });
  } catch {
    return [];
  }
}

const toExpression = (text: string): RegExp => {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
};

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
  const slow = [...byText].flatMap(([text, places]) => {
    const attack = findAttack(toExpression(text));
    return attack ? [`${places.map(({ file }) => file).join(', ')}: ${text} by ${attack}`] : [];
  });
  expect(slow).toEqual([]);
  expect(byText.size).toBeGreaterThan(200);
}, 120_000);

test('no regular expression is put together from what others wrote', () => {
  const unknown = built.filter(({ file }) => !(file in builtFromOurWords));
  expect(unknown).toEqual([]);
});

test.each([/(a+)+$/, /(\w+\s?)*$/, /^(?:x|[a-z]+,?)*;$/, /<(\s|\S)*>(\s|\S)*<\/a>$/])(
  'an expression that can be attacked is found: %s',
  (planted) => {
    expect(findAttack(planted)).not.toBeNull();
  },
);

test.each([/^\w+\s?$/, /[\p{L}\p{N}]+/gu, /^[a-z]+(?:-[a-z]+)*$/])('one that cannot is let be: %s', (harmless) => {
  expect(findAttack(harmless)).toBeNull();
});
