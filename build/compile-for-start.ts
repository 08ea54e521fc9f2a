/** What `npm start` runs: the server alone, compiled as it is packed (see `server/launch/build-once.js`). */
import { join } from 'node:path';
import { compileProgram } from './compile-program.ts';

await compileProgram(join(import.meta.dirname, '../dist'));
