import { text } from 'node:stream/consumers';
import { findFault } from './find-fault.ts';

/** Reads expressions (a JSON array of source texts) from stdin; prints the result of `findFault` for each. */
const faults: (string | null)[] = [];
for (const expression of JSON.parse(await text(process.stdin)) as string[]) faults.push(await findFault(expression));
console.log(JSON.stringify(faults));
process.exit();
