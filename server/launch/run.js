// `node server/launch/run.js PROGRAM [WORD…]`: runs `node`, or a tool of node_modules/.bin, on the Node that runs Frontdesk.
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickNode } from './pick-node.js';

const node = await pickNode();
const [program = '', ...words] = process.argv.slice(2);
const isNode = program === 'node';
const file = isNode ? node : fileURLToPath(new URL(`../../node_modules/.bin/${program}`, import.meta.url));
// The tools are scripts that use the first `node` in the PATH.
process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
// On Windows a tool is a batch file, which only a shell can run.
const shell = process.platform === 'win32' && !isNode;
const { status, error } = spawnSync(shell ? `"${file}"` : file, words, { stdio: 'inherit', shell });
if (error) process.stderr.write(`${program} could not be started: ${error.message}\n`);
process.exitCode = status ?? 1;
