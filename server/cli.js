#!/usr/bin/env node
// The command `frontdesk`. Plain JavaScript, since npx runs it on the machine's own Node, which may be too old for
// TypeScript; the Node installed with the package then takes over.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findBuiltCli } from './launch/build-once.js';
import { compileCache } from './launch/node-options.js';
import { pickNode } from './launch/pick-node.js';

const cli = findBuiltCli() ?? fileURLToPath(new URL('./cli.ts', import.meta.url));
const cache = fileURLToPath(new URL('../dist/compile-cache', import.meta.url));
const node = await pickNode();
if (node === process.execPath) {
  // Older Nodes have no such export.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(cache);
  await import(pathToFileURL(cli).href);
} else {
  const { spawnSync } = await import('node:child_process');
  // Ctrl C reaches both: the command ends itself, with its own exit code, and this process waits for it.
  process.on('SIGINT', () => {});
  const env = { ...process.env, ...compileCache(cache) };
  process.exitCode = spawnSync(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit', env }).status ?? 1;
}
