import { text } from 'node:stream/consumers';
import { findFault } from '../fuzz/find-fault.ts';

/** Takes expressions as they are written (a JSON array of texts) from its input; prints for each what `findFault` says. */
const faults: (string | null)[] = [];
for (const expression of JSON.parse(await text(process.stdin)) as string[]) faults.push(await findFault(expression));
console.log(JSON.stringify(faults));
process.exit();
