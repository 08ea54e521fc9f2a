#!/usr/bin/env node
// The command `frontdesk`. Plain JavaScript, since npx runs it on the machine's own Node, which may be too old for
// TypeScript; the Node installed with the package then takes over.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pickNode } from './launch/pick-node.js';

const node = pickNode();
if (node === process.execPath) {
  await import('./cli.ts');
} else {
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
  process.exitCode = spawnSync(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
}
