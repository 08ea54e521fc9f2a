import { writeFileSync } from 'node:fs';
import { builtFromOurWords, collectBuilt, collectExpressions, exceptions, notedFile } from './expressions.ts';
import { findFault } from './find-fault.ts';

/** Checks every expression of the program, which takes minutes, and records the safe ones that take long to check. */

/** Faster ones are checked in every test run. */
const longMs = Number(process.argv[2] ?? 50);

const noted: string[] = [];
const texts = [...collectExpressions().literals.map(({ text }) => text), ...collectBuilt(builtFromOurWords)];
for (const text of new Set(texts)) {
  if (text in exceptions) continue;
  const before = performance.now();
  const fault = await findFault(text);
  if (fault !== null) console.log(`${text}\n  ${fault}`);
  else if (performance.now() - before > longMs) noted.push(text);
}
writeFileSync(notedFile, `${JSON.stringify(noted.sort(), null, 2)}\n`);
process.exit();
