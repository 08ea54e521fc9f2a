// `npm start`: builds the program if its sources changed and runs the server, restarting it after crashes.
import { fileURLToPath } from 'node:url';
import { refreshAddons } from './addons.js';
import { buildConsole, buildServer } from './build-once.js';
import { compileCache, nodeOptions } from './node-options.js';
import { pickNode } from './pick-node.js';
import { supervise } from './supervise.js';

refreshAddons();
await buildConsole();
const main = await buildServer();
Object.assign(process.env, compileCache(fileURLToPath(new URL('../../dist/compile-cache', import.meta.url))));
process.exit(await supervise(await pickNode(), [...nodeOptions, main]));
