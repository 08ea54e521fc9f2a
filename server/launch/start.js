// `npm start`: builds the console if needed and runs the server, restarting it after crashes.
import { fileURLToPath } from 'node:url';
import { buildConsole } from './build-console.js';
import { pickNode } from './pick-node.js';
import { supervise } from './supervise.js';

buildConsole();
process.exit(await supervise(pickNode(), [fileURLToPath(new URL('../main.ts', import.meta.url))]));
