import { text } from 'node:stream/consumers';
import fc from 'fast-check';

/**
 * Takes regular expressions as they are written (a JSON array of texts) from its input, and prints for each the text that
 * takes it out of all proportion, or null.
 */

/** The longest text that a customer can send. */
const longest = 4_000;
/** Short ones first: what grows exponentially is caught before it would never end. */
const repeats = [14, 18, 22, 26, 30, 300, 1_200, longest];
const mostCpuMsOfShort = 100;
/** Several times what ours take, since machines are slow at times; what can be attacked takes seconds. */
const mostCpuMs = 400;
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
      const isSlow = lastMs > (times < 300 ? mostCpuMsOfShort : mostCpuMs);
      if (isSlow) return JSON.stringify({ prefix, pump, times });
    }
  }
  return null;
}

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

const expressions: string[] = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(expressions.map((expression) => findAttack(toExpression(expression)))));
